"""Results wiped at their owner's wish; what he can still play on stays his."""

from django.db import transaction
from django.db.models import Q

from winnable.site.models import Player, Table
from winnable.site.players import held
from winnable.site.results.rows import newest_of_each, open_tables


@transaction.atomic
def wipe(player: Player, full_name: str = "") -> None:
    """Wipe the results of one game with its options, or of all games."""
    held(player.pk)
    tables = Table.objects.filter(player=player)
    if full_name:
        tables = tables.filter(full_name=full_name)
    kept = open_tables(player, full_name)
    unbound = tables.filter(attempt=None, shared=None).only("pk")
    unbound.filter(state__in=("won", "given up")).delete()
    untouched = unbound.filter(begun=None)
    untouched.exclude(pk__in=newest_of_each(untouched)).delete()  # the newest may lie on a table in some window
    left = Q(result="", uncounted="", begun__isnull=False) & ~Q(pk__in=kept)
    tables.filter(~Q(result="") | left).update(uncounted="wiped")
