"""Template tags of the pages: the client's texts, a game's rules, a game's picture."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from winnable.games import GAMES, variants
from winnable.rules.game import Game
from winnable.site import help_texts as help_room
from winnable.site import pictures, rules_text, strategy, texts, winnability
from winnable.site import questions as questions_room
from winnable.site import relatives as relatives_room

register = template.Library()


@register.simple_tag
def client_texts() -> SafeString:
    """The block of texts that the browser client reads."""
    return json_script(texts.client_texts(), "texts")


@register.simple_tag
def help_texts() -> tuple[tuple[str, str], ...]:
    """The questions and answers of the help page."""
    return help_room.help_texts()


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
def picture(game: Game) -> SafeString:
    """How the piles of a game lie, with a description."""
    return pictures.svg(game)


@register.filter
def picture_words(game: Game) -> str:
    """What that picture shows."""
    return pictures.words(game)


@register.filter
def bare_picture(game: Game) -> SafeString:
    """The same beside words that name the game, hidden from screen readers."""
    return pictures.svg(game, described=False)


@register.filter
def advice(game: Game) -> tuple[str, ...]:
    """What helps to win a game."""
    return strategy.advice(game)


@register.filter
def questions(game: Game) -> tuple[questions_room.Question, ...]:
    """Questions and answers about a game."""
    return questions_room.questions(game)


@register.filter
def figures(game: Game) -> winnability.Figures | None:
    """How many deals of a game can be won, if that was measured."""
    return winnability.figures(game)


@register.filter
def in_short(found: winnability.Figures) -> str:
    """Such figures in a few words."""
    return winnability.in_short(found)


@register.filter
def in_full(found: winnability.Figures) -> tuple[str, ...]:
    """Such figures in sentences: the counts, what they say of all deals, and how they were found."""
    return winnability.counts(found), winnability.share(found), winnability.method(found)


@register.filter
def plain(game: Game) -> Game:
    """The game without options."""
    return GAMES[game.name]


@register.filter
def measured_variants(game: Game) -> list[Game]:
    """A game with each of its options alone, as far as that was measured."""
    return [one for one in variants(GAMES[game.name]) if winnability.figures(one)]


@register.filter
def option_words(game: Game) -> str:
    """The options of a game as a reader sees them: their names and what they mean."""
    return rules_text.option_words(game)


@register.filter
def relatives(game: Game) -> tuple[Game, ...]:
    """The games of the same family."""
    return relatives_room.relatives(game)
