"""The counts in ``suites/perft``, against the engine to their full depth and against brute force where it is quick."""

import pytest

import brute_force
from rules_support import VARIANTS, table_of
from suites import PerftCase, perft_cases
from winnable.games import GAMES
from winnable.rules.engine import deal, legal_moves
from winnable.rules.perft import divide, perft

BRUTE_FORCE_POSITIONS = 25  # how many tables brute force may look at for one case


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_counted_on_three_deals(name: str) -> None:
    counted = {(case.full_name, case.number) for case in perft_cases(name)}
    for full_name in (full_name for full_name, variant in VARIANTS.items() if variant.name == name):
        assert len([number for variant, number in counted if variant == full_name]) >= 3


@pytest.mark.parametrize("name", VARIANTS)
def test_the_engine_counts_as_before(name: str) -> None:
    for case in cases_of(name):
        position = case.position()
        assert tuple(perft(position, depth) for depth in range(1, len(case.counts) + 1)) == case.counts, case


@pytest.mark.parametrize("name", VARIANTS)
def test_brute_force_counts_the_same(name: str) -> None:
    for case in cases_of(name):
        table = table_of(case.position())
        for depth, count in enumerate(case.counts, 1):
            if depth <= quick_depth(case):
                assert brute_force.count_lines(table, depth) == count, (case, depth)


def cases_of(full_name: str) -> list[PerftCase]:
    return [case for case in perft_cases(VARIANTS[full_name].name) if case.full_name == full_name]


def quick_depth(case: PerftCase) -> int:
    """The depth down to which brute force has to look at few tables."""
    depth = 1
    while depth < len(case.counts) and sum(case.counts[:depth]) <= BRUTE_FORCE_POSITIONS:
        depth += 1
    return depth


def test_divide_adds_up_to_perft() -> None:
    position = perft_cases("canfield")[0].position()
    parts = divide(position, 3)
    assert list(parts) == legal_moves(position)
    assert sum(parts.values()) == perft(position, 3)
    assert divide(position, 1) == dict.fromkeys(legal_moves(position), 1)
    assert divide(position, 0) == {}


def test_perft_of_no_moves_is_one_and_of_no_way_on_is_none() -> None:
    stuck = deal(GAMES["fortress"], 22)
    assert [perft(stuck, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert divide(stuck, 2) == {}
