"""The positions with verdicts from an independent solver (``suites/verdicts``) are read, and play on."""

import json
from pathlib import Path

import pytest

import brute_force
from rules_support import table_of
from winnable.games import game
from winnable.notation import position_from_json, position_to_json
from winnable.rules.engine import Position, deal_cards, is_stuck, is_won, legal_moves

FILE = Path(__file__).parents[1] / "suites" / "verdicts" / "known.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def dealing_order(position: Position) -> tuple[int, ...]:
    """The cards of a fresh deal in the order they were dealt, for games that deal their rows rightward."""
    rows = max(map(len, position.tableau))
    tableau = [pile[row] for row in range(rows) for pile in position.tableau if row < len(pile)]
    base = [card for pile in position.foundations for card in pile]
    return (*base, *tableau, *position.stock)


def test_there_are_cases_of_both_verdicts() -> None:
    assert len(CASES) == 80
    assert {case["known"] for case in CASES} == {"winnable", "lost"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}-{case['number']}")
def test_the_position_is_read_exactly(case: dict[str, object]) -> None:
    position = position_from_json(case["position"])
    assert position_to_json(position) == case["position"]
    assert position.game == game(str(case["game"]))
    assert not is_won(position)
    if case["known"] == "winnable":
        assert not is_stuck(position)
    assert sorted(map(str, legal_moves(position))) == sorted(brute_force.all_moves(table_of(position)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}-{case['number']}")
def test_the_position_is_a_deal_of_its_game(case: dict[str, object]) -> None:
    position = position_from_json(case["position"])
    if not position.reserves:
        assert deal_cards(position.game, dealing_order(position)) == position  # type: ignore[arg-type]
