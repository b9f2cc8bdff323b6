"""A player who does not wait: steps overlap motions and answers, and screen and game agree in the end."""

import random
from collections.abc import Callable

import pytest
from table_page import TablePage

from winnable.games import GAMES

Open = Callable[..., TablePage]


@pytest.mark.parametrize("game", GAMES)
def test_hasty_play(open_table: Open, game: str) -> None:
    """Behaviours 13 and 51: clicks, turns, undos and redos at random while cards are still in motion."""
    table = open_table(game, number=5)
    table.speed("normal")
    dice = random.Random(game)
    piles = [pile["name"] for pile in table.answer["view"]["piles"] if pile["name"][0] != "F"]
    for _ in range(25):
        key = dice.choice(["s", "s", "u", "r", "click", "click", "click"])
        if key == "click":
            table.page.mouse.click(*table.point(dice.choice(piles)))
        else:
            table.page.keyboard.press(key)
    table.page.wait_for_function("() => window.winnableTable.table.settled")
    assert table.disagreement() == []
    stored = table.page.evaluate(
        "() => fetch(`/api/tables/${window.winnableTable.table.answer.id}`).then((answer) => answer.json())"
    )
    assert stored["view"] == table.answer["view"]


def test_a_step_that_is_not_possible_takes_no_other_with_it(open_table: Open) -> None:
    """Guards against losing what was played while the answer to a click that plays nothing was still on its way."""
    table = open_table("klondike", number=1)
    piles = [f"T{number}" for number in range(1, 8)]
    idle = next(name for name in piles if name not in table.answer["clicks"])
    table.page.evaluate(
        """(idle) => {
          const { table } = window.winnableTable;
          table.take({ do: "click", pile: idle, count: 1 });
          table.take({ do: "turn" });
        }""",
        idle,
    )
    table.page.wait_for_function("() => window.winnableTable.table.settled")
    assert (table.answer["seq"], table.answer["moves_made"]) == (1, 1)
    assert table.disagreement() == []


def test_more_undos_than_steps_are_no_error(open_table: Open) -> None:
    """Each was sent, refused by the server, and written into the browser's console as a fault."""
    table = open_table("klondike", number=1)
    refused: list[int] = []
    table.page.on("response", lambda response: refused.append(response.status) if response.status >= 400 else None)
    for key in "suuurrr":
        table.page.keyboard.press(key)
    table.page.wait_for_function("() => window.winnableTable.table.settled")
    assert refused == []
    assert (table.answer["moves_made"], table.answer["can_redo"]) == (1, False)
    assert table.disagreement() == []
