"""Chessboard, Fortress, Lasker and Castles End, case by case."""

from dataclasses import replace

import pytest

from rules_support import cards, code, moves_of, position
from winnable.games import GAMES
from winnable.rules.engine import (
    TURN,
    Move,
    Position,
    base_rank,
    deal,
    is_stuck,
    legal_moves,
    needed_rank,
    play,
    refusal,
    supermove_limit,
    useful_moves,
)

FILLED = ["2C 9C", "2D 9D", "2S 9S", "5C", "5D", "5S"]  # six piles that take no heart


def board(full_name: str, *piles: str, foundations: tuple[str, ...] = ()) -> Position:
    """Four piles of hearts, as given, before six that have nothing to do with them."""
    assert len(piles) == 4
    return position(full_name, T=[*piles, *FILLED], F=list(foundations))


def test_chessboard_the_first_card_up_chooses_the_base_of_all_foundations() -> None:
    here = deal(GAMES["chessboard"], 1)
    tops = {f"T{number}-F{'CDHS'.index(str_suit(here, number)) + 1}" for number in range(1, 11)}
    assert base_rank(here) is None
    assert {move for move in moves_of(here) if "F" in move} == tops
    first = next(move for move in legal_moves(here) if move.target[0] == "F")
    after = play(here, first)[0]
    base = base_rank(after)
    assert base == here.pile(first.source)[-1] >> 2
    assert [needed_rank(after, pile) for pile in after.foundations].count(base) == 3


def str_suit(here: Position, number: int) -> str:
    return "CDHS"[here.tableau[number - 1][-1] & 3]


def test_chessboard_before_the_base_is_chosen_only_the_own_foundation_takes_a_card() -> None:
    here = board("chessboard", "7H", "KH", "JH", "3H")
    assert {"T1-F3", "T2-F3", "T3-F3", "T4-F3"} <= moves_of(here)
    assert code(here, Move("T1", "F1")) == "wrong suit"


def test_chessboard_taking_the_last_foundation_card_back_leaves_the_base_unchosen() -> None:
    here = board("chessboard", "8H", "", "QH", "3H", foundations=("", "", "7H"))
    assert base_rank(here) == 6
    assert "T4-F3" not in moves_of(here)
    for target in ("T1", "T2"):
        after = play(here, Move("F3", target))[0]
        assert base_rank(after) is None
        assert "T4-F3" in moves_of(after)


def test_chessboard_a_foundation_card_comes_back_to_a_pile_that_takes_it_or_a_space() -> None:
    here = board("chessboard", "9H", "", "QH", "6H", foundations=("", "", "7H 8H"))
    taken = {move for move in moves_of(here) if move[0] == "F"}
    assert taken == {"F3-T1", "F3-T2"}
    assert code(here, Move("F3", "T3")) == "does not fit"
    assert code(here, Move("F3", "T1", 2)) == "one card at a time"


@pytest.mark.parametrize("name", ["chessboard:locked", "fortress:locked", "lasker:locked", "castles-end:locked"])
def test_locked_foundations_are_not_taken_back(name: str) -> None:
    here = board(name, "3H", "", "QH", "6H", foundations=("", "", "AH 2H"))
    assert code(here, Move("F3", "T1")) == "no take-back"
    assert not {move for move in moves_of(here) if move[0] == "F"}


def test_chessboard_builds_up_and_down_in_suit_and_wraps() -> None:
    here = board("chessboard", "AH", "KH", "2H", "QH", foundations=("7C",))
    moves = {move for move in moves_of(here) if "F" not in move}
    assert moves == {"T1-T2", "T2-T1", "T1-T3", "T3-T1", "T2-T4", "T4-T2"}


def test_fortress_builds_up_and_down_in_suit_without_wrap() -> None:
    here = board("fortress", "AH", "KH", "2H", "QH")
    assert moves_of(here) == {"T1-F3", "T1-T3", "T3-T1", "T2-T4", "T4-T2"}
    assert base_rank(here) == 0


RUN = "9H 8H 7H 6H 5H"


@pytest.mark.parametrize(
    ("spaces", "onto_card", "into_space"),
    [(0, {1}, set()), (1, {1, 2, 3, 4, 5}, {1}), (2, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5})],
)
def test_chessboard_supermoves_by_spaces(spaces: int, onto_card: set[int], into_space: set[int]) -> None:
    """Behaviour 39: with one space a run of any length goes onto a card."""
    piles = [RUN, "TH", "" if spaces > 0 else "KH", "" if spaces > 1 else "2H"]
    here = board("chessboard", *piles, foundations=("7C",))
    counts = {move.count for move in legal_moves(here) if (move.source, move.target) == ("T1", "T3")}
    assert counts == into_space
    for count in onto_card:
        here = board("chessboard", RUN, card_above(count), *piles[2:], foundations=("7C",))
        assert refusal(here, Move("T1", "T2", count)) is None


