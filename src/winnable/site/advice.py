"""What the solver tells a player: hints, the lamp, and lines to watch."""

import logging
from itertools import accumulate

from django.utils.translation import gettext, gettext_noop

from winnable.rules.engine import TURN, Position, apply
from winnable.session import Session
from winnable.site import knowledge, metrics, store, warming
from winnable.site.knowledge import Knowledge
from winnable.site.proved import known_of
from winnable.site.searches import SHARE, Busy, long_searches, searches
from winnable.site.store import Stored
from winnable.site.view import Json, events_json, view_json
from winnable.solver import Budget, Cancel, Hint, InternalError, UnsupportedGame, Verdict, fresh_move, solve

_MEMORY = 1 << 28  # bytes of one search
QUICK = Budget(seconds=0.8, bytes=_MEMORY)  # for a hint, which is answered within a second, and for the lamp
LONG = Budget(seconds=10.0, bytes=_MEMORY)  # for a line to watch
EACH = Budget(seconds=1.0, bytes=_MEMORY)  # for each moment that is looked at in the search for the last winnable one
_HINT_WAIT, _LAMP_WAIT, _SOLUTION_WAIT = 0.95, 0.1, 2.0  # seconds

_log = logging.getLogger(__name__)

HINTS = {
    "move": gettext_noop("This move leads to a win."),
    "turn": gettext_noop("Turn the stock: that leads to a win."),
    "lost": gettext_noop("There is no win from here. That is proved."),
    "unknown": gettext_noop("The solver can't tell; this move repeats nothing."),
    "unknown turn": gettext_noop("The solver can't tell; you could turn the stock."),
    "no progress": gettext_noop("The solver can't tell, and no move makes progress."),
    "stuck": gettext_noop("Nothing can move any more."),
    "won": gettext_noop("This deal is won."),
    "given up": gettext_noop("This deal is put aside; undo or restart to play on."),
    "busy": gettext_noop("The solver is busy; ask again in a moment."),
    "preparing": gettext_noop("The solver is being prepared; ask again in a minute."),
}


def hint_json(stored: Stored) -> Json:
    """A hint for the position on a table, within a second. It is counted if it gives a move."""
    if stored.table.state != "playing":
        return {"kind": "stuck", "move": None, "text": gettext(HINTS[stored.table.state])}
    if not warming.is_ready():
        return {"kind": "busy", "move": None, "text": gettext(HINTS["preparing"])}
    try:
        verdict = _verdict(stored, _HINT_WAIT)
    except Busy:
        return {"kind": "busy", "move": None, "text": gettext(HINTS["busy"])}
    answer = _hint(stored, verdict)
    if answer.move is not None:
        store.count_hint(stored)
    elif answer.kind == "lost":
        store.mark_helped(stored)
    return _hint_json(answer)


def verdict_json(stored: Stored) -> Json:
    """The verdict for the lamp; ``busy`` while it is looked for."""
    if not warming.is_ready():
        return {"verdict": "busy"}
    try:
        verdict = _verdict(stored, _LAMP_WAIT)
    except Busy:
        return {"verdict": "busy"}
    store.mark_helped(stored)
    return {"verdict": verdict.value}


def solution_json(stored: Stored, start: str) -> Json:
    """A winning line from here, from the deal, or from the last moment that is proved winnable, to be watched."""
    if not warming.is_ready():
        return _no_line("busy")
    session, known = stored.session, known_of(stored)
    finder = {"here": _from_here, "deal": _from_deal, "last winnable": _from_last_winnable}[start]
    try:
        index = long_searches.ask(
            stored.table.pk,
            (stored.table.seq, start),
            lambda cancel: finder(session, known, cancel),
            _SOLUTION_WAIT,
        )
    except Busy:
        return _no_line("busy")
    store.mark_helped(stored)
    knowledge.keep(stored.table.pk, known)
    verdict = known.verdict(session.positions[index]) or Verdict.UNDECIDED
    return _line(session, known, index) if verdict is Verdict.WINNABLE else _no_line(verdict.value)


