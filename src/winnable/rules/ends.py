"""How a game ends: won, stuck, or so far along that the rest goes up by itself."""

from collections.abc import Iterator
from itertools import pairwise

from winnable.cards import rank_of
from winnable.rules.moves import can_turn, each_legal_move, is_idle
from winnable.rules.play import apply
from winnable.rules.position import TURN, Move, Pile, Position, base_rank


def is_won(position: Position) -> bool:
    """Whether all cards are on the foundations."""
    return all(len(pile) == position.game.ranks for pile in position.foundations)


def useful_moves(position: Position) -> list[Move]:
    """The legal moves of cards that are not idle: what can still change something, the stock aside."""
    return list(_each_useful_move(position))


def _each_useful_move(position: Position) -> Iterator[Move]:
    return (move for move in each_legal_move(position) if move != TURN and not is_idle(position, move))


def is_stuck(position: Position) -> bool:
    """Whether no card can move and no number of turns still allowed brings up one that can.

    Exact: the turns are simulated to the end of what is allowed, or until the cards lie as before.
    """
    if is_won(position):
        return False
    seen = set()
    while next(_each_useful_move(position), None) is None:
        lie = (position.tableau, position.reserves, position.waste, position.stock)
        if not can_turn(position) or lie in seen:
            return True
        seen.add(lie)
        position, _ = apply(position, TURN)
    return False


def in_order(position: Position) -> bool:
    """Whether auto complete is offered: stock, waste and reserve are out, and no card in the tableau
    covers one that its foundation needs earlier, counted by relative rank.
    """
    base = base_rank(position)
    if base is None or position.stock or position.waste or any(position.reserves) or any(position.face_down):
        return False
    return any(position.tableau) and all(_pile_in_order(pile, base, position.game.ranks) for pile in position.tableau)


def _pile_in_order(pile: Pile, base: int, ranks: int) -> bool:
    relative = [(rank_of(card) - base) % ranks for card in pile]
    return all(above <= below for below, above in pairwise(relative))


def completion(position: Position) -> tuple[Move, ...]:
    """The moves that send the rest up from a position that is ``in_order``."""
    moves: list[Move] = []
    while not is_won(position):
        move = next(move for move in each_legal_move(position) if move.target[0] == "F" and move.source[0] != "F")
        moves.append(move)
        position, _ = apply(position, move)
    return tuple(moves)
