"""The deals of a player as the database has them, read so that ten thousand of them are no trouble."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from winnable.site.answers import deal_json
from winnable.site.daily.days import first_counting_day
from winnable.site.daily.hiding import shown_number
from winnable.site.models import Player, Table
from winnable.site.results.counting import Figures, Outcome, Played, figures, is_clean
from winnable.site.view import Json

ON_A_PAGE = 50  # deals of a history

# What a row of figures is made of; no line of moves, as those are long.
_COLUMNS = (
    *("pk", "full_name", "result", "helped"),
    *("result_moves", "result_seconds", "result_hints", "result_undos"),
    *("moves_made", "seconds", "hints", "undos"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal in the history: one that counts, or one whose table says why it does not."""

    table: Table
    deal: Played

    @property
    def number(self) -> str | None:
        """The deal number; None while the player may not know it."""
        return shown_number(self.table)


def figures_by_game(player: Player | None) -> dict[str, Figures]:
    """The figures of each game that the player was dealt, by its full name; "" is all of them together."""
    deals = played(player, "", open_tables(player))
    left = untouched(player)
    by_game: dict[str, list[Played]] = {name: [] for name in left}
    for deal in deals:
        by_game.setdefault(deal.full_name, []).append(deal)
    found = {name: figures(those, left.get(name, 0)) for name, those in sorted(by_game.items())}
    return {"": figures(deals, sum(left.values()))} | found


def played(player: Player | None, full_name: str, last: frozenset[str]) -> list[Played]:
    """The deals that count, in the order in which they were begun; of all games or of one. ``last``: open_tables."""
    rows = _touched(player, full_name).filter(uncounted="").order_by("begun", "pk").values_list(*_COLUMNS)
    return [_played(last, *row) for row in rows.iterator(chunk_size=2000)]


def history(player: Player | None, full_name: str) -> QuerySet[Table]:
    """The deals of a game that were touched and not wiped, the one begun last first."""
    long = ("past", "future", "result_line", "last_events", "proved_line")
    return _touched(player, full_name).exclude(uncounted="wiped").defer(*long).order_by("-begun", "-pk")


def entries(tables: Iterable[Table], last: frozenset[str]) -> list[Entry]:
    """What the history says of some tables. ``last``: open_tables."""
    return [_entry(table, last) for table in tables]


def open_tables(player: Player | None, full_name: str = "") -> frozenset[str]:
    """What is not lost yet, of one or all games: of each game and options the table that was played on last, and
    boards of the day whose result would still count, which have a place of their own.
    """
    counted = _touched(player, full_name).filter(uncounted="")
    boards = counted.filter(result="", daily__gte=first_counting_day())
    return newest_of_each(counted.filter(daily=None)) | frozenset(boards.values_list("pk", flat=True))


def newest_of_each(tables: QuerySet[Table]) -> frozenset[str]:
    """Of each game and options the table that was changed last."""
    place = Window(RowNumber(), partition_by=F("full_name"), order_by=[F("changed").desc(), F("pk").desc()])
    return frozenset(tables.annotate(place=place).filter(place=1).values_list("pk", flat=True))


def entry_json(entry: Entry) -> Json:
    """An entry of the history as the API says it; times in UTC."""
    table, deal = entry.table, entry.deal
    return deal_json(table) | {
        "outcome": deal.outcome,
        "uncounted": table.uncounted or None,
        "clean": deal.clean,
        "moves": deal.moves,
        "seconds": deal.seconds,
        "hints": deal.hints,
        "undos": deal.undos,
        "begun": _time(table.begun),
        "finished": _time(table.finished),
    }


def _touched(player: Player | None, full_name: str) -> QuerySet[Table]:
    tables = Table.objects.filter(player=player, begun__isnull=False) if player else Table.objects.none()
    return tables.filter(full_name=full_name) if full_name else tables


def untouched(player: Player | None, full_name: str = "") -> dict[str, int]:
    """How many deals of each game were left untouched."""
    if player is None:
        return {}
    tables = Table.objects.filter(player=player, begun=None, uncounted="")
    if full_name:
        tables = tables.filter(full_name=full_name)
    return dict(tables.order_by().values_list("full_name").annotate(Count("pk")))


def _entry(table: Table, last: frozenset[str]) -> Entry:
    if table.uncounted:
        last = frozenset([table.pk])  # it is compared with no other deal
    return Entry(table, _played(last, *(getattr(table, column) for column in _COLUMNS)))


def _played(
    last: frozenset[str],
    table_id: str,
    full_name: str,
    result: str,
    helped: bool,
    *numbers: int | None,
) -> Played:
    outcome = cast(Outcome, result or ("unfinished" if table_id in last else "lost"))
    moves, seconds, hints, undos = numbers[:4] if result else numbers[4:]
    hints, undos = hints or 0, undos or 0
    clean = result == "won" and is_clean(hints, undos, helped)
    return Played(full_name, outcome, moves, seconds, hints, undos, clean)


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None
