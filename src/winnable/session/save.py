"""A game's save form: a JSON object with a version number, read back strictly. Nothing in it is ever run.

``{"version": 1, "game", "options", "number", "past": ["T3-F1", …], "future": […], "undos", "hints", "given_up"}``:
each text of ``past`` and ``future`` is the line of one step. A later version of the program reads every older
version by bringing it up to date, one version after another, with ``_UPGRADES``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from winnable.cards import LARGEST_DEAL_NUMBER, quoted
from winnable.notation import NotationError, game_from_json, line_from_text, line_text
from winnable.rules.engine import IllegalMove
from winnable.rules.game import Game
from winnable.session.session import LONGEST_LINE, Session, Step, replayed, start

SAVE_VERSION = 1
_KEYS = {"version", "game", "options", "number", "past", "future", "undos", "hints", "given_up"}
_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # from a version to the next
_MOST = 10**9  # that a counter may say


class BrokenSave(ValueError):
    """A save that can't be opened; the message says what is wrong and where.

    ``reason`` is the same in other words, where they are more exact: a sentence that can be said in other languages,
    with ``values`` for its %-places.
    """

    def __init__(self, reason: str, message: str = "", **values: str | int) -> None:
        super().__init__(message or reason % values)
        self.reason, self.values = reason, values


def save(session: Session) -> dict[str, Any]:
    """The session as an object that ``json.dumps`` writes."""
    return {
        "version": SAVE_VERSION,
        "game": session.game.name,
        "options": list(session.game.options),
        "number": session.number,
        "past": [line_text(step) for step in session.past],
        "future": [line_text(step) for step in session.future],
        "undos": session.undos,
        "hints": session.hints,
        "given_up": session.given_up,
    }


def load(document: Any) -> Session:
    """The session that a save says, every move replayed by the rules. Raises BrokenSave."""
    document = _up_to_date(document)
    for key in sorted(_KEYS ^ set(document)):
        if key in document:
            raise BrokenSave("The save has an unknown key %(key)s.", key=quoted(key))
        raise BrokenSave('The save lacks the key "%(key)s".', key=key)
    fresh = start(_game(document), _whole(document, "number", 1, LARGEST_DEAL_NUMBER))
    try:
        played = replayed(fresh, *_history(document))
    except IllegalMove as error:
        reason = "The move %(move)s is not legal where the save plays it."
        raise BrokenSave(reason, str(error), move=str(error.move)) from None
    if type(document["given_up"]) is not bool:
        raise BrokenSave('"given_up" must be true or false.')
    return replace(
        played,
        undos=_whole(document, "undos", 0, _MOST),
        hints=_whole(document, "hints", 0, _MOST),
        given_up=document["given_up"],
    )


def _up_to_date(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise BrokenSave("A save is a JSON object.")
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise BrokenSave('"version" must be a whole number from 1 to %(most)s.', most=SAVE_VERSION)
    if version > SAVE_VERSION:
        raise BrokenSave("A newer Winnable wrote this save; please update.")
    upgraded: dict[str, Any] = document
    for older in range(version, SAVE_VERSION):
        upgraded = _UPGRADES[older](upgraded)
    return upgraded


def _game(document: dict[str, Any]) -> Game:
    try:
        return game_from_json(document)
    except NotationError as error:
        raise BrokenSave("The game of the save, or one of its options, is not known here.", str(error)) from None


def _whole(document: dict[str, Any], key: str, least: int, most: int) -> int:
    value = document[key]
    if type(value) is not int or not least <= value <= most:
        reason = '"%(key)s" must be a whole number from %(least)s to %(most)s.'
        raise BrokenSave(reason, key=key, least=least, most=most)
    return value


def _history(document: dict[str, Any]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    past, future = _steps(document["past"], "past"), _steps(document["future"], "future")
    if sum(map(len, past + future)) > LONGEST_LINE:
        raise BrokenSave("The save has more than %(most)s moves.", most=LONGEST_LINE)
    return past, future


def _steps(texts: Any, key: str) -> tuple[Step, ...]:
    if not isinstance(texts, list) or len(texts) > LONGEST_LINE:
        raise BrokenSave('"%(key)s" must be a list of at most %(most)s steps.', key=key, most=LONGEST_LINE)
    return tuple(_step(text, key, number) for number, text in enumerate(texts, 1))


def _step(text: Any, key: str, number: int) -> Step:
    try:
        step = line_from_text(text)
    except NotationError as error:
        reason = 'Step %(number)s of "%(key)s" is not a line of moves.'
        raise BrokenSave(reason, f'Step {number} of "{key}": {error}', key=key, number=number) from None
    if not step:
        raise BrokenSave('Step %(number)s of "%(key)s" is empty.', key=key, number=number)
    return step
