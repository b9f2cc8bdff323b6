"""The counts in ``suites/perft``, against the engine to their full depth and against brute force where it is quick."""

import pytest

from rules_support import VARIANTS
from suites import PerftCase, perft_cases
from winnable.games import GAMES
from winnable.rules.engine import deal, legal_moves
from winnable.rules.perft import divide, perft

from check_perft import agrees  # isort: skip - scripts/ is on the path only once suites is imported

BRUTE_FORCE_POSITIONS = 25  # how many tables brute force may look at for one case
SAMPLE_POSITIONS = 500  # the same for the sample of each game


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
        assert agrees(case, case.depth_within(BRUTE_FORCE_POSITIONS)), case


@pytest.mark.parametrize("name", GAMES)
def test_brute_force_counts_the_same_deeper_in_one_case_of_each_game(name: str) -> None:
    """A sample of what ``scripts/check_perft.py`` does in full."""
    case = max(perft_cases(name), key=lambda case: case.counts[case.depth_within(SAMPLE_POSITIONS) - 1])
    depth = case.depth_within(SAMPLE_POSITIONS)
    assert depth > case.depth_within(BRUTE_FORCE_POSITIONS)
    assert agrees(case, depth), case


def cases_of(full_name: str) -> list[PerftCase]:
    return [case for case in perft_cases(VARIANTS[full_name].name) if case.full_name == full_name]


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
