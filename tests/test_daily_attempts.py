"""The one counted attempt at a board. Numbers are those of behaviours.md."""

import re
from datetime import timedelta
from typing import Any

import pytest

from daily_support import DAY, LINE, NUMBER, Clock, Someone, ask, begin, board_of, clock, finish, page, set_board, win
from site_support import Guest
from test_accounts_at_once import at_once
from winnable.games import GAMES
from winnable.site import advice, knowledge, store, warming
from winnable.site.daily.attempts import open_attempt
from winnable.site.memory import Memory
from winnable.site.models import Attempt, Player, Table
from winnable.site.proved import known_of
from winnable.site.tidy import tidy

__all__ = ["clock"]

HIDDEN = "314159265"  # a deal number that is in no answer by chance


def test_two_players_have_the_same_deal_on_the_same_day(clock: Clock) -> None:
    """Behaviour 73."""
    set_board(clock.day)
    one, other = begin(Someone(), clock.day), begin(Someone(), clock.day)
    assert one["view"] == other["view"]
    assert one["id"] != other["id"]
    assert one["daily"] == clock.day.isoformat()


def test_a_guest_sees_the_boards_and_is_asked_to_sign_in(clock: Clock) -> None:
    set_board(clock.day)
    guest = Guest()
    told = guest.call("GET", "/api/daily").json
    assert told["signed_in"] is False
    assert told["streak"] is None
    assert [board["game"] for board in told["boards"]] == list(GAMES)
    answer = ask(guest, clock.day)
    assert (answer.status, answer.json["code"]) == (401, "not signed in")
    assert "Sign in" in page(guest, clock.day)
    address = f"/daily/{clock.day}/acquaintance/"
    sent = guest.send(address)
    assert (sent.status, sent.headers["Location"]) == (302, f"/sign-in/?next={address}")
    assert not Attempt.objects.filter(daily__date=clock.day).exists()


