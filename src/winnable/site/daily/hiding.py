"""Whether a player may know a deal number: whoever knew it could practise the deal before his counted attempt."""

from winnable.site.daily.days import first_counting_day, is_closed, today
from winnable.site.models import Attempt, Daily, Table


def is_hidden(table: Table) -> bool:
    """Whether this is a counted attempt without a result yet."""
    return table.daily is not None and not table.result


def shown_number(table: Table) -> str | None:
    """The deal number of a table as its player may see it; None while it is hidden from him."""
    return None if is_hidden(table) else table.number


def can_share(table: Table) -> bool:
    """Whether a table's replay may be shared: it has a result, and nobody can use it for a board that still counts."""
    return bool(table.result) and not is_of_open_board(table)


def is_of_open_board(table: Table) -> bool:
    """Whether a table's deal is that of a board that still counts, be it the attempt or practice."""
    if table.daily is not None:
        return not is_closed(table.daily)
    days = first_counting_day(), today()
    return Daily.objects.filter(full_name=table.full_name, number=table.number, date__range=days).exists()


def shown_board_number(board: Daily, attempt: Attempt | None) -> str | None:
    """The deal number of a board as someone with this attempt may see it; everyone else once it no longer counts."""
    if attempt is not None:
        return shown_number(attempt.table)
    return board.number if is_closed(board.date) else None
