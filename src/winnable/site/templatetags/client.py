"""Template tags of the pages: the client's texts, a game's rules, a game's picture."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import rules_text, texts

register = template.Library()


@register.simple_tag
def client_texts() -> SafeString:
    """The block of texts that the browser client reads."""
    return json_script(texts.client_texts(), "texts")


@register.simple_tag
def all_games() -> list[Game]:
    """Every game, in the order of the start page."""
    return list(GAMES.values())


@register.filter
def rules(game: Game) -> tuple[rules_text.Section, ...]:
    """The rules of a game, section by section."""
    return rules_text.sections(game)


@register.filter
def summary(game: Game) -> str:
    """One sentence about a game."""
    return rules_text.summary(game)


@register.filter
def picture(game: Game) -> str:
    """The name of the game whose picture shows how the piles lie here: its own, unless an option changes them."""
    alike = (plain for plain in (GAMES[game.name], *GAMES.values()) if _layout(plain) == _layout(game))
    return next(alike, GAMES[game.name]).name


def _layout(game: Game) -> tuple[int, int, int]:
    return game.foundation_count, game.tableau.piles, game.reserve.piles


@register.filter
def relatives(game: Game) -> tuple[Game, ...]:
    """The games of the same family."""
    return rules_text.relatives(game)
