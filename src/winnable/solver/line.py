"""Lines: replayed by the rules, and shortened where that is cheap."""

from collections.abc import Hashable, Iterable

from winnable.rules.engine import TURN, IllegalMove, Move, Position, apply, is_won, play, refusal

_TRIES = 1000  # moves that leaving out others may play, some 20 microseconds each


def replay(position: Position, line: Iterable[Move]) -> Position:
    """The position after a line, every move checked by the rules. Raises IllegalMove."""
    for move in line:
        position, _ = play(position, move)
    return position


def wins(position: Position, line: Iterable[Move]) -> bool:
    """Whether a line is legal from here and ends with a win."""
    try:
        return is_won(replay(position, line))
    except IllegalMove:
        return False


def lie(position: Position) -> Hashable:
    """What tells positions apart that a player would call different: pile order in the tableau doesn't, nor does
    the pass where any number is allowed.
    """
    downs = position.face_down or (0,) * len(position.tableau)
    passes = position.passes if _passes_are_limited(position) else 0
    piles = tuple(sorted(zip(position.tableau, downs, strict=True)))
    return position.foundations, piles, position.reserves, position.waste, position.stock, passes


def shorten(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A line to the same win without detours that bring back a position and without moves it doesn't need.

    ``line`` must win from the position; so does what is returned.
    """
    direct = _without_detours(position, line)
    short = _without_needless(position, direct)
    return short if short is direct else _without_detours(position, short)


def _without_detours(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line with what lies between two visits of the same position cut out."""
    limited = _passes_are_limited(position)
    all_there = [_all_there(position, limited)]
    for move in line:
        position, _ = apply(position, move)
        all_there.append(_all_there(position, limited))
    last = {lie: index for index, lie in enumerate(all_there)}
    kept, index = [], last[all_there[0]]
    while index < len(line):
        kept.append(line[index])
        index = last[all_there[index + 1]]
    return tuple(kept)


def _all_there(position: Position, limited: bool) -> Hashable:
    """What tells positions of a game apart, pile by pile; the pass too where the number of passes is limited."""
    piles = position.foundations, position.tableau, position.face_down, position.reserves
    return piles, position.waste, position.stock, position.passes if limited else 0


def _passes_are_limited(position: Position) -> bool:
    stock = position.game.stock
    return stock is not None and stock.passes is not None


def _without_needless(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line without those moves, last first, that can be left out."""
    positions = [position]
    for move in line:
        positions.append(apply(positions[-1], move)[0])
    left = _TRIES
    for index in reversed(range(len(line))):
        shorter = _leave_out(line, index)
        if shorter is not None and left > 0:
            played, won = _play_out(positions[index], shorter[index:], left)
            left -= played
            line = shorter if won else line
    return line


def _leave_out(line: tuple[Move, ...], index: int) -> tuple[Move, ...] | None:
    """The line without a turn, or with a card going at once to where it is moved next; None for other moves."""
    move, rest = line[index], line[index + 1 :]
    if move == TURN:
        return line[:index] + rest
    if move.target[0] != "T":
        return None
    for later, after in enumerate(rest):
        if after.source == move.target:
            if after.count != move.count or after.target == move.source:
                return None
            at_once = Move(move.source, after.target, move.count)
            return line[:index] + rest[:later] + (at_once,) + rest[later + 1 :]
    return None


def _play_out(position: Position, line: tuple[Move, ...], most: int) -> tuple[int, bool]:
    """How many moves could be played, and whether they led to a win."""
    for played, move in enumerate(line):
        if played >= most or refusal(position, move) is not None:
            return played + 1, False
        position, _ = apply(position, move)
    return len(line), is_won(position)
