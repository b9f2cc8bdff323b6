"""The kernel of Quadrennial and its relatives prices what follows from a row without making it: the price is right."""

import random
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest

from rules_support import VARIANTS, walk
from winnable.solver import quadrennial
from winnable.solver.kernels import quadrennial_moves as moves
from winnable.solver.kernels import quadrennial_rows as rows
from winnable.solver.kernels import quadrennial_score as score

NAMES = [name for name in VARIANTS if name.startswith(("quadrennial", "acquaintance", "leap-year"))]


@numba.njit
def foretell(rules: Any, row: Any, weights: Any, bench: Any) -> Any:
    """For each takes that can be played here: the price of the row that follows them and a turn, and that row."""
    takes, desk = bench.takes, bench.desk
    count = abs(moves.list_takes(rules, row, takes, bench.takes_table, desk))
    score.measure(rules, row, weights, True, desk)
    prices, made = np.zeros(count, np.int64), np.zeros((count, len(row)), np.uint8)
    for choice in range(count):
        prices[choice] = score.cost_of_choice(rules, row, takes[choice], choice, weights, desk)
        rows.advance(rules, row, takes[choice], made[choice])
    return prices, made


def price(rules: list[int], row: list[int], weights: list[int]) -> int:
    """What a row costs, by the words of docs/solver-quadrennial.md."""
    total, first, ranks = 0, rows.CARDS, rules[rows.RANK_COUNT]
    for rank in range(ranks):
        missing = rules[rows.COPIES] - row[rank + 1]
        total += missing * (weights[score.LEFT_WEIGHT] + weights[score.LOW_WEIGHT] * (ranks - 1 - rank))
        total -= weights[score.KINDS_WEIGHT] * (row[rank + 1] < row[rank])
    for size in row[rows.SIZES : rows.SIZES + rules[rows.PILE_COUNT]]:
        pile = row[first : first + size]
        above = [max(0, card - min(pile[:index])) for index, card in enumerate(pile) if index > 0]
        total += weights[score.COVER_WEIGHT] * sum(step > 0 for step in above)
        total += weights[score.DEPTH_WEIGHT] * sum(above)
        total += weights[score.TWIN_WEIGHT] * sum(one == other for one, other in pairwise(pile))
        total -= weights[score.TOPS_WEIGHT] * (size > 0 and row[pile[-1]] > row[pile[-1] + 1])
        first += size
    return total


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_from_a_row_costs_what_was_foretold(name: str) -> None:
    rng, bench, met = random.Random(3), quadrennial._bench(), 0
    for position in (one for number in range(1, 6) for one in walk(VARIANTS[name], number, 60)):
        rules, row = quadrennial.pack(position)
        if row[rows.STOCK] > 0:
            weights = [rng.randint(0, 20) for _ in range(8)]
            prices, made = foretell(rules, row, np.array(weights, np.int64), bench)
            expected = [price(rules.tolist(), one, weights) for one in made[:40].tolist()]
            assert prices[:40].tolist() == expected, position
            met += len(expected)
    assert met > 100
