"""Whatever the rules allow, a drag can do (behaviour 10): in every game, on every kind of screen."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from table_page import TablePage

from winnable.games import GAMES

Open = Callable[..., TablePage]

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "upright": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "across": {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True},
}
EVERYWHERE = ("czarina", "canfield", "chessboard", "quadrennial")  # piles lie differently on each screen
ELSEWHERE = tuple(name for name in GAMES if name not in EVERYWHERE)
PLACES = [*itertools.product(EVERYWHERE, SCREENS), *zip(ELSEWHERE, itertools.cycle(SCREENS), strict=False)]
MOST = 3  # drops at one position, drawn by lot where more are legal
LANGUAGES, COLOURS, MOTIONS = ("en-GB", "de-DE"), ("light", "dark"), ("no-preference", "reduce")


@pytest.mark.parametrize("order", range(len(PLACES)), ids=["-".join(place) for place in PLACES])
def test_a_legal_drop_is_accepted(open_table: Open, order: int) -> None:
    """At random positions, by mouse or finger, with cards in motion or not; language and colours take turns."""
    game, screen = PLACES[order]
    table = open_table(
        game,
        number=order + 3,
        locale=LANGUAGES[order % 2],
        color_scheme=COLOURS[order // 2 % 2],
        reduced_motion=MOTIONS[order // 4 % 2],
        **SCREENS[screen],
    )
    table.speed("normal")
    drag = table.touch_drag if screen != "desktop" else table.dragged
    dice = random.Random(order)
    tried = 0
    for steps in (2, 12):
        wander(table, dice, steps)
        moves = table.moves()
        for move in dice.sample(moves, min(MOST, len(moves))):
            before = table.answer["view"]
            drag(move)
            assert table.answer["view"] != before, move
            table.press("u")
            assert table.answer["view"] == before
            tried += 1
    assert tried > 0
    assert table.disagreement() == []


def wander(table: TablePage, dice: random.Random, steps: int) -> None:
    """Play so many random moves; where none is left, go back and end there."""
    for _ in range(steps):
        moves = [foretold["move"] for foretold in table.answer["moves"]]
        if not moves:
            break
        table.take(dice.choice(moves))
    while not table.moves() and table.answer["can_undo"]:
        table.press("u")
