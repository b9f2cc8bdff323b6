"""A deal counts once for its player: at the table whose first step came first, unless he was told about it before."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from winnable.session import Session
from winnable.site.models import Player, Table
from winnable.site.players import held
from winnable.site.statements import Sql, compiled


def is_known(player: Player, session: Session) -> bool:
    """Whether the player has touched this very deal or was told about it, but for deals that he has wiped."""
    same = Table.objects.filter(player=player, full_name=session.game.full_name, number=str(session.number))
    return _telling(same).exists()


def decided_by_others(columns: Mapping[str, Any]) -> dict[str, Sql]:
    """What other tables of a table's deal say when a step changes these ``columns`` of it: with its first step whether
    it counts, then and with its result whether its player was helped. Whoever stores it must be ``alone``.
    """
    first, ended = "begun" in columns, bool(columns.get("result"))
    told = {"helped": _helped()} if first or ended else {}
    return told | {"uncounted": _uncounted()} if first else told


@contextmanager
def alone(player: int) -> Iterator[None]:
    """Let one at a time say which deals of a player count; ``player`` is his primary key."""
    if connection.vendor == "sqlite":  # it carries out one statement at a time, and there is but one
        yield
        return
    with transaction.atomic():
        held(player)
        yield


def count_once(player: Player, other: Player) -> None:
    """Let a player's deals be in no figures that the other has played before: they are one person."""
    told = _telling(_same_deal(player=other))
    known = Q(Exists(told), begun=None) | Q(Exists(told.filter(begun__lt=OuterRef("begun"))))
    Table.objects.filter(known, player=player, uncounted="", daily=None).update(uncounted="again")


def _same_deal(**of: Any) -> "QuerySet[Table]":
    """Tables of the deal of the table in question."""
    return Table.objects.filter(full_name=OuterRef("full_name"), number=OuterRef("number"), **of)


def _telling(tables: "QuerySet[Table]") -> "QuerySet[Table]":
    """Those that tell their player something about the deal."""
    return tables.exclude(begun=None, helped=False).exclude(uncounted="wiped")


def _others() -> "QuerySet[Table]":
    return _same_deal(player=OuterRef("player")).exclude(pk=OuterRef("pk"))


@cache
def _helped() -> Sql:
    told = When(Exists(_others().filter(helped=True)), then=Value(True))
    return compiled(Table, Case(told, default=F("helped")))


@cache
def _uncounted() -> Sql:
    again = When(Exists(_telling(_others())), uncounted="", daily=None, then=Value("again"))
    return compiled(Table, Case(again, default=F("uncounted")))