def test_an_attempt_is_left_and_gone_on_with_at_another_device(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone()
    table = someone.play(begin(someone, clock.day), *LINE[:3])
    elsewhere = someone.elsewhere()
    answer = ask(elsewhere, clock.day)
    assert (answer.status, answer.json["state"]) == (200, "under way")
    assert answer.json["table"] == table["id"]
    assert elsewhere.table(table)["moves_made"] == 3
    finish(elsewhere, elsewhere.table(table))
    assert board_of(someone)["state"] == "won"


def test_the_form_of_a_page_begins_and_goes_on(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone()
    assert "Begin" in page(someone, clock.day)
    address = f"/daily/{clock.day}/acquaintance/"
    first, second = someone.send(address), someone.send(address)
    assert first.status == second.status == 302
    assert first.headers["Location"] == second.headers["Location"]
    table = board_of(someone)["table"]
    assert someone.call("GET", first.headers["Location"]).headers["Location"] == f"/play/acquaintance/#{table}"
    assert "Go on" in page(someone, clock.day)


def test_the_first_result_stands_when_it_is_played_again(clock: Clock) -> None:
    """Behaviour 74."""
    set_board(clock.day)
    someone = Someone()
    table = win(someone, clock.day)
    moves = table["moves_made"]
    table = someone.step(someone.step(table, "restart").json, "give up").json
    assert table["state"] == "given up"
    assert board_of(someone)["state"] == "won"
    again = someone.deal("acquaintance", NUMBER)
    someone.step(someone.play(again, LINE[0]), "give up")
    assert ask(someone, clock.day).json["state"] == "won"
    assert Attempt.objects.get(daily__date=clock.day).table.result_moves == moves


def test_a_win_after_giving_up_is_none(clock: Clock) -> None:
    """Behaviour 74."""
    set_board(clock.day)
    someone = Someone()
    table = someone.step(someone.play(begin(someone, clock.day), LINE[0]), "give up").json
    assert board_of(someone)["state"] == "given up"
    finish(someone, someone.step(table, "undo").json)
    assert board_of(someone)["state"] == "given up"
    assert someone.call("GET", "/api/daily").json["streak"] == 0


def test_a_board_that_is_given_up_untouched_is_still_to_be_played(clock: Clock) -> None:
    """Nothing was risked; the number stays hidden, so nothing is gained either."""
    set_board(clock.day)
    someone = Someone()
    table = someone.step(begin(someone, clock.day), "give up").json
    assert table["number"] is None
    assert board_of(someone)["state"] == "under way"
    assert someone.step(table, "restart").json["state"] == "playing"


def test_another_deal_leaves_the_attempt_as_it_is(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone()
    table = someone.play(begin(someone, clock.day), *LINE[:3])
    other = someone.deal("acquaintance", None)
    assert other["daily"] is None
    assert other["id"] != table["id"]
    assert ask(someone, clock.day).json["table"] == table["id"]
    assert someone.table(table)["moves_made"] == 3


def test_the_number_is_nowhere_while_the_attempt_is_under_way(clock: Clock) -> None:
    """Every call of the table API, and every page that a link leads to from the start page."""
    board = set_board(clock.day, "canfield", HIDDEN)
    someone = Someone()
    table = begin(someone, clock.day, "canfield")
    hidden = [ask(someone, clock.day, "canfield").text]
    for step in ({"do": "turn"}, {"do": "undo"}, {"do": "redo"}, {"do": "restart"}, {"do": "turn"}):
        hidden.append(someone.step(someone.table(table), **step).text)
    hidden += [answer.text for answer in calls(someone, table)]
    told = crawl(
        someone, ["/", "/daily/", "/daily/archive/", f"/daily/{clock.day}/canfield/", f"/table/{table['id']}/"]
    )
    assert len(told) > 10
    for text in [*hidden, *told.values()]:
        assert HIDDEN not in text.replace("\u202f", "")
    save = someone.call("GET", f"/api/tables/{table['id']}/save")
    assert (save.status, save.json["code"]) == (403, "attempt under way")
    assert someone.table(table)["number"] is None
    someone.step(someone.table(table), "give up")
    assert someone.table(table)["number"] == int(HIDDEN)
    assert someone.stored(table)["number"] == int(HIDDEN)
    assert f"/play/canfield/{board.number}/" in page(someone, clock.day, "canfield")


def calls(someone: Guest, table: Any) -> list[Any]:
    """Every call that can be made about a table."""
    now = someone.table(table)
    place = f"/api/tables/{table['id']}"
    return [
        someone.call("GET", place),
        someone.call("POST", f"{place}/steps", {"after": now["seq"] - 1, "key": "old", "do": "turn"}),
        someone.call("POST", f"{place}/steps", {"after": now["seq"], "key": "bad", "do": "move", "move": "T1-T1"}),
        someone.call("POST", f"{place}/hint", {"after": now["seq"]}),
        someone.call("GET", f"{place}/verdict?after={now['seq']}"),
        someone.call("POST", f"{place}/solution", {"from": "deal"}),
        someone.call("GET", f"{place}/save"),
        someone.call("GET", "/api/tables"),
        someone.call("GET", "/api/daily"),
        someone.call("GET", "/api/results/canfield"),
        someone.call("GET", "/account/export/"),
    ]


def crawl(someone: Guest, addresses: list[str]) -> dict[str, str]:
    """The pages at some addresses, and those that links on them lead to."""
    told: dict[str, str] = {}
    while addresses:
        address = addresses.pop().partition("#")[0]
        if address in told or len(told) > 150:
            continue
        answer = someone.call("GET", address)
        told[address] = answer.text + str(answer.headers)
        links = re.findall(r'href="(/[^"]*)"', answer.text)
        addresses += [link.replace("&amp;", "&") for link in links if not link.startswith("/static/")]
    return told


def test_among_the_results_a_board_is_unfinished_until_it_no_longer_counts(clock: Clock) -> None:
    """A deal that is left for another is lost; a board that may be gone on with is not."""
    set_board(clock.day)
    someone, day = Someone(), clock.day
    ordinary = someone.play(someone.deal("acquaintance", 7), "S")
    clock.forward(minutes=1)
    someone.play(begin(someone, day), LINE[0])
    assert outcomes(someone) == ["unfinished", "unfinished"]
    clock.forward(minutes=1)
    someone.play(someone.deal("acquaintance", 8), "S")
    assert outcomes(someone) == ["unfinished", "unfinished", "lost"]
    clock.forward(minutes=1)
    someone.play(ordinary, "S")
    clock.at(day + DAY, 23, 59, 59)
    assert outcomes(someone) == ["lost", "unfinished", "unfinished"]
    clock.forward(seconds=1)
    assert outcomes(someone) == ["lost", "lost", "unfinished"]


def outcomes(someone: Guest) -> list[str]:
    """What came of someone's deals of Acquaintance, the one begun last first."""
    return [deal["outcome"] for deal in someone.call("GET", "/api/results/acquaintance").json["deals"]]


def test_a_replay_is_shared_only_once_nobody_plays_the_board_any_more(clock: Clock) -> None:
    set_board(clock.day)
    someone, day = Someone(), clock.day
    share = f"/api/tables/{win(someone, day)['id']}/share"
    clock.at(day + DAY, 23, 59, 59)
    answer = someone.call("POST", share)
    assert (answer.status, answer.json["code"]) == (422, "board open")
    clock.forward(seconds=1)
    assert someone.call("POST", share).status == 200


def test_practice_at_a_board_is_not_shared_while_the_board_counts(clock: Clock) -> None:
    """Guards against telling everyone a board's deal and line by another table of the same deal."""
    set_board(clock.day)
    someone, day = Someone(), clock.day
    win(someone, day)
    practice = someone.play(someone.deal("acquaintance", number=NUMBER), "S")
    someone.step(practice, "give up")
    share = f"/api/tables/{practice['id']}/share"
    assert someone.call("POST", share).json["code"] == "board open"
    clock.at(day + DAY, 23, 59, 59)
    clock.forward(seconds=1)
    assert someone.call("POST", share).status == 200


def test_boards_of_days_to_come_are_reached_by_nothing(clock: Clock) -> None:
    """They are picked ahead already."""
    tomorrow = clock.day + DAY
    set_board(clock.day)
    set_board(tomorrow)
    someone = Someone()
    answer = ask(someone, tomorrow)
    assert (answer.status, answer.json["code"]) == (404, "not found")
    assert someone.call("GET", f"/daily/{tomorrow}/acquaintance/").status == 404
    assert someone.send(f"/daily/{tomorrow}/acquaintance/").status == 404
    for path in (
        "/daily/archive/",
        "/daily/archive/acquaintance/",
        "/daily/",
        "/",
        f"/daily/{clock.day}/acquaintance/",
    ):
        assert tomorrow.isoformat() not in someone.call("GET", path).text
    assert not Attempt.objects.filter(daily__date=tomorrow).exists()


@pytest.mark.parametrize(
    "address", ["2031-13-01/canfield", "2031-01-01/bridge", "2020-01-01/canfield", "0000-00-00/canfield", "x/canfield"]
)
def test_a_board_that_there_is_not(clock: Clock, address: str) -> None:
    someone = Someone()
    assert someone.call("GET", f"/daily/{address}/").status == 404
    assert someone.call("POST", f"/api/daily/{address}").status in (404, 422)


def test_a_day_that_is_over_is_begun_no_more_but_gone_on_with(clock: Clock) -> None:
    set_board(clock.day)
    early, late, day = Someone(), Someone(), clock.day
    table = begin(early, day)
    clock.last_second()
    assert ask(early, day).status == 200
    clock.forward(seconds=1)
    answer = ask(late, day)
    assert (answer.status, answer.json["code"]) == (409, "day over")
    sent = late.send(f"/daily/{day}/acquaintance/")
    assert sent.status == 409
    assert "The day of this board is over" in sent.text
    assert ask(early, day).json["table"] == table["id"]


def test_another_s_attempt_is_out_of_reach(clock: Clock) -> None:
    set_board(clock.day)
    mine, other = Someone(), Someone()
    table = begin(mine, clock.day)
    assert other.call("GET", f"/api/tables/{table['id']}").status == 404
    assert other.step(table, "turn").status == 404
    assert other.call("GET", f"/table/{table['id']}/").status == 404
    assert board_of(other)["state"] == "not begun"
    assert board_of(other)["table"] is None
    assert table["id"] not in page(other, clock.day)
    assert table["id"] not in page(Guest(), clock.day)


def test_two_devices_that_begin_at_once_have_one_attempt(clock: Clock) -> None:
    set_board(clock.day)
    someone = Someone()
    devices = [someone, *(someone.elsewhere() for _ in range(3))]
    answers = at_once(*(lambda device=device: ask(device, clock.day) for device in devices))
    assert sorted(answer.status for answer in answers) == [200, 200, 200, 201]
    assert len({answer.json["table"] for answer in answers}) == 1
    assert Attempt.objects.filter(daily__date=clock.day).count() == 1
    assert Table.objects.filter(player=someone.player).count() == 1


def test_an_attempt_of_an_account_that_was_just_deleted_is_none(clock: Clock) -> None:
    board = set_board(clock.day)
    gone = Someone().player
    Player.objects.filter(pk=gone.pk).delete()
    with pytest.raises(store.NoSuchTable):
        open_attempt(gone, board)
    assert not Table.objects.filter(daily=clock.day).exists()


def test_an_untouched_attempt_is_not_tidied_away(clock: Clock) -> None:
    """Else whoever has seen the cards could begin again a month later."""
    set_board(clock.day)
    someone = Someone()
    table = begin(someone, clock.day)
    Table.objects.filter(pk=table["id"]).update(changed=clock.now)
    clock.forward(days=40)
    tidy()
    assert someone.table(table)["id"] == table["id"]


def test_hints_follow_the_line_that_proved_the_board(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "is_ready", lambda: True)
    monkeypatch.setattr(advice, "solve", None)  # no search is needed
    set_board(clock.day, line=" ".join(LINE))
    someone = Someone()
    table = begin(someone, clock.day)
    hint = f"/api/tables/{table['id']}/hint"
    assert someone.call("POST", hint, {"after": 0}).json["move"] == LINE[0]
    # Another process, or this one when it has forgotten the table, need not search either, nor in mid-game.
    monkeypatch.setattr(knowledge, "_memory", Memory(100))
    after = someone.play(table, LINE[0])
    assert someone.call("POST", hint, {"after": after["seq"]}).json["move"] == LINE[1]


def test_a_line_that_does_not_win_is_not_followed(clock: Clock) -> None:
    """The rules of a later version may be others."""
    for day, line in ((clock.day, " ".join(LINE[:3])), (clock.day + DAY, "no line")):
        clock.at(day)
        set_board(day, line=line)
        someone = Someone()
        table = begin(someone, day)
        stored = store.find(someone.player, table["id"])
        assert not known_of(stored).line(stored.session.position)


def test_the_page_says_how_much_time_is_left(clock: Clock) -> None:
    clock.at(clock.day, 21, 47)
    someone = Someone()
    assert "2 h 13 min" in someone.call("GET", "/daily/").text
    assert "2 h 13 min" in page(someone, clock.day)
    assert someone.call("GET", "/api/daily").json["ends"].startswith((clock.day + timedelta(days=1)).isoformat())