def card_above(count: int) -> str:
    """A card that takes the run's last ``count`` cards."""
    return {1: "4H", 2: "7H", 3: "8H", 4: "9H", 5: "TH"}[count]


def test_chessboard_a_refused_run_says_what_limits_it() -> None:
    """Behaviour 40."""
    full = board("chessboard", RUN, "TH", "KH", "2H", foundations=("7C",))
    refused = refusal(full, Move("T1", "T2", 5))
    assert refused is not None
    assert (refused.code, refused.limit) == ("too few spaces", 1)
    one = board("chessboard", RUN, "TH", "", "2H", foundations=("7C",))
    assert code(one, Move("T1", "T3", 2)) == "too few spaces"
    broken = board("chessboard", "9H 3H 2H", "TH", "", "", foundations=("7C",))
    refused = refusal(broken, Move("T1", "T2", 3))
    assert refused is not None
    assert (refused.code, refused.limit) == ("not a run", 2)


@pytest.mark.parametrize(
    ("full_name", "piles", "limit"),
    [
        ("chessboard", ("9H 3H 2H", "TH", "KH", "6H"), 1),
        ("chessboard", ("9H 5H 4H 3H 2H", "TH", "", "6H"), 4),
        ("chessboard:doubling", ("9H 5H 4H 3H 2H", "TH", "", "7H"), 2),
        ("lasker", ("9H 3H 2H", "TH", "KH", "6H"), 2),
        ("canfield:whole_only", ("9H 3C 2H", "TC", "KC", "6C"), 1),
    ],
)
def test_the_limit_of_a_refused_run_counts_spaces_too(full_name: str, piles: tuple[str, ...], limit: int) -> None:
    """Behaviour 40 (fault found: two cards of a run were said to be able to move, without a space for them)."""
    rest = [] if full_name.startswith("canfield") else FILLED
    here = position(full_name, T=[*piles, *rest], F=["7C"])
    assert refusal(here, Move("T1", "T2", len(piles[0].split()))) == ("not a run", limit)


def test_chessboard_a_run_may_go_up_and_down() -> None:
    here = board("chessboard", "7H 8H 9H TH", "6H", "", "2H", foundations=("7C",))
    assert refusal(here, Move("T1", "T2", 4)) is None


def test_a_supermove_is_what_single_moves_could_do() -> None:
    """Found by trying all single moves within the run, its target and the spaces."""
    for spaces in (0, 1, 2):
        for length in (2, 3, 4, 5):
            run = RUN.split()[:length]
            for to_space in (False, True):
                if to_space and spaces == 0:
                    continue
                target = [] if to_space else ["TH"]
                possible = by_single_moves(run, target, spaces - to_space)
                allowed = spaces - to_space >= 1
                assert possible == allowed, (spaces, length, to_space)


def by_single_moves(run: list[str], target: list[str], spare: int) -> bool:
    """Whether single moves can carry a run onto a target, with only so many spaces to help."""
    ranks = "A23456789TJQK"

    def fits(card: str, pile: tuple[str, ...]) -> bool:
        return not pile or abs(ranks.index(card[0]) - ranks.index(pile[-1][0])) == 1

    start = (tuple(run), tuple(target), *((),) * spare)
    goal = (*target, *run)
    seen, heads = {start}, [start]
    while heads:
        piles = heads.pop()
        if piles[1] == goal:
            return True
        for source, pile in enumerate(piles):
            for other in range(len(piles)):
                if pile and other != source and fits(pile[-1], piles[other]):
                    after = list(piles)
                    after[source], after[other] = pile[:-1], (*piles[other], pile[-1])
                    if tuple(after) not in seen:
                        seen.add(tuple(after))
                        heads.append(tuple(after))
    return False


@pytest.mark.parametrize(("spaces", "onto_card", "into_space"), [(0, 1, 1), (1, 2, 1), (2, 4, 2), (3, 8, 4)])
def test_doubling_limits_supermoves_as_in_freecell(spaces: int, onto_card: int, into_space: int) -> None:
    piles = [*("" for _ in range(spaces)), *("2H" for _ in range(4 - spaces))]
    here = board("chessboard:doubling", *piles, foundations=("7C",))
    assert supermove_limit(here, to_space=False) == onto_card
    if spaces:
        assert supermove_limit(here, to_space=True) == into_space


