"""The games as the API lists them."""

from typing import Any

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import rules_text


def games_json() -> list[dict[str, Any]]:
    """Every game with its options, in words of the player's language."""
    return [_game_json(game) for game in GAMES.values()]


def _game_json(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": rules_text.summary(game),
        "options": [
            {"name": option.name, "values": list(option.values), "meaning": rules_text.option_meaning(option)}
            for option in game.choices
        ],
    }
