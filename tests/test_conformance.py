"""What must hold in every game, with every option: a new game in ``GAMES`` is held to it without a line here."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from itertools import product

import pytest

from rules_support import VARIANTS, choose, cornered, dealt, ordered, scattered, settled, small, walk
from winnable.cards import Card
from winnable.games import GAMES, game, with_options
from winnable.notation import line_from_text, line_text, move_from_text, position_from_json, position_to_json
from winnable.rules.engine import (
    TURN,
    Event,
    IllegalMove,
    Move,
    Position,
    apply,
    can_turn,
    completion,
    in_order,
    is_idle,
    is_stuck,
    is_won,
    legal_moves,
    play,
    refusal,
    useful_moves,
)
from winnable.rules.game import Game

PLAIN = [pytest.param(variant, id=name) for name, variant in VARIANTS.items()]
BOTH_SIZES = [
    pytest.param(variant, id=f"{name}{note}")
    for name, plain in VARIANTS.items()
    for variant, note in ((plain, ""), (small(plain), "-small"))
]


def sampled(variant: Game, games: int, length: int, every: int) -> Iterator[Position]:
    """Positions of random games, each ``every``-th from a start that differs by game, and scattered ones."""
    for number in range(2 * games):
        if settled(position := scattered(variant, number)):
            yield position
    for number in range(1, games + 1):
        for step, position in enumerate(walk(variant, number, length)):
            if step % every == number % every:
                yield position


def pile_names(position: Position) -> list[str]:
    counts = {"F": len(position.foundations), "T": len(position.tableau), "R": len(position.reserves)}
    return [f"{group}{number}" for group, count in counts.items() for number in range(1, count + 1)] + [
        "W",
        "S",
    ]


def conceivable(position: Position) -> Iterator[Move]:
    """Every way to take some cards of one pile to another, legal or not, and the turn."""
    yield TURN
    names = pile_names(position)
    for source, target in product(names, names):
        for count in range(len(position.pile(source)) + 2):
            if Move(source, target, count) != TURN:
                yield Move(source, target, count)


def held(position: Position) -> Counter[Card]:
    piles = (*position.foundations, *position.tableau, *position.reserves, position.waste, position.stock)
    return Counter(card for pile in piles for card in pile)


def replayed(position: Position, events: tuple[Event, ...]) -> dict[str, tuple[Card, ...]]:
    """The piles after the events, each of which takes its cards from one pile to the end of another."""
    piles = {name: position.pile(name) for name in pile_names(position)}
    for event in events:
        source, count = piles[event.source], len(event.cards)
        if event.kind == "flip":
            assert event.source == event.target
            assert source[-1:] == event.cards
            continue
        assert count > 0
        front = event.source == "S"
        assert (source[:count] if front else source[-count:]) == event.cards
        piles[event.source] = source[count:] if front else source[:-count]
        piles[event.target] += event.cards
    return piles


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_random_games_keep_every_card_exactly_once(variant: Game) -> None:
    """Behaviour 15; 20 games for each variant and size, each move checked."""
    for number in range(1, 21):
        cards = held(dealt(variant, number))
        assert len(cards) == variant.ranks * variant.suits
        assert set(cards.values()) == {variant.decks}
        assert all(held(position) == cards for position in walk(variant, number, 70))


@pytest.mark.parametrize("variant", PLAIN)
def test_positions_survive_json(variant: Game) -> None:
    for position in sampled(variant, 6, 80, 8):
        assert position_from_json(json.loads(json.dumps(position_to_json(position)))) == position


@pytest.mark.parametrize("variant", PLAIN)
def test_lines_survive_text_and_lead_to_the_same_position(variant: Game) -> None:
    for number in range(1, 4):
        line, start, end = played(variant, number)
        assert line_from_text(line_text(line)) == line
        assert all(move_from_text(str(move)) == move for move in line)
        assert end_of(start, line) == end


def end_of(position: Position, line: tuple[Move, ...]) -> Position:
    for move in line:
        position = play(position, move)[0]
    return position


def played(variant: Game, number: int) -> tuple[tuple[Move, ...], Position, Position]:
    """A random line, with the positions it starts from and leads to."""
    line: list[Move] = []
    dice = random.Random(number)
    start = position = dealt(variant, number)
    while len(line) < 60 and (moves := legal_moves(position)):
        line.append(choose(moves, dice))
        position = apply(position, line[-1])[0]
    return tuple(line), start, position


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_legal_moves_are_those_that_are_not_refused(variant: Game) -> None:
    for position in sampled(variant, 5, 80, 15):
        moves = legal_moves(position)
        assert len(set(moves)) == len(moves)
        assert set(moves) == {move for move in conceivable(position) if refusal(position, move) is None}


@pytest.mark.parametrize("variant", PLAIN)
def test_refused_moves_raise_and_say_why(variant: Game) -> None:
    position = dealt(variant, 1)
    wrong = [
        Move("T99", "F1"),
        Move("F1", "T99"),
        Move("X1", "T1"),
        Move("", "T1"),
        Move("S", "W"),
        Move("F0", "T1"),
    ]
    for move in (*wrong, *(move for move in conceivable(position) if refusal(position, move) is not None)):
        with pytest.raises(IllegalMove) as caught:
            play(position, move)
        assert caught.value.refusal == refusal(position, move)
        assert caught.value.refusal.code in str(caught.value)


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_events_tell_exactly_what_changed(variant: Game) -> None:
    for position in sampled(variant, 5, 80, 8):
        for move in legal_moves(position):
            after, events = play(position, move)
            assert (after, events) == apply(position, move)
            assert replayed(position, events) == {name: after.pile(name) for name in pile_names(after)}
            first = events[0]
            assert move == TURN or (first.kind, first.source, first.target) == ("move", *move[:2])


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_flips_tell_exactly_which_cards_turned_up(variant: Game) -> None:
    for position in sampled(variant, 3, 80, 10):
        for move in legal_moves(position):
            after, events = play(position, move)
            flips = Counter(int(event.source[1:]) - 1 for event in events if event.kind == "flip")
            before = position.face_down or (0,) * len(position.tableau)
            now = after.face_down or (0,) * len(after.tableau)
            bared = {pile: before[pile] - now[pile] for pile in range(len(now))}
            assert flips == Counter({pile: count for pile, count in bared.items() if count})


@pytest.mark.parametrize("variant", PLAIN)
def test_the_old_position_stays_as_it_was(variant: Game) -> None:
    for position in sampled(variant, 2, 60, 15):
        document = json.dumps(position_to_json(position))
        for move in legal_moves(position):
            play(position, move)
        assert json.dumps(position_to_json(position)) == document
        with pytest.raises(FrozenInstanceError):
            position.passes = 9  # type: ignore[misc]
        assert hash(position) == hash(position_from_json(json.loads(document)))


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_stuck_is_what_turning_to_the_end_shows(variant: Game) -> None:
    """Behaviours 3 and 6: with any card move that is not idle, now or after turns, it is not stuck."""
    for position in sampled(variant, 6, 120, 25):
        assert is_stuck(position) == turned_to_the_end_in_vain(position)


@pytest.mark.parametrize("variant", PLAIN)
def test_stuck_is_met_and_told_from_what_is_not(variant: Game) -> None:
    """Late positions with nothing left to turn, until both have been met: random games are seldom stuck."""
    met: Counter[bool] = Counter()
    for number in range(1_000):
        position = cornered(variant, number)
        met[is_stuck(position)] += 1
        assert is_stuck(position) == turned_to_the_end_in_vain(position)
        if len(met) == 2 and number >= 30:
            break
    assert len(met) == 2, met


def turned_to_the_end_in_vain(position: Position) -> bool:
    if is_won(position):
        return False
    for _ in range(3 * position.game.card_count):
        if any(refusal(position, move) is None and not is_idle(position, move) for move in card_moves(position)):
            return False
        if not can_turn(position):
            break
        position = play(position, TURN)[0]
    return True


def card_moves(position: Position) -> list[Move]:
    return [move for move in legal_moves(position) if move != TURN]


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_idle_moves_change_nothing_that_can_be_played(variant: Game) -> None:
    for position in sampled(variant, 4, 90, 6):
        idle = [move for move in legal_moves(position) if is_idle(position, move)]
        assert set(useful_moves(position)).isdisjoint(idle)
        for move in idle:
            after = play(position, move)[0]
            assert sorted(position.tableau) == sorted(after.tableau)
            assert sorted(map(len, position.foundations)) == sorted(map(len, after.foundations))
            assert (position.reserves, position.waste, position.stock) == (
                after.reserves,
                after.waste,
                after.stock,
            )


@pytest.mark.parametrize("variant", BOTH_SIZES)
def test_what_is_in_order_goes_up_by_itself(variant: Game) -> None:
    """Positions that are made so, and those that random games meet; without a tableau there are none."""
    made = [ordered(variant, number) for number in range(20)] if variant.tableau.piles else []
    met = [position for position in (*made, *sampled(variant, 5, 150, 5)) if in_order(position)]
    assert len(met) >= 15 if variant.tableau.piles else not met
    assert all(is_won(end_of(position, completion(position))) for position in met)


@pytest.mark.parametrize("name", VARIANTS)
def test_full_names_are_read_back(name: str) -> None:
    assert game(name) == VARIANTS[name]
    assert game(name).full_name == name


@pytest.mark.parametrize("name", GAMES)
def test_options_have_one_spelling(name: str) -> None:
    """Two spellings of one variant would have statistics of their own (fault found: ``passes=07``, ``draw=3``)."""
    plain = GAMES[name]
    assert len(set(VARIANTS.values())) == len(VARIANTS)
    for variant in (variant for variant in VARIANTS.values() if variant.name == name):
        assert with_options(plain, variant.options[::-1]) == variant
        assert (variant == plain) == (not variant.options)
