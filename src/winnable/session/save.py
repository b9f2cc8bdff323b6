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
from winnable.session.session import LONGEST_LINE, Session, Step, replayed, start

SAVE_VERSION = 1
_KEYS = {"version", "game", "options", "number", "past", "future", "undos", "hints", "given_up"}
_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # from a version to the next
_MOST = 10**9  # that a counter may say


class BrokenSave(ValueError):
    """A save that can't be opened; the message says what is wrong and where."""


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
        raise BrokenSave(f"The save has an unknown key {quoted(key)}." if key in document else f"It lacks {key!r}.")
    try:
        fresh = start(game_from_json(document), _whole(document, "number", 1, LARGEST_DEAL_NUMBER))
        played = replayed(fresh, *_history(document))
    except (NotationError, IllegalMove) as error:
        raise BrokenSave(str(error)) from None
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
        raise BrokenSave(f'"version" must be a whole number from 1 to {SAVE_VERSION}.')
    if version > SAVE_VERSION:
        raise BrokenSave(f"The save is of version {version}, which a newer Winnable wrote; please update.")
    upgraded: dict[str, Any] = document
    for older in range(version, SAVE_VERSION):
        upgraded = _UPGRADES[older](upgraded)
    return upgraded


def _whole(document: dict[str, Any], key: str, least: int, most: int) -> int:
    value = document[key]
    if type(value) is not int or not least <= value <= most:
        raise BrokenSave(f'"{key}" must be a whole number from {least} to {most}.')
    return value


def _history(document: dict[str, Any]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    past, future = _steps(document["past"], "past"), _steps(document["future"], "future")
    if sum(map(len, past + future)) > LONGEST_LINE:
        raise BrokenSave(f"The save has more than {LONGEST_LINE} moves.")
    return past, future


def _steps(texts: Any, key: str) -> tuple[Step, ...]:
    if not isinstance(texts, list) or len(texts) > LONGEST_LINE:
        raise BrokenSave(f'"{key}" must be a list of at most {LONGEST_LINE} steps.')
    steps = tuple(map(line_from_text, texts))
    if () in steps:
        raise BrokenSave(f'Step {steps.index(()) + 1} of "{key}" is empty.')
    return steps
