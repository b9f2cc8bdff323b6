"""What tests of the solver share: every legal move tried by the rules engine, walks at random, lines replayed."""

import math
import random
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from winnable.rules.engine import Move, Position, apply, is_won, legal_moves, play


class Truth(NamedTuple):
    """What trying every legal move of the rules found."""

    won: bool
    positions: int  # different ones that were met; all there are if it is lost


def brute_force(
    start: Position,
    lie: Callable[[Position], Hashable],
    most: float = math.inf,
    moves: Callable[[Position], list[Move]] = legal_moves,
) -> Truth | None:
    """Whether some line wins, by the rules alone; None if more than ``most`` positions tell nothing.

    ``lie`` is equal for positions that are as good as each other.
    """
    if is_won(start):
        return Truth(True, 1)
    waiting, seen = [start], {lie(start)}
    while waiting:
        position = waiting.pop()
        for move in reversed(moves(position)):  # foundation moves are tried first
            after, _ = apply(position, move)
            if is_won(after):
                return Truth(True, len(seen))
            if (key := lie(after)) not in seen:
                if len(seen) >= most:
                    return None
                seen.add(key)
                waiting.append(after)
    return Truth(False, len(seen))


def wander(position: Position, steps: int, rng: random.Random) -> Position:
    """The position after some random moves, fewer where none is left."""
    for _ in range(steps):
        moves = legal_moves(position)
        if not moves:
            break
        position, _ = apply(position, rng.choice(moves))
    return position


def wins(position: Position, line: Iterable[Move]) -> bool:
    """Whether a line, every move of which must be legal, ends with a win."""
    for move in line:
        position, _ = play(position, move)
    return is_won(position)
