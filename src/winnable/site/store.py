"""Tables in the database: each step is stored before it is answered, and never played twice."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from winnable.games import game
from winnable.notation import line_from_text, line_text
from winnable.session import NotPossible, Outcome, Session, Step, replayed, start
from winnable.site import metrics
from winnable.site.known_deals import alone, decided_by_others
from winnable.site.memory import Memory
from winnable.site.models import Player, Table, may_be_id
from winnable.site.statements import add, change, row, work_out
from winnable.site.view import events_json

Action = Callable[[Session], Outcome]
Uncounted = Literal["", "save", "again", "wiped"]  # why a table is in no figures


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored, and the session that its text says."""

    table: Table
    session: Session

    @property
    def size(self) -> int:
        """How many positions are kept."""
        return len(self.session.positions)


class NoSuchTable(LookupError):
    """There is no table of this id, or it is another player's."""


class Stale(Exception):
    """The step was made on an older state; ``stored`` is the state now."""

    def __init__(self, stored: Stored) -> None:
        super().__init__("stale")
        self.stored = stored


_memory: Memory[Stored] = Memory(most=100_000)  # positions, about 1 KB each


def create(
    player: Player, session: Session, uncounted: Uncounted = "", daily: date | None = None, proved: Step = ()
) -> Stored:
    """Store a new table.

    ``uncounted`` says why it will be in no figures, if so; ``daily`` of which day's board it is the counted attempt;
    ``proved`` is a line that wins the deal, if one is known.
    Raises NoSuchTable if the player was removed meanwhile: his account has taken him over.
    """
    columns = _columns(session) | {"begun": timezone.now() if session.touched else None, "uncounted": uncounted}
    columns["proved_line"] = line_text(proved)
    name, number = session.game.full_name, str(session.number)
    table = Table(player_id=player.pk, full_name=name, number=number, daily=daily, **columns)
    try:
        add(Table, _columns_of(table))
    except IntegrityError:
        raise NoSuchTable(table.pk) from None
    metrics.count("tables", session.game.name)
    return _remember(Stored(table, session))


def find(player: Player | None, table_id: str) -> Stored:
    """A player's table. Raises NoSuchTable."""
    table = row(Table, table_id) if player is not None and may_be_id(table_id) else None
    if player is None or table is None or table.player_id != player.pk:
        raise NoSuchTable(table_id)
    known = _memory.get(table_id)
    if known is not None and known.table.seq == table.seq:
        return _remember(Stored(table, replace(known.session, hints=table.hints)))
    return _remember(Stored(table, _session(table)))


def act(
    player: Player | None, table_id: str, after: int, key: str, action: Action, *, seconds: int | None = None
) -> Stored:
    """Do one step on a table that stands at ``after`` and store it, with what the player's timer says.

    The key of the last step does nothing and answers the state that it left. Raises NoSuchTable, Stale, and
    NotPossible from the action: then nothing has changed.
    """
    known = _memory.get(table_id)
    if player is not None and known is not None and _is_at(known, player, after, key):
        with suppress(NotPossible):  # another process may have gone on: what is stored decides
            done = _done(known, key, action, seconds)
            if done is not None:
                return done
    stored = find(player, table_id)
    while True:
        if stored.table.last_key == key:
            return stored
        if stored.table.seq != after:
            raise Stale(stored)
        done = _done(stored, key, action, seconds)
        if done is not None:
            return done
        stored = find(player, table_id)  # someone was quicker


def count_hint(stored: Stored) -> None:
    """Store that a hint gave a move, whatever its table has gone on to meanwhile; nothing else changes."""
    Table.objects.filter(pk=stored.table.pk).update(hints=F("hints") + 1)


def mark_helped(stored: Stored) -> None:
    """Store that a solution or a verdict was told; after the result it no longer matters."""
    if not stored.table.helped and not stored.table.result:
        Table.objects.filter(pk=stored.table.pk, result="").update(helped=True)


def newest(player: Player | None, most: int = 50) -> list[Table]:
    """The player's tables, the one touched last first."""
    if player is None:
        return []
    return list(Table.objects.filter(player=player).order_by("-changed")[:most])


