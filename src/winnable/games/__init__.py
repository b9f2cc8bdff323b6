"""The games, by name and with their options."""

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from winnable.cards import quoted
from winnable.games.canfield import CANFIELD, KLONDIKE
from winnable.games.chessboard import CASTLES_END, CHESSBOARD, FORTRESS, LASKER
from winnable.games.quadrennial import ACQUAINTANCE, LEAP_YEAR, QUADRENNIAL
from winnable.games.seasons import CZARINA, FOUR_SEASONS
from winnable.rules.game import Game, Option

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        CZARINA,
        FOUR_SEASONS,
        CANFIELD,
        KLONDIKE,
        CHESSBOARD,
        FORTRESS,
        LASKER,
        CASTLES_END,
        QUADRENNIAL,
        ACQUAINTANCE,
        LEAP_YEAR,
    )
}


class UnknownGame(ValueError):
    """A game or option that does not exist; the message says which there are."""


def game(full_name: str) -> Game:
    """The game of a name such as ``czarina`` or ``canfield:draw=1:fill=choice``. Raises UnknownGame."""
    name, *options = full_name.split(":")
    if name not in GAMES:
        near = get_close_matches(name[:40], GAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(GAMES)}."
        raise UnknownGame(f"There is no game {quoted(name)}; {hint}")
    return with_options(GAMES[name], options)


def with_options(plain: Game, options: list[str] | tuple[str, ...]) -> Game:
    """A game with options such as ``draw=1`` applied. Raises UnknownGame for one it does not have.

    The game's ``options`` come out in its own order, without those that change nothing (Canfield's ``draw=3``).
    """
    asked = dict(_find(plain, text) for text in options)
    if len(asked) < len(options):
        raise UnknownGame(f"An option of {plain.title} is given twice; give each option once.")
    result = plain
    for option in plain.choices:
        if option.name in asked:
            result = _applied(option, asked[option.name], result)
    return result


def variants(plain: Game) -> Iterator[Game]:
    """A game with each option alone that changes it, once for each value; of the numbers of passes, three."""
    for option in plain.choices:
        for value in option.values or (None,):
            variant = _applied(option, "3" if value == "N" else value, plain)
            if variant.options:
                yield variant


def _applied(option: Option, value: str | None, before: Game) -> Game:
    """The game with an option; the same game, without the option's text, where it changes no rule."""
    after = option.apply(before, value or "")
    return before if after == before else replace(after, options=(*before.options, _text(option.name, value)))


def _find(plain: Game, text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    for option in plain.choices:
        if option.name == name and option.accepts(value if equals else None):
            return name, value if equals else None
    written = ", ".join(text for option in plain.choices for text in _written(option)) or "none"
    raise UnknownGame(f"{plain.title} has no option {quoted(text)}; its options are: {written}.")


def _written(option: Option) -> list[str]:
    return [f"{option.name}={value}" for value in option.values] or [option.name]


def _text(name: str, value: str | None) -> str:
    return name if value is None else f"{name}={value}"
