"""Perft: how many sequences of legal moves of a given length lead on from a position.

Two implementations of the rules that count alike almost surely agree; where they do not, ``divide`` leads to
the move that makes the difference. The idea is chess programmers' (see also python-chess's ``examples/perft``).
"""

from winnable.rules.moves import legal_moves
from winnable.rules.play import apply
from winnable.rules.position import Move, Position


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of ``depth`` moves; a won position is played on where moves are left."""
    if depth <= 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(position, move)[0], depth - 1) for move in moves)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """For each legal move, the number of move sequences of ``depth`` moves that start with it."""
    if depth <= 0:
        return {}
    return {move: perft(apply(position, move)[0], depth - 1) for move in legal_moves(position)}
