"""Accounts for tests."""

import itertools

from site_support import Guest
from winnable.site.models import Table

_numbers = itertools.count(1)


def new_name() -> str:
    """A user name that nobody has."""
    return f"Fox-{next(_numbers)}-x"


def ids(guest: Guest) -> list[str]:
    """The tables that someone's browser is told of."""
    return [table["id"] for table in guest.call("GET", "/api/tables").json]


def ids_of(name: str) -> list[str]:
    """The tables that are stored for an account."""
    return list(Table.objects.filter(player__user__username=name).values_list("pk", flat=True))
