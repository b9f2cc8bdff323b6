"""What nobody will come back for is removed: at each start, before anyone is served."""

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone

from winnable.site.models import Player, Table

KEPT = timedelta(days=30)  # deals that were never touched, and guests who never played


def tidy() -> None:
    """Remove old deals that were never touched, then guests without any deal, and sessions that have run out.

    A counted attempt stays: whoever has seen its cards may not begin it anew.
    """
    before = timezone.now() - KEPT
    Table.objects.filter(changed__lt=before, past="", future="", daily=None).delete()
    Player.objects.filter(created__lt=before, user=None, table=None, settings={}).delete()
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