def test_doubling_refuses_a_run_that_chessboard_allows() -> None:
    piles = (RUN, "TH", "", "2H")
    assert refusal(board("chessboard", *piles, foundations=("7C",)), Move("T1", "T2", 5)) is None
    refused = refusal(board("chessboard:doubling", *piles, foundations=("7C",)), Move("T1", "T2", 5))
    assert refused is not None
    assert (refused.code, refused.limit) == ("too few spaces", 2)


def test_lasker_runs_move_without_spaces_and_into_the_only_space() -> None:
    full = board("lasker", RUN, "TH", "KH", "2H", foundations=("7C",))
    assert "T1-T2x5" in moves_of(full)
    space = board("lasker", RUN, "JH", "", "2H", foundations=("7C",))
    assert {"T1-T3x2", "T1-T3x5"} <= moves_of(space)


def test_chessboard_has_no_stock() -> None:
    here = deal(GAMES["chessboard"], 1)
    assert code(here, TURN) == "no turn left"
    assert code(here, Move("S", "T1")) == "nothing there"
    assert code(here, Move("W", "T1")) == "nothing there"


@pytest.mark.parametrize("number", range(1, 21))
def test_a_fresh_chessboard_is_not_stuck_as_a_base_can_be_chosen(number: int) -> None:
    """Behaviour 9: the moves that choose the base count, for hints and for stuck."""
    here = deal(GAMES["chessboard"], number)
    assert not is_stuck(here)
    assert len([move for move in useful_moves(here) if move.target[0] == "F"]) == 10


def test_a_fortress_deal_without_a_first_move_is_stuck_at_once() -> None:
    """Behaviour 43."""
    here = deal(GAMES["fortress"], 22)
    assert legal_moves(here) == []
    assert is_stuck(here)
    assert not is_stuck(deal(GAMES["fortress"], 21))


def test_castles_end_the_first_move_goes_to_a_foundation_and_sets_the_base() -> None:
    here = deal(GAMES["castles-end"], 1)
    assert {move.target[0] for move in legal_moves(here)} == {"F"}
    assert len(legal_moves(here)) == 12
    blocked = position("castles-end", T=["8H", "7C"], R=["2D", "3S"])
    assert code(blocked, Move("T2", "T1")) == "foundation first"
    assert code(blocked, Move("R1", "T3")) == "foundation first"
    after = play(blocked, Move("R1", "F2"))[0]
    assert base_rank(after) == 1
    assert "T2-T1" in moves_of(after)


def test_castles_end_keeps_one_card_on_each_foundation() -> None:
    here = position("castles-end", F=["7C 8C", "7D"], T=["9H", "8S"])
    assert "F1-T1" in moves_of(here)
    assert code(here, Move("F2", "T2")) == "kept on the foundation"


def test_castles_end_reserve_cells_play_anywhere_and_take_no_card() -> None:
    here = position("castles-end", F=["7C"], T=["9H", "KS"], R=["8S", ""])
    assert {"R1-T1", "R1-T3"} <= moves_of(here)
    after = play(here, Move("R1", "T1"))[0]
    assert after.reserves == ((), ())
    assert code(after, Move("T1", "R1")) == "reserve takes no cards"


def test_castles_end_builds_up_and_down_in_alternating_colours_one_card_at_a_time() -> None:
    here = position("castles-end", F=["7C"], T=["AH", "KS", "2C", "KD", *["9S"] * 6])
    moves = {move for move in moves_of(here) if "F" not in move}
    assert moves == {"T1-T2", "T2-T1", "T1-T3", "T3-T1"}
    run = position("castles-end", F=["7C"], T=["9H 8S", "TS", ""])
    assert code(run, Move("T1", "T2", 2)) == "one card at a time"


def test_a_run_that_may_be_split_is_not_stuck() -> None:
    """Behaviour 2: only a part of the run has a place to go."""
    here = position("canfield", F=["5C"], T=["9H 8S 7H", "9D", "3S", "3C"])
    assert {"T1-T2x2"} == moves_of(here)
    assert not is_stuck(here)


def test_a_new_variant_costs_a_replace() -> None:
    kings = replace(GAMES["chessboard"], name="free", tableau=replace(GAMES["chessboard"].tableau, match="any"))
    here = Position(kings, ((), (), (), ()), (cards("7H"), cards("8S"), *((),) * 8))
    assert "T1-T2" in moves_of(here)
