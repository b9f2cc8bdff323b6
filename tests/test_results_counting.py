"""The rules of counting: what a deal counts as, and that the figures add up. Numbers are those of behaviours.md."""

import random
from dataclasses import asdict
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_support import Guest
from test_results_stored import golden, win
from winnable.games import game
from winnable.notation import line_from_text
from winnable.session import move, save, start, undo
from winnable.site.models import Table
from winnable.site.results import plots
from winnable.site.results.counting import Figures, Outcome, Played, figures, streaks

OUTCOMES: tuple[Outcome, ...] = ("won", "given up", "lost", "unfinished")


def deal_of(outcome: Outcome, **known: Any) -> Played:
    """A deal that ended so."""
    values: dict[str, Any] = {"moves": 100, "seconds": None, "hints": 0, "undos": 0, "clean": False}
    return Played("canfield", outcome, **values | known)


def figures_of(guest: Guest, full_name: str = "canfield") -> Any:
    """The figures of a game as the API says them."""
    return guest.call("GET", f"/api/results/{full_name}").json["figures"]


def counts(guest: Guest, full_name: str = "canfield") -> dict[str, int]:
    """How many deals of a game count as what; what there is none of is left out."""
    found = figures_of(guest, full_name)
    return {key: found[key] for key in ("won", "given_up", "lost", "unfinished") if found[key]}


def test_a_win_and_a_loss_in_figures() -> None:
    """19"""
    deals = [
        deal_of("won", moves=90, seconds=200, hints=2, undos=1),
        deal_of("won", moves=101, clean=True),
        deal_of("lost", moves=50, seconds=10, hints=1),
        deal_of("given up", undos=4),
        deal_of("unfinished", moves=3),
    ]
    assert figures(deals, untouched=2) == Figures(
        dealt=7,
        played=5,
        won=2,
        given_up=1,
        lost=1,
        unfinished=1,
        win_rate=0.5,
        clean=1,
        streak=0,
        best_streak=2,
        fewest_moves=90,
        mean_moves=95.5,
        best_seconds=200,
        mean_seconds=200.0,
        hints=3,
        undos=5,
    )


def test_nothing_played_has_no_rate() -> None:
    none = figures([], untouched=1)
    assert (none.dealt, none.played, none.win_rate, none.mean_moves, none.best_seconds) == (1, 0, None, None, None)
    assert figures([deal_of("unfinished")]).win_rate is None


@pytest.mark.parametrize(
    ("history", "streak", "best"),
    [("", 0, 0), ("www", 3, 3), ("wwgw", 1, 2), ("wlw", 1, 1), ("wwu", 2, 2), ("wuw", 2, 2), ("wwwg", 0, 3)],
)
def test_a_streak_is_ended_by_a_deal_given_up_or_lost_only(history: str, streak: int, best: int) -> None:
    named = {outcome[0]: outcome for outcome in OUTCOMES}
    assert streaks(deal_of(named[letter]) for letter in history) == (streak, best)


SLOWLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # on a machine that does much else


@SLOWLY
@given(st.lists(st.sampled_from(OUTCOMES)), st.integers(0, 9))
def test_figures_add_up(outcomes: list[Outcome], untouched: int) -> None:
    """36: wins never exceed games."""
    found = figures(map(deal_of, outcomes), untouched)
    assert found.won <= found.played <= found.dealt == found.played + untouched
    assert found.won + found.given_up + found.lost + found.unfinished == found.played
    assert found.streak <= found.best_streak <= found.won
    assert found.clean <= found.won
    assert found.win_rate is None or 0 <= found.win_rate <= 1


def test_an_untouched_deal_is_dealt_and_not_played() -> None:
    """37"""
    guest = Guest()
    guest.deal()
    guest.step(guest.deal(number=18), "give up")
    found = figures_of(guest)
    assert (found["dealt"], found["played"], found["won"], found["win_rate"]) == (2, 0, 0, None)
    assert counts(guest) == {}


def test_a_deal_that_is_left_is_lost_until_it_is_won() -> None:
    guest = Guest()
    number, line = golden()
    left = guest.play(guest.deal("fortress", number), line[0])
    assert counts(guest, "fortress") == {"unfinished": 1}
    other = guest.deal("fortress", number + 1)
    assert counts(guest, "fortress") == {"unfinished": 1}, "the other one is untouched"
    other = guest.play(other, other["moves"][0]["move"])
    assert counts(guest, "fortress") == {"lost": 1, "unfinished": 1}
    for one in line[1:]:
        if left["state"] != "won":
            left = guest.play(left, one)
    assert counts(guest, "fortress") == {"won": 1, "lost": 1}
    guest.play(other, other["moves"][0]["move"])
    assert counts(guest, "fortress") == {"won": 1, "unfinished": 1}, "it is played on again"


def test_a_deal_of_another_game_or_option_does_not_make_it_lost() -> None:
    guest = Guest()
    for name in ("canfield", "canfield:draw=1", "klondike"):
        guest.play(guest.deal(name, 17), "S")
    assert [counts(guest, name) for name in ("canfield", "canfield:draw=1")] == [{"unfinished": 1}] * 2


def test_won_undone_and_won_again_is_one_win() -> None:
    """71"""
    guest = Guest()
    table = win(guest)
    guest.step(guest.step(table, "undo").json, "redo")
    found = figures_of(guest, "fortress")
    assert counts(guest, "fortress") == {"won": 1}
    assert (found["undos"], found["clean"], found["streak"], found["win_rate"]) == (0, 1, 1, 1.0)


