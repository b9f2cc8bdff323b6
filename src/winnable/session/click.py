"""What a click plays: to a foundation, else to the first pile it builds on, else to the first space."""

from collections.abc import Iterable

from winnable.rules.engine import TURN, Move, Position, base_rank, is_idle, legal_moves


def click_moves(position: Position, autoplay: bool = True, legal: Iterable[Move] | None = None) -> dict[str, Move]:
    """The move that a click plays, by what is clicked: ``T3`` (the top card), ``T3x2`` (two cards), ``S`` (a turn).

    A click never takes a card off a foundation, never chooses the base rank and plays no idle move. Without
    ``autoplay`` it only turns the stock. ``legal`` are the position's legal moves, if they are known already.
    """
    chosen: dict[str, tuple[int, Move]] = {}
    for move in legal_moves(position) if legal is None else legal:
        if move != TURN and not autoplay:
            continue
        urgency = _urgency(position, move)
        name = clicked(move.source, move.count)
        if urgency is not None and (name not in chosen or urgency < chosen[name][0]):
            chosen[name] = urgency, move
    return {name: move for name, (_, move) in chosen.items()}


def click_move(position: Position, pile: str, count: int, autoplay: bool = True) -> Move | None:
    """The move that a click on a pile's last ``count`` cards plays, or None if it plays nothing."""
    return click_moves(position, autoplay).get("S" if pile == "S" else clicked(pile, count))


def clicked(pile: str, count: int) -> str:
    """The name of what is clicked: a pile with a number of cards."""
    return pile if count <= 1 else f"{pile}x{count}"


def _urgency(position: Position, move: Move) -> int | None:
    """0 for a foundation, 1 for a pile, 2 for a space; None for what a click never plays."""
    if move == TURN:
        return 0
    if move.source in ("S",) or move.source[0] == "F" or is_idle(position, move):
        return None
    if move.target[0] == "F":
        return None if base_rank(position) is None else 0
    return 1 if position.pile(move.target) else 2
