"""Finished games to be watched again: by their players, and by everyone who has the address of a shared one."""

from dataclasses import dataclass
from itertools import islice

from winnable.games import game
from winnable.notation import line_from_text
from winnable.rules.engine import Move, Position, apply, deal
from winnable.rules.game import Game
from winnable.site.answers import number_json
from winnable.site.daily.hiding import is_of_open_board
from winnable.site.models import Player, Table, may_be_id, new_id
from winnable.site.store import find
from winnable.site.view import Json, events_json, view_json

PART = 100  # moves in one answer


class NotShared(LookupError):
    """No replay has this address now."""


class NotFinished(ValueError):
    """A game without a result has no replay."""


class StillHidden(ValueError):
    """A board of the day that others may still be playing: its replay would tell them the deal."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The deal and the line that led to a game's first result."""

    game: Game
    number: str  # the deal number
    result: str  # "won" or "given up"
    line: tuple[Move, ...]


def own(player: Player | None, table_id: str) -> tuple[Table, Replay]:
    """A player's table and its replay. Raises NoSuchTable, NotFinished."""
    table = find(player, table_id).table
    return table, _replay(table)


def shared(token: str) -> Replay:
    """The replay at a public address. Raises NotShared."""
    table = Table.objects.filter(shared=token).first() if may_be_id(token) else None
    if table is None:
        raise NotShared(token)
    return _replay(table)


def share(player: Player | None, table_id: str) -> tuple[Table, Replay]:
    """Give a player's replay a public address if it has none. Raises NoSuchTable, NotFinished, StillHidden."""
    table, _ = own(player, table_id)
    if is_of_open_board(table):
        raise StillHidden(table_id)
    Table.objects.filter(pk=table_id, shared=None).update(shared=new_id())
    return own(player, table_id)


def revoke(player: Player | None, table_id: str) -> None:
    """Let a replay's public address lead nowhere. Raises NoSuchTable."""
    Table.objects.filter(pk=find(player, table_id).table.pk).update(shared=None)


def replay_json(replay: Replay, start: int) -> Json:
    """A replay's deal and, from so many moves after it on, up to ``PART`` moves with what they did and show."""
    position = deal(replay.game, int(replay.number))
    for move in replay.line[:start]:
        position, _ = apply(position, move)
    line = tuple(islice(replay.line, start, start + PART))
    frames, events = _frames(position, line)
    return head_json(replay) | {
        "start": min(start, len(replay.line)),
        "line": [str(move) for move in line],
        "events": events,
        "frames": frames,
    }


def head_json(replay: Replay) -> Json:
    """What a replay is of, and how it ended."""
    return {
        "title": replay.game.title,
        "game": replay.game.name,
        "full_name": replay.game.full_name,
        "number": number_json(replay.number),
        "result": replay.result,
        "moves": len(replay.line),
    }


def _frames(position: Position, line: tuple[Move, ...]) -> tuple[list[Json], list[list[Json]]]:
    frames, events = [view_json(position)], []
    for move in line:
        position, happened = apply(position, move)
        frames.append(view_json(position))
        events.append(events_json(happened))
    return frames, events


def _replay(table: Table) -> Replay:
    if not table.result or not _is_known(table):
        raise NotFinished(table.pk)
    text = table.result_line or (table.past if table.result_moves is None else "")
    line = tuple(move for step in text.split("\n") if step for move in line_from_text(step))
    return Replay(game(table.full_name), table.number, table.result, line)


def _is_known(table: Table) -> bool:
    """Whether the line to the result is stored, or is, for a game that ended before it was, the one on the table."""
    return table.result_moves is not None or table.state == table.result