def _is_at(stored: Stored, player: Player, seq: int, key: str) -> bool:
    table = stored.table
    return table.player_id == player.pk and table.seq == seq and table.last_key != key


def _done(before: Stored, key: str, action: Action, seconds: int | None) -> Stored | None:
    """The state after an action once it is stored; None if the table has moved on meanwhile."""
    session, events = action(before.session)
    now = timezone.now()
    columns: dict[str, Any] = _columns(session, before) | {
        "seq": before.table.seq + 1,
        "seconds": _seconds(before.table, seconds),
        "last_key": key,
        "last_events": json.dumps(events_json(events)),
        "begun": before.table.begun or (now if session.touched else None),
        "changed": now,
    }
    if not before.table.result:
        columns |= _result_columns(session, columns, now)
    decided = _stored(before.table, columns)
    if decided is None:
        return None
    metrics.count("steps", session.game.name)
    return _remember(Stored(_with(before.table, columns | decided), session))


def _stored(table: Table, columns: dict[str, Any]) -> dict[str, Any] | None:
    """Store a step, and answer the columns that other tables of the deal decide; None if it is not stored.

    One statement does it: only whoever finds the state that he acted on has played.
    """
    same = {name: getattr(table, name) for name in ("id", "player_id", "seq", "hints")}
    columns = {name: value for name, value in columns.items() if value != getattr(table, name)}
    decided = decided_by_others(columns)
    if not decided:
        return {} if change(Table, same, columns) else None
    with alone(table.player_id):
        return work_out(Table, same, columns, decided)


def _columns(session: Session, before: Stored | None = None) -> dict[str, Any]:
    return {
        "past": _past_text(session, before),
        "future": _steps_text(session.future),
        "undos": session.undos,
        "hints": session.hints,
        "given_up": session.given_up,
        "state": session.state,
        "moves_made": session.moves_made,
    }


def _result_columns(session: Session, columns: dict[str, Any], now: datetime) -> dict[str, Any]:
    """What stays for good once there is a result. Nothing was risked on an untouched deal, so it has none."""
    if columns["state"] not in ("won", "given up") or not session.touched:
        return {}
    return {
        "result": columns["state"],
        "finished": now,
        "result_line": columns["past"],
        "result_moves": session.moves_made,
        "result_undos": session.undos,
        "result_hints": session.hints,
        "result_seconds": columns["seconds"],
    }


def _seconds(table: Table, told: int | None) -> int | None:
    """The time played after a step: only of a game whose every step was made with the timer on, up to its result.

    Never less than before, and never more than has passed since the deal.
    """
    if table.result:
        return table.seconds
    begun = bool(table.seq or table.past or table.future)
    if told is None or (begun and table.seconds is None):
        return None
    passed = int((timezone.now() - table.created).total_seconds())
    return max(table.seconds or 0, min(told, passed))


def _with(table: Table, columns: dict[str, Any]) -> Table:
    return Table(**_columns_of(table) | columns)


def _columns_of(table: Table) -> dict[str, Any]:
    return {field.attname: getattr(table, field.attname) for field in Table._meta.concrete_fields}


def _session(table: Table) -> Session:
    fresh = start(game(table.full_name), int(table.number))
    played = replayed(fresh, _steps(table.past), _steps(table.future))
    return replace(played, undos=table.undos, hints=table.hints, given_up=table.given_up)


def _past_text(session: Session, before: Stored | None) -> str:
    """The steps as text. A step more than before is only added: a long game's text is long."""
    if before is not None and session.past and session.past[:-1] == before.session.past:
        return "\n".join(filter(None, (before.table.past, _steps_text(session.past[-1:]))))
    return _steps_text(session.past)


def _steps_text(steps: tuple[Step, ...]) -> str:
    return "\n".join(map(line_text, steps))


def _steps(text: str) -> tuple[Step, ...]:
    return tuple(map(line_from_text, text.split("\n"))) if text else ()


def _remember(stored: Stored) -> Stored:
    _memory.put(stored.table.pk, stored, stored.size)
    return stored
