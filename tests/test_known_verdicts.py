"""The solver against verdicts found by an independent one (``suites/verdicts/known.jsonl``).

Three Chessboard deals that it calls lost are won by parking: a card is put on an empty foundation, which chooses the
base rank, and taken back, which leaves it unchosen again. ``contradicted.jsonl`` has lines that prove it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import brute_force
from rules_support import table_of
from winnable.notation import line_from_text, position_from_json
from winnable.solver import Budget, solve
from winnable.solver.line import wins

FOLDER = Path(__file__).parents[1] / "suites" / "verdicts"
NODES = Budget(nodes=300_000)


def read(name: str) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


CASES = read("known.jsonl")
LINES = {(case["game"], case["number"]): case["line"] for case in read("contradicted.jsonl")}
GAMES = sorted({case["game"] for case in CASES})


@pytest.mark.parametrize("name", GAMES)
def test_every_known_verdict_is_found(name: str) -> None:
    for case in CASES:
        if case["game"] == name:
            solution = solve(position_from_json(case["position"]), NODES)
            contradicted = (name, case["number"]) in LINES
            assert solution.verdict.value == ("winnable" if contradicted else case["known"]), case["number"]


def test_lines_prove_the_contradicted_verdicts_by_both_sets_of_rules() -> None:
    assert len(LINES) == 3
    for case in CASES:
        text = LINES.get((case["game"], case["number"]))
        if text is not None:
            assert case["known"] == "lost"
            position = position_from_json(case["position"])
            assert wins(position, line_from_text(text))
            table = table_of(position)
            for move in text.split():
                assert move in brute_force.all_moves(table)
                table = brute_force.after(table, move)
            assert brute_force.won(table)
