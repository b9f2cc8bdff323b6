"""``hint``: the first move of a proved line, or an honest answer without one."""

from collections.abc import Iterable

from winnable.rules.engine import Move, Position, apply, is_idle, is_stuck, is_won, legal_moves
from winnable.solver.line import lie, wins
from winnable.solver.solving import Cancel, solve
from winnable.solver.verdict import Budget, Hint, Verdict

DEFAULT_HINT_BUDGET = Budget(seconds=1.0)


def hint(
    position: Position,
    known_line: tuple[Move, ...] = (),
    budget: Budget = DEFAULT_HINT_BUDGET,
    seen: Iterable[Position] = (),
    cancel: Cancel | None = None,
) -> Hint:
    """What to play here.

    ``known_line`` is what is left of the line of an earlier hint: while the player follows it nothing is searched.
    ``seen`` are the positions of this game so far: a move without proof never leads back to one of them.
    """
    if is_won(position) or is_stuck(position):
        return Hint("stuck", None)
    if known_line and wins(position, known_line):
        return Hint("move", known_line[0], known_line)
    solution = solve(position, budget, cancel)
    if solution.verdict is Verdict.WINNABLE:
        return Hint("move", solution.line[0], solution.line)
    if solution.verdict is Verdict.LOST:
        return Hint("lost", None)
    return Hint("unknown", fresh_move(position, seen))


def fresh_move(position: Position, seen: Iterable[Position] = ()) -> Move | None:
    """A legal move that changes something and repeats no position; None if no progress is possible.

    Cards go up first, then move, then the stock is turned; a card is taken back last.
    """
    known = {lie(position), *map(lie, seen)}
    for move in sorted(legal_moves(position), key=_urgency):
        if not is_idle(position, move) and lie(apply(position, move)[0]) not in known:
            return move
    return None


def _urgency(move: Move) -> int:
    if move.source[0] == "F":
        return 3
    if move.source == "S":
        return 2
    return 0 if move.target[0] == "F" else 1
