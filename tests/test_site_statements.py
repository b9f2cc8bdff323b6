"""Statements that are put together once do what Django's own do."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from site_support import Guest
from winnable.site.models import Player, Table, Tally
from winnable.site.statements import change, counted, row


@pytest.fixture
def table() -> Table:
    player = Player.objects.create(settings={"theme": "dark", "autoplay": False})
    return Table.objects.create(player=player, full_name="canfield", number="17", begun=timezone.now())


def values(of: Any) -> dict[str, Any]:
    return {field.attname: getattr(of, field.attname) for field in of._meta.concrete_fields}


def test_a_row_has_the_same_values_as_from_django(table: Table) -> None:
    for model, key in ((Table, table.pk), (Player, table.player_id)):
        found = row(model, key)
        assert found is not None
        assert values(found) == values(model.objects.get(pk=key))
    assert isinstance(found, Player)
    assert found.settings == {"theme": "dark", "autoplay": False}


def test_a_row_can_be_changed_and_saved_as_any_other(table: Table) -> None:
    found = row(Player, table.player_id)
    assert found is not None
    found.settings = {"theme": "light"}
    found.save()
    assert Player.objects.get(pk=found.pk).settings == {"theme": "light"}


def test_a_row_that_is_not_there_is_none() -> None:
    assert row(Table, "nowhere") is None


def test_a_row_by_another_column() -> None:
    guest = Guest()
    guest.sign_up(f"statement{timezone.now():%H%M%S%f}")
    player = Player.objects.exclude(user=None).latest("pk")
    found = row(Player, player.user_id, "user_id")
    assert found == player


def test_only_a_row_with_these_values_is_changed(table: Table) -> None:
    new = {"seq": 1, "past": "S", "changed": datetime(2026, 1, 2, tzinfo=UTC), "given_up": True, "begun": None}
    assert not change(Table, {"id": table.pk, "seq": 5}, new)
    assert values(Table.objects.get(pk=table.pk)) == values(table)
    assert change(Table, {"id": table.pk, "seq": 0}, new)
    assert values(Table.objects.get(pk=table.pk)) == values(table) | new


def test_counting_makes_a_row_and_adds_one() -> None:
    window = timezone.now()
    assert [counted(Tally, {"key": "statements", "window": window}) for _ in range(3)] == [1, 2, 3]
    assert counted(Tally, {"key": "other", "window": window}) == 1
    assert Tally.objects.get(key="statements", window=window).count == 3
