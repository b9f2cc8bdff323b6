"""What commands are given: games, deal numbers, and files of positions."""

import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, TextIO

from winnable.cli.errors import BadInput
from winnable.games import UnknownGame
from winnable.games import game as named_game
from winnable.notation import NotationError, json_from_text, position_from_json
from winnable.notation.solvitaire import CannotSay, is_solvitaire, position_from_solvitaire
from winnable.rules.engine import Position
from winnable.rules.engine import deal as deal_number
from winnable.rules.game import Game

_NUMBERS = re.compile(r"\d{1,20}(-\d{1,20})?(,\d{1,20}(-\d{1,20})?)*", re.ASCII)


class Task(NamedTuple):
    """A position to solve; ``number`` is its deal number, where it has one."""

    number: int | None
    position: Position


def find_game(name: str) -> Game:
    """The game of a name with options. Raises BadInput."""
    try:
        return named_game(name)
    except UnknownGame as error:
        raise BadInput(str(error)) from None


def find_deal(game: Game, number: int) -> Position:
    """The position that a deal number starts from. Raises BadInput."""
    try:
        return deal_number(game, number)
    except ValueError as error:
        raise BadInput(str(error)) from None


def deal_numbers(text: str) -> Iterator[int]:
    """The numbers of ``7``, ``1-100`` or ``3,9,12``. Raises BadInput, at once."""
    if not _NUMBERS.fullmatch(text):
        raise BadInput(f"{text[:40]!r} is not a list of deal numbers; write 7, 1-100 or 3,9,12.")
    ranges = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        ranges.append(range(int(first), int(last or first) + 1))
        if not ranges[-1]:
            raise BadInput(f"{part} is an empty range; write the smaller number first.")
    return (number for numbers in ranges for number in numbers)


def tasks(game: Game, source: str) -> Iterator[Task]:
    """The positions of NUMBERS or of a FILE. Raises BadInput, for a file when the wrong line is reached."""
    if _NUMBERS.fullmatch(source):
        return (Task(number, find_deal(game, number)) for number in deal_numbers(source))
    return _tasks_of_file(game, json_lines(source))


def _tasks_of_file(game: Game, documents: Iterator[tuple[int, Any]]) -> Iterator[Task]:
    for line_number, document in documents:
        try:
            yield _task(game, document)
        except (NotationError, CannotSay, BadInput) as error:
            raise BadInput(f"Line {line_number}: {error}") from None


def _task(game: Game, document: Any) -> Task:
    if is_solvitaire(document):
        return Task(None, position_from_solvitaire(document, game))
    number = None
    if isinstance(document, dict) and "position" in document:  # what solve --json printed
        number, document = document.get("number"), document["position"]
    position = position_from_json(document)
    if position.game != game and (position.game.name != game.name or game.options):
        raise BadInput(f"This is a position of {position.game.full_name}, not of {game.full_name}.")
    return Task(number if type(number) is int else None, position)


def json_lines(source: str) -> Iterator[tuple[int, Any]]:
    """Line number and document of each line of a file that is not blank; "-" is standard input.

    Raises BadInput: at once if there is no such file, and when a line is reached that is not JSON or can't be read.
    """
    if source == "-":
        return _read(sys.stdin, "standard input")
    try:
        file = open(source, encoding="utf-8")  # noqa: SIM115 - closed by its reader
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "that is not a file's name"
        raise BadInput(f"{source[:100]!r} can't be read: {why}.") from None
    return _read(file, source)


def _read(file: TextIO, name: str) -> Iterator[tuple[int, Any]]:
    line_number = 0
    with file:
        try:
            for line_number, line in enumerate(file, 1):
                if line.strip():
                    yield line_number, json_from_text(line)
        except UnicodeDecodeError:
            raise BadInput(f"Line {line_number + 1} of {name} is not text in UTF-8.") from None
        except NotationError:
            raise BadInput(f"Line {line_number} of {name} is not JSON.") from None
        except OSError as error:
            raise BadInput(f"{name} can't be read after line {line_number}: {error.strerror or error}.") from None
