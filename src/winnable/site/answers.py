"""A table as the API answers it (docs/api.md, *A table*)."""

import json
from typing import Any

from django.utils.translation import gettext

from winnable.rules.engine import Position, can_turn, legal_moves
from winnable.site.daily.hiding import can_share, shown_number
from winnable.site.models import Table
from winnable.site.store import Stored
from winnable.site.view import Json, clicks_json, moves_json, view_json

_EXACT_IN_JAVASCRIPT = 2**53


def table_json(stored: Stored, settings: dict[str, Any], did: bool = False, message: str | None = None) -> Json:
    """The table; with what the last step ``did``, if it is the answer to that step."""
    table, session = stored.table, stored.session
    position, over = session.position, table.state in ("won", "given up")
    legal = [] if over else legal_moves(position)
    return deal_json(table) | {
        "seq": table.seq,
        "title": session.game.title,
        "state": table.state,
        "can_undo": bool(session.past),
        "can_redo": bool(session.future),
        "moves_made": table.moves_made,
        "undos": session.undos,
        "hints": session.hints,
        "result": table.result,
        "seconds": table.seconds,
        "shareable": can_share(table),
        "uncounted": table.uncounted or None,
        "settings": settings,
        "view": view_json(position),
        "did": json.loads(table.last_events) if did else [],
        "moves": moves_json(position, legal),
        "clicks": clicks_json(position, legal, settings["autoplay"]),
        "message": message or _message(stored, position, did),
    }


def short_json(table: Table) -> Json:
    """A table in the list of a player's tables."""
    return deal_json(table) | {
        "state": table.state,
        "moves_made": table.moves_made,
        "touched": bool(table.past or table.future),
    }


def deal_json(table: Table) -> Json:
    """Which deal a table is, as far as its player may know."""
    name, *options = table.full_name.split(":")
    return {
        "id": table.pk,
        "game": name,
        "options": options,
        "full_name": table.full_name,
        "number": number_json(shown_number(table)),
        "daily": table.daily.isoformat() if table.daily else None,
    }


def number_json(number: str | None) -> int | str | None:
    """A deal number: as text where JavaScript would round it; None while the player may not know it."""
    if number is None:
        return None
    return int(number) if int(number) < _EXACT_IN_JAVASCRIPT else number


def _message(stored: Stored, position: Position, did: bool) -> str | None:
    state = stored.table.state
    if state == "won":
        return gettext("Won: all cards are up.")
    if state == "given up":
        return gettext("This deal is put aside; undo or restart to play on.")
    if state == "stuck":
        return _stuck(stored, position)
    turned = did and stored.session.past and stored.session.past[-1][-1].source == "S"
    return gettext("That was the last turn.") if turned and not can_turn(position) else None


def _stuck(stored: Stored, position: Position) -> str:
    if not stored.session.past:
        return gettext("This deal has no first move. It counts as nothing; deal another one.")
    if position.game.stock is None:
        return gettext("Stuck: no card can move.")
    return gettext("Stuck: no card can move, and no turn brings up one that can.")
