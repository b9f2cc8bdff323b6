"""All that is tied to an account: to be given to its owner, or deleted."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import serializers
from django.db import router, transaction
from django.db.models import Model
from django.db.models.deletion import Collector
from django.utils import timezone

from winnable.site.daily.hiding import is_hidden
from winnable.site.models import Player, Table
from winnable.site.players import held, player_of_user, settings_of
from winnable.site.sessions import SessionStore

_SECRET = {
    "auth.user": {"password"},  # what was stored in place of the password is of no use to anyone but a thief
    "winnable.table": {"proved_line"},  # the solver's, not the player's; who read it could win without asking for help
}


def everything(user: User) -> dict[str, Any]:
    """What is stored of an account, row by row: what deleting it would delete."""
    return {
        "exported": timezone.now(),
        "account": user.get_username(),
        "settings": settings_of(player_of_user(user)),
        "rows": [_row(row) for row in _rows(user)],
    }


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete an account and all that is tied to it, sessions on other devices included."""
    number = str(user.pk)
    held(*Player.objects.filter(user=user).values_list("pk", flat=True))
    user.delete()
    for session in Session.objects.iterator():
        if SessionStore().decode(session.session_data).get(SESSION_KEY) == number:
            session.delete()


class _All(Collector):
    """Django's collector of what is deleted together, which lists every row."""

    def can_fast_delete(self, *args: Any, **kwargs: Any) -> bool:
        """Never: rows that are deleted fast aren't listed."""
        return False


def _rows(user: User) -> Iterator[Model]:
    collector = _All(using=router.db_for_read(User), origin=user)
    collector.collect([user])
    for model in sorted(collector.data, key=lambda model: str(model._meta.label_lower)):
        keys = [row.pk for row in collector.data[model]]  # it leaves out columns, and a row may be gone by now
        yield from sorted(model._base_manager.in_bulk(keys).values(), key=lambda row: str(row.pk))


def _row(row: Model) -> dict[str, Any]:
    said = dict(serializers.serialize("python", [row])[0])
    hidden = _SECRET.get(said["model"], set()) | ({"number"} if isinstance(row, Table) and is_hidden(row) else set())
    return {**said, "fields": {name: value for name, value in said["fields"].items() if name not in hidden}}