@pytest.mark.parametrize("how", ["undo", "restart", "hint", "help"])
def test_a_win_with_help_is_not_clean(how: str) -> None:
    guest = Guest()
    number, line = golden()
    table = guest.play(guest.deal("fortress", number), line[0])
    if how == "hint":
        Table.objects.filter(pk=table["id"]).update(hints=1)
        table = guest.table(table)
    elif how == "help":
        Table.objects.filter(pk=table["id"]).update(helped=True)
    else:
        table = guest.play(guest.step(table, how).json, line[0])
    for one in line[1:]:
        if table["state"] != "won":
            table = guest.play(table, one)
    found = figures_of(guest, "fortress")
    assert (found["won"], found["clean"]) == (1, 0)
    assert (found["undos"], found["hints"]) == (int(how in ("undo", "restart")), int(how == "hint"))


def test_what_comes_from_a_save_or_was_known_counts_nowhere() -> None:
    guest = Guest()
    won = win(guest)
    guest.play(guest.call("POST", "/api/saves", guest.stored(won) | {"past": []}).json, golden()[1][0])
    win(guest)
    assert counts(guest, "fortress") == {"won": 1}
    assert figures_of(guest, "fortress")["dealt"] == 1
    deals = guest.call("GET", "/api/results/fortress").json["deals"]
    assert [(deal["uncounted"], deal["outcome"]) for deal in deals] == [
        ("again", "won"),
        ("save", "unfinished"),
        (None, "won"),
    ]


@settings(SLOWLY, max_examples=15)
@given(st.integers(0, 2**32), st.integers(10, 60))
def test_random_histories_add_up(seed: int, length: int) -> None:
    """Whatever a player does on a few tables, wins ≤ played ≤ dealt, and a result once given stays."""
    guest, luck = Guest(), random.Random(seed)
    tables: list[Any] = []
    results: dict[str, str] = {}
    for _ in range(length):
        if not tables or luck.random() < 0.15:
            tables.append(almost_won(guest) if luck.random() < 0.6 else guest.deal("fortress", luck.randint(1, 30)))
        index = luck.randrange(len(tables))
        tables[index] = random_step(guest, luck, tables[index])
        for row in Table.objects.filter(pk__in=[table["id"] for table in tables]).exclude(result=""):
            assert results.setdefault(row.pk, row.result) == row.result
    found = figures_of(guest, "fortress")
    assert found["won"] <= found["played"] <= found["dealt"]
    assert sum(counts(guest, "fortress").values()) == found["played"]
    assert found["unfinished"] <= 1
    counted = Table.objects.filter(pk__in=results, uncounted="")
    assert found["won"] == counted.filter(result="won").count()
    assert found["given_up"] == counted.filter(result="given up").count()
    everything = guest.call("GET", "/api/results").json
    assert [game["figures"] for game in everything["games"]] == [everything["total"]] == [found]


def almost_won(guest: Guest) -> Any:
    """A table with a game whose next redo wins. It counts, unlike one from a save, which is how it was made."""
    opened = guest.call("POST", "/api/saves", won_but_one()).json
    Table.objects.filter(pk=opened["id"]).update(uncounted="")
    return opened


@cache
def won_but_one() -> dict[str, Any]:
    """A save of a game whose last step, which wins, was taken back."""
    number, line = golden()
    session = start(game("fortress"), number)
    for one in line_from_text(" ".join(line)):
        if session.state != "won":
            session = move(session, one).session
    return save(undo(session).session)


def random_step(guest: Guest, luck: random.Random, table: Any) -> Any:
    """The table after something that a player may do there."""
    do = luck.choice(["move", "move", "undo", "redo", "redo", "restart", "give up"])
    if do == "move" and table["moves"]:
        return guest.play(table, luck.choice(table["moves"])["move"])
    answer = guest.step(table, do if do != "move" else "redo")
    return answer.json if answer.status == 200 else table


def test_the_curve_of_a_win_rate() -> None:
    points = list(plots.curve([True, False] * 20))
    assert [point.rate for point in points[:4]] == [1.0, 0.5, pytest.approx(2 / 3), 0.5]
    assert [point.recent for point in points[28:32]] == [None, 0.5, 0.5, 0.5]


@SLOWLY
@given(st.lists(st.sampled_from(OUTCOMES), max_size=700))
def test_a_plot_stays_in_its_frame_and_says_the_figures(outcomes: list[Outcome]) -> None:
    deals = [deal_of(outcome) for outcome in outcomes]
    found, drawn = figures(deals), plots.plot(deals)
    over = found.won + found.given_up + found.lost
    assert (drawn is None) == (over < plots.LEAST)
    if drawn is None:
        return
    assert (drawn.last.deals, drawn.last.won, drawn.last.rate) == (over, found.won, found.win_rate)
    assert drawn.rows[-1] is drawn.last
    assert [point.deals for point in drawn.rows[:-1]] == list(range(30, over, 30))
    places = [tuple(map(float, place.split(","))) for place in (drawn.line + " " + drawn.recent_line).split()]
    assert all(plots.LEFT <= x <= plots.RIGHT and plots.TOP <= y <= plots.BOTTOM for x, y in places)
    assert len(drawn.line.split()) <= 201
    assert 1 <= len(drawn.across) <= 6
    assert bool(drawn.recent_line) == (over >= plots.RECENT)


def test_every_figure_has_a_word() -> None:
    """19: each says what it counts."""
    from winnable.site.results.words import WORDS

    assert [word.key for word in WORDS] == list(asdict(figures([])))
    assert all(str(word.meaning).endswith(".") for word in WORDS)
