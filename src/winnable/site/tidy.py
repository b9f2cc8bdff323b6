"""What nobody will come back for is removed: at each start, before anyone is served."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.db.models import Q
from django.utils import timezone

from winnable.site.models import Player, Table

KEPT = timedelta(days=30)  # deals that were never touched, and guests who never played


def tidy() -> None:
    """Remove old deals that were never touched, then guests without any deal, and sessions that have run out.

    A guest who has changed a setting is kept as long as the cookie that leads to him.

    A counted attempt stays: whoever has seen its cards may not begin it anew.
    """
    before = timezone.now() - KEPT
    Table.objects.filter(changed__lt=before, past="", future="", daily=None).delete()
    with suppress(IntegrityError):  # one has just come back, to another process: next time
        _tidy_guests(before)
    Session.objects.filter(expire_date__lt=timezone.now()).delete()


def _tidy_guests(before: datetime) -> None:
    guests = Player.objects.filter(user=None, table=None)
    guests.filter(created__lt=before, settings={}).delete()
    long_ago = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    changed = Q(settings__changed__isnull=True) | Q(settings__changed__lt=int(long_ago.timestamp() * 1000))
    guests.filter(changed, created__lt=long_ago).delete()
