"""The games of the same family, and what differs between two games, taken from their rules in words."""

from dataclasses import dataclass

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site import rules_text

FAMILIES = (
    ("czarina", "four-seasons"),
    ("canfield", "klondike"),
    ("chessboard", "fortress", "lasker", "castles-end"),
    ("quadrennial", "acquaintance", "leap-year"),
)
ONE_OF_EACH_FAMILY = tuple(family[0] for family in FAMILIES)


@dataclass(frozen=True, slots=True)
class Difference:
    """What two games say of one topic; "" where a game has nothing of the kind."""

    topic: str
    here: str
    there: str


def relatives(game: Game) -> tuple[Game, ...]:
    """The other games of the same family."""
    names = next(family for family in FAMILIES if game.name in family)
    return tuple(GAMES[name] for name in names if name != game.name)


def differences(game: Game, other: Game) -> tuple[Difference, ...]:
    """Topic by topic, what the rules of two games say differently, in the active language."""
    here, there = rules_text.topics(game), rules_text.topics(other)
    topics = [topic for topic in {**here, **there} if here.get(topic) != there.get(topic)]
    return tuple(Difference(topic, " ".join(here.get(topic, ())), " ".join(there.get(topic, ()))) for topic in topics)
