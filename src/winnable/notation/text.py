"""Text of moves, lines and piles: ``T3-F1``, ``T1-T4x3``, ``S``."""

import json
import re
from collections.abc import Iterable
from typing import Any

from winnable.cards import Card, card_text, quoted
from winnable.rules.position import TURN, Move

_MOVE = re.compile(r"([FTR][1-9]\d?|W|S)-([FTR][1-9]\d?|W|S)(?:x([2-9]|[1-9]\d))?", re.ASCII)


class NotationError(ValueError):
    """A text or JSON that does not say what it should; the message names the place."""


def json_from_text(text: str) -> Any:
    """What a text in JSON says. Raises NotationError, also where numbers are too long or nested too deeply to read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # Python reads no number of more than 4300 digits
        raise NotationError("That is not JSON.") from None


def move_from_text(text: str) -> Move:
    """The move of a text such as ``T1-T4x3``. Raises NotationError."""
    match = _MOVE.fullmatch(text) if isinstance(text, str) else None
    if text == "S":
        return TURN
    if match is None:
        raise NotationError(f"{quoted(text)} is not a move; write it as T3-F1, T1-T4x3 or S.")
    return Move(match[1], match[2], int(match[3] or 1))


def line_text(line: Iterable[Move]) -> str:
    """A line as text: its moves separated by blanks."""
    return " ".join(map(str, line))


def line_from_text(text: str) -> tuple[Move, ...]:
    """The moves of a line. Raises NotationError that names the move's number in the line."""
    if not isinstance(text, str):
        raise NotationError(f"A line is a text of moves separated by blanks, not {quoted(text)}.")
    moves = []
    for number, word in enumerate(text.split(), 1):
        try:
            moves.append(move_from_text(word))
        except NotationError as error:
            raise NotationError(f"Move {number}: {error}") from None
    return tuple(moves)


def pile_text(pile: Iterable[Card]) -> str:
    """The cards of a pile, bottom first, separated by blanks."""
    return " ".join(map(card_text, pile))
