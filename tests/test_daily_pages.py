"""The pages of the boards of the day, in both languages, and what the start page says of them."""

import re

import pytest

from daily_support import DAY, NUMBER, Clock, Someone, begin, clock, give_up, page, set_board, win
from site_support import Guest
from winnable.games import GAMES
from winnable.site.daily.pages import PAGE
from winnable.site.models import Daily

__all__ = ["clock"]


def states(text: str) -> list[str]:
    """The states of attempts that a page shows, by words."""
    return re.findall(r'<span class="state"[^>]*>([^<]*)</span>', text)


def test_the_start_page_tells_how_each_attempt_stands(clock: Clock) -> None:
    someone = Someone()
    for game, number in (("czarina", "5"), ("canfield", "6"), ("acquaintance", NUMBER)):
        set_board(clock.day, game, number)
    begin(someone, clock.day, "czarina")
    someone.step(someone.step(begin(someone, clock.day, "canfield"), "turn").json, "give up")
    win(someone, clock.day)
    expected = {"czarina": "under way", "acquaintance": "won", "canfield": "given up"}
    assert states(someone.call("GET", "/").text) == [expected.get(name, "not begun") for name in GAMES]
    assert states(someone.call("GET", "/daily/").text) == [expected.get(name, "not begun") for name in GAMES]


def test_the_start_page_asks_a_guest_to_sign_in(clock: Clock) -> None:
    said = Guest().call("GET", "/").text
    assert "Today&#x27;s boards" in said or "Today's boards" in said
    assert "Sign in to take part." in said
    assert states(said) == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Boards of the day", "What counts", "midnight to midnight UTC", "Begin")),
        ("de", ("Tagesspiele", "Was zählt", "Mitternacht bis Mitternacht UTC", "Beginnen")),
    ],
)
def test_the_page_of_today_in_both_languages(clock: Clock, language: str, words: tuple[str, ...]) -> None:
    said = Someone(language).call("GET", "/daily/").text
    assert all(word in said for word in words)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Acquaintance, board of {day}: won in {moves} moves, without any help. Can you win it too?"),
        ("de", "Acquaintance, Tagesspiel vom {day}: in {moves} Zügen gewonnen, ganz ohne Hilfe. Gewinnst du es auch?"),
    ],
)
def test_a_sentence_and_a_link_to_share_that_tell_nothing_of_the_deal(
    clock: Clock, language: str, sentence: str
) -> None:
    set_board(clock.day)
    someone = Someone(language)
    assert "<textarea" not in page(someone, clock.day)
    moves = win(someone, clock.day)["moves_made"]
    shared = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page(someone, clock.day))
    assert shared
    day = f"{clock.day.day}{'.' if language == 'de' else ''} {clock.day:%B} {clock.day.year}"
    if language == "en":
        assert sentence.format(day=day, moves=moves) in shared[1]
    else:
        assert sentence.partition("{day}")[0] in shared[1]
        assert sentence.format(day="", moves=moves).partition("vom ")[2] in shared[1]
    link = shared[1].split()[-1]
    assert link == f"http://testserver/daily/{clock.day}/acquaintance/"
    reader = Guest().call("GET", link.removeprefix("http://testserver")).text
    assert "/play/acquaintance/" not in reader
    assert "data-number" not in reader


def test_the_sentence_of_someone_who_gave_up(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone()
    give_up(someone, clock.day)
    assert "I gave up. Can you win it?" in page(someone, clock.day)


def test_a_board_is_free_for_all_once_no_result_can_count(clock: Clock) -> None:
    day = clock.day
    set_board(day)
    late = Someone()
    begin(late, day)
    clock.at(day + DAY, 23, 59, 59)
    assert f"/play/acquaintance/{NUMBER}/" not in page(Guest(), day)
    clock.forward(seconds=1)
    assert f"/play/acquaintance/{NUMBER}/" in page(Guest(), day)
    assert f"/play/acquaintance/{NUMBER}/" not in page(late, day), "his attempt is still under way"


def test_the_archive_pages_through_all_days_and_those_of_a_game(clock: Clock) -> None:
    Daily.objects.all().delete()
    first = clock.day
    for index in range(PAGE + 3):
        set_board(first + index * DAY, "canfield", str(index + 1))
    set_board(first, "czarina", "9")
    clock.forward(days=PAGE + 2)
    newest = Guest().call("GET", "/daily/archive/canfield/").text
    assert f"/daily/{clock.day}/" not in newest, "today's is not of the past"
    assert f"/daily/{clock.day - DAY}/canfield/" in newest
    assert f"/daily/{first}/canfield/" not in newest
    oldest = Guest().call("GET", "/daily/archive/canfield/?page=2").text
    assert f"/daily/{first}/canfield/" in oldest
    assert "Page 2 of 2" in oldest
    both = Guest().call("GET", "/daily/archive/?page=2").text
    assert f"/daily/{first}/czarina/" in both
    assert Guest().call("GET", "/daily/archive/?page=x").status == 200
    assert Guest().call("GET", "/daily/archive/bridge/").status == 404


def test_a_board_of_a_game_that_is_no_more_is_passed_over(clock: Clock) -> None:
    """An update may take a game away, or rename it; the archive must not fail over its old boards."""
    set_board(clock.day - DAY, "bridge", "1")
    set_board(clock.day - DAY, "canfield", "1")
    said = Guest().call("GET", "/daily/archive/").text
    assert "bridge" not in said
    assert f"/daily/{clock.day - DAY}/canfield/" in said
    assert Guest().call("GET", f"/daily/{clock.day - DAY}/bridge/").status == 404


def test_from_day_to_day(clock: Clock) -> None:
    day = clock.day
    for back in (0, 2, 3):
        set_board(day - back * DAY, "canfield", str(back + 1))
    set_board(day + DAY, "canfield", "9")
    said = page(Guest(), day - 2 * DAY, "canfield")
    assert f'rel="prev" href="/daily/{day - 3 * DAY}/canfield/"' in said
    assert f'rel="next" href="/daily/{day}/canfield/"' in said
    assert 'rel="next"' not in page(Guest(), day, "canfield")


def test_a_board_that_could_not_be_settled_says_so(clock: Clock) -> None:
    board = set_board(clock.day, "leap-year", "1")
    assert "Proved winnable." in page(Guest(), clock.day, "leap-year")
    Daily.objects.filter(pk=board.pk).update(verdict="undecided")
    assert "could not tell" in page(Guest(), clock.day, "leap-year")


def test_looking_at_boards_stores_nothing(clock: Clock) -> None:
    """A crawler must not pick boards or fill the database."""
    from winnable.site.models import Attempt, Player

    before = (Daily.objects.count(), Attempt.objects.count(), Player.objects.count())
    guest = Guest()
    for address in ("/daily/", f"/daily/{clock.day}/czarina/", "/daily/archive/", "/api/daily"):
        assert guest.call("GET", address).status == 200
    assert (Daily.objects.count(), Attempt.objects.count(), Player.objects.count()) == before


def test_the_calls_are_documented_with_every_answer() -> None:
    document = Guest().call("GET", "/api/openapi.json").json
    begin_call = document["paths"]["/api/daily/{date}/{game}"]["post"]
    assert set(begin_call["responses"]) == {"200", "201", "401", "403", "404", "409", "413", "422", "503"}
    board = document["components"]["schemas"]["BoardAnswer"]
    assert set(board["required"]) == set(board["properties"])
    assert "/api/daily" in document["paths"]