def has_line(stored: Stored) -> bool:
    """Whether a win from the position on a table is known already."""
    return bool(known_of(stored).line(stored.session.position))


def moved_on(table_id: str) -> None:
    """Stop what is searched for a table: its player no longer waits for it."""
    searches.drop(table_id)
    long_searches.drop(table_id)


def _verdict(stored: Stored, seconds: float) -> Verdict:
    """The verdict on the position on a table: known, or searched for. Raises Busy."""
    table_id, position = stored.table.pk, stored.session.position
    known = known_of(stored)
    verdict = known.verdict(position)
    if verdict is None:
        verdict = searches.ask(
            table_id, stored.table.seq, lambda cancel: _settle(known, position, QUICK, cancel), seconds, SHARE
        )
        knowledge.keep(table_id, known)
    return verdict


def _settle(known: Knowledge, position: Position, budget: Budget, cancel: Cancel) -> Verdict:
    """Search, unless it is settled already, and take in what is found."""
    verdict = known.verdict(position)
    if verdict in (Verdict.WINNABLE, Verdict.LOST):
        return verdict
    try:
        solution = solve(position, budget, cancel)
    except UnsupportedGame:
        return Verdict.UNDECIDED
    except InternalError:
        _log.exception("A search failed.")
        return Verdict.UNDECIDED
    metrics.count("searches", "cancelled" if solution.reason == "cancelled" else solution.verdict.value)
    known.learn(solution)
    return solution.verdict


def _hint(stored: Stored, verdict: Verdict) -> Hint:
    position = stored.session.position
    line = known_of(stored).line(position)
    if line:
        return Hint("move", line[0], line)
    if verdict is Verdict.LOST:
        return Hint("lost", None)
    return Hint("unknown", fresh_move(position, stored.session.positions))


def _hint_json(hint: Hint) -> Json:
    kind: str = hint.kind
    if hint.kind in ("move", "unknown"):
        turns = hint.move == TURN
        kind = {("move", True): "turn", ("unknown", True): "unknown turn"}.get((hint.kind, turns), hint.kind)
        kind = "no progress" if hint.move is None else kind
    return {"kind": hint.kind, "move": str(hint.move) if hint.move else None, "text": gettext(HINTS[kind])}


def _from_here(session: Session, known: Knowledge, cancel: Cancel) -> int:
    _settle(known, session.position, LONG, cancel)
    return len(session.positions) - 1


def _from_deal(session: Session, known: Knowledge, cancel: Cancel) -> int:
    _settle(known, session.positions[0], LONG, cancel)
    return 0


def _from_last_winnable(session: Session, known: Knowledge, cancel: Cancel) -> int:
    """The last step after which a win is proved; 0 if none is.

    Once a position is lost all later ones are, so the moment is found by halving what lies between the last that is
    known to be winnable and the first after it that is known to be lost; what isn't proved counts as lost.
    """
    verdicts = [known.verdict(position) for position in session.positions]
    good = max((index for index, verdict in enumerate(verdicts) if verdict is Verdict.WINNABLE), default=0)
    bad = next((index for index in range(good, len(verdicts)) if verdicts[index] is Verdict.LOST), len(verdicts))
    if good == 0 and _settle(known, session.positions[0], EACH, cancel) is Verdict.LOST:
        return 0
    while bad - good > 1:
        middle = (good + bad) // 2
        if _settle(known, session.positions[middle], EACH, cancel) is Verdict.WINNABLE:
            good = middle
        else:
            bad = middle
    return good


def _line(session: Session, known: Knowledge, index: int) -> Json:
    position = session.positions[index]
    line = known.line(position)
    frames, events = [view_json(position)], []
    for move in line:
        position, happened = apply(position, move)
        frames.append(view_json(position))
        events.append(events_json(happened))
    start = [0, *accumulate(map(len, session.past))][index]
    return {"verdict": "winnable", "start": start, "line": list(map(str, line)), "events": events, "frames": frames}


def _no_line(verdict: str) -> Json:
    return {"verdict": verdict, "start": 0, "line": [], "events": [], "frames": []}
