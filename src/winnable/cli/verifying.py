"""``verify``: lines replayed by the rules alone."""

from typing import Any

from winnable.cards import quoted
from winnable.cli.errors import BadInput
from winnable.cli.sources import json_lines
from winnable.notation import NotationError, line_from_text, position_from_json
from winnable.rules.engine import IllegalMove, Position, is_won, play


def verify(source: str) -> int:
    """Print one answer for each line of a file. Returns 2 if any line fails, 0 if none does."""
    failed = checked = 0
    for line_number, document in json_lines(source):
        fault = find_fault(document)
        checked += 1
        failed += fault is not None
        print(f"{line_number}: {fault or _answer(document)}", flush=True)
    if not checked:
        raise BadInput(f"{source} holds no lines to verify.")
    if failed:
        raise BadInput(f"{failed} of {checked} lines fail.")
    return 0


def find_fault(document: Any) -> str | None:
    """What is wrong with an object that has a position and, where it is called winnable, a line; or None."""
    if not isinstance(document, dict) or "position" not in document:
        return 'fails: it must be an object with "position" and "line", as solve --json prints it.'
    try:
        position = position_from_json(document["position"])
    except NotationError as error:
        return f"fails: position: {error}"
    verdict = document.get("verdict", "winnable")
    if verdict in ("lost", "undecided"):
        return None
    if verdict != "winnable":
        return f"fails: verdict: {quoted(verdict)} is none; write winnable, lost or undecided."
    try:
        return _line_fault(position, document.get("line"))
    except NotationError as error:
        return f"fails: line: {error}"


def _line_fault(position: Position, text: Any) -> str | None:
    line = line_from_text(text)
    for number, move in enumerate(line, 1):
        try:
            position, _ = play(position, move)
        except IllegalMove as error:
            return f"fails: move {number} of {len(line)}: {error}"
    return None if is_won(position) else f"fails: the position after all {len(line)} moves is not won."


def _answer(document: dict[str, Any]) -> str:
    verdict = document.get("verdict", "winnable")
    return "ok" if verdict == "winnable" else f"{verdict}, no line to replay"
