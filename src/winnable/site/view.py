"""What a player is shown: nothing of a card he could not know, but for what the very next move turns up."""

from collections.abc import Iterable, Iterator
from typing import Any

from winnable.cards import RANKS, SUITS, card_text, make_card
from winnable.rules.engine import (
    Event,
    Move,
    Position,
    apply,
    base_rank,
    can_turn,
    is_idle,
    needed_rank,
    run_length,
    supermove_limit,
)
from winnable.rules.position import FOUNDATION_NAMES, RESERVE_NAMES, TABLEAU_NAMES, Pile
from winnable.session import click_moves
from winnable.site.notes import reserve_note, space_note, stock_note

Json = dict[str, Any]


def view_json(position: Position) -> Json:
    """The position as the player may see it (docs/api.md, *A view*)."""
    game, base = position.game, base_rank(position)
    return {
        "piles": list(_piles(position)),
        "base": None if base is None else RANKS[base],
        "pass": position.passes,
        "passes": game.stock.passes if game.stock else None,
        "turn": _turn(position),
        "supermove": supermove_limit(position, False) if game.tableau.take in ("supermove", "doubling") else None,
    }


def moves_json(position: Position, legal: Iterable[Move]) -> list[Json]:
    """Every legal move and what it would do."""
    return [
        {"move": str(move), "idle": is_idle(position, move), "events": events_json(apply(position, move)[1])}
        for move in legal
    ]


def clicks_json(position: Position, legal: Iterable[Move], autoplay: bool) -> dict[str, dict[str, str]]:
    """What a click on so many cards of a pile would play."""
    clicks: dict[str, dict[str, str]] = {}
    for move in click_moves(position, autoplay, legal).values():
        clicks.setdefault(move.source, {})[str(move.count)] = str(move)
    return clicks


def events_json(events: Iterable[Event]) -> list[Json]:
    """Events as the player sees them: cards that end face down are only counted."""
    return [event_json(event) for event in events]


def event_json(event: Event) -> Json:
    """One event. Only in the stock do a move's cards end face down, or where an undone flip hides them."""
    return {
        "kind": event.kind,
        "source": event.source,
        "target": event.target,
        "cards": [] if event.target == "S" else [card_text(card) for card in event.cards],
        "count": len(event.cards),
    }


def _turn(position: Position) -> str:
    if not can_turn(position):
        return "none"
    return "deal" if position.stock else "recycle"


def _piles(position: Position) -> Iterator[Json]:
    game = position.game
    for name, pile in zip(FOUNDATION_NAMES, position.foundations, strict=False):
        yield _foundation(position, name, pile)
    downs = position.face_down or (0,) * len(position.tableau)
    for name, pile, hidden in zip(TABLEAU_NAMES, position.tableau, downs, strict=False):
        note = None if pile else space_note(position)
        limit = min(run_length(game, pile, hidden), supermove_limit(position, False))
        yield _pile(name, pile, hidden, limit=limit, note=note)
    for name, pile in zip(RESERVE_NAMES, position.reserves, strict=False):
        hidden = max(len(pile) - 1, 0) if game.reserve.hidden else 0
        yield _pile(name, pile, hidden, limit=min(1, len(pile)), note=None if pile else reserve_note(position))
    if game.stock is not None:
        if not game.stock.to_reserves:
            yield _pile("W", position.waste, 0, limit=min(1, len(position.waste)))
        yield _pile("S", position.stock, len(position.stock), note=stock_note(position))


def _pile(name: str, pile: Pile, hidden: int, *, limit: int = 0, note: str | None = None) -> Json:
    return {
        "name": name,
        "group": name[0],
        "hidden": hidden,
        "cards": [card_text(card) for card in pile[hidden:]],
        "next": None,
        "suit": None,
        "limit": limit,
        "note": note,
    }


def _foundation(position: Position, name: str, pile: Pile) -> Json:
    rules, shown = position.game.foundations, _pile(name, pile, 0)
    index, rank = int(name[1:]) - 1, needed_rank(position, pile)
    if rules.by_suit:
        shown["suit"] = SUITS[index]
    if rank is not None:
        shown["next"] = card_text(make_card(rank, index)) if rules.by_suit else RANKS[rank]
    if pile and (rules.take_back or rules.between) and len(pile) > rules.keep:
        shown["limit"] = 1
    return shown
