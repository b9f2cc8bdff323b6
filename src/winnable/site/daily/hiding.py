"""Whether a player may know the number of the deal that he plays."""

from winnable.site.models import Table


def is_hidden(table: Table) -> bool:
    """Whether this is a counted attempt without a result yet: whoever knew the number could practise the deal."""
    return table.daily is not None and not table.result


def shown_number(table: Table) -> str | None:
    """The deal number of a table as its player may see it; None while it is hidden from him."""
    return None if is_hidden(table) else table.number
