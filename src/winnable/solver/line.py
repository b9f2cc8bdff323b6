"""Lines: replayed by the rules, and shortened where that is cheap."""

from collections.abc import Hashable, Iterable

from winnable.rules.engine import IllegalMove, Move, Position, apply, is_idle, is_won, play, refusal

_TRIES = 3000  # moves that shortening may play, some 10 microseconds each


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
    stock = position.game.stock
    downs = position.face_down or (0,) * len(position.tableau)
    passes = position.passes if stock is not None and stock.passes is not None else 0
    piles = tuple(sorted(zip(position.tableau, downs, strict=True)))
    return position.foundations, piles, position.reserves, position.waste, position.stock, passes


def shorten(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A line to the same win without detours that bring back a position and without moves it doesn't need.

    ``line`` must win from the position; so does what is returned.
    """
    return _without_detours(position, _without_idlers(position, _without_detours(position, line)))


def _without_detours(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line with what lies between two visits of the same position cut out."""
    positions = [_bare(position)]
    for move in line:
        position, _ = apply(position, move)
        positions.append(_bare(position))
    last = {bare: index for index, bare in enumerate(positions)}
    kept, index = [], last[positions[0]]
    while index < len(line):
        kept.append(line[index])
        index = last[positions[index + 1]]
    return tuple(kept)


def _bare(position: Position) -> Hashable:
    """All that the rest of a line depends on."""
    return position.foundations, position.tableau, position.reserves, position.stock, position.waste, position.passes


def _without_idlers(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line without those moves, last first, that can be left out as they are."""
    positions = [position]
    for move in line:
        positions.append(apply(positions[-1], move)[0])
    left = _TRIES
    for index in reversed(range(len(line))):
        if _may_be_needless(positions[index], line[index]):
            played = _wins_within(positions[index], line[index + 1 :], left)
            left -= abs(played)
            if played > 0:
                line = line[:index] + line[index + 1 :]
            if left <= 0:
                break
    return line


def _may_be_needless(position: Position, move: Move) -> bool:
    """Whether the win could do without the move: every card has to go up some time."""
    return move.target[0] != "F" or is_idle(position, move) or position.game.foundations.take_back


def _wins_within(position: Position, line: tuple[Move, ...], most: int) -> int:
    """How many moves were played, negative if they did not lead to a win."""
    for played, move in enumerate(line, 1):
        if played > most or refusal(position, move) is not None:
            return -played
        position, _ = apply(position, move)
    return len(line) if is_won(position) else -len(line)
