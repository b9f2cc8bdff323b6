"""Text and JSON of cards, moves, lines and positions, read back strictly."""

from winnable.notation.json_form import game_from_json, position_from_json, position_to_json
from winnable.notation.text import NotationError, json_from_text, line_from_text, line_text, move_from_text, pile_text

__all__ = [
    "NotationError",
    "game_from_json",
    "json_from_text",
    "line_from_text",
    "line_text",
    "move_from_text",
    "pile_text",
    "position_from_json",
    "position_to_json",
]
