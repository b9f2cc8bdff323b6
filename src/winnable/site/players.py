"""Who is playing, and his settings."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from winnable.site.models import Player

DEFAULTS = {"autoplay": True, "auto_complete": True, "winnable": False, "lamp": False}
_KEY = "player"


def player_of(request: HttpRequest) -> Player | None:
    """The player behind a request, or None for someone who has not played yet."""
    number = request.session.get(_KEY)
    return None if number is None else Player.objects.filter(pk=number).first()


def player_made(request: HttpRequest) -> Player:
    """The player behind a request; a new guest if there is none."""
    player = player_of(request)
    if player is None:
        player = Player.objects.create()
    request.session[_KEY] = player.pk  # written each time, so that the cookie of someone who plays never runs out
    return player


def settings_of(player: Player | None) -> dict[str, Any]:
    """All settings that the server acts on."""
    return DEFAULTS | (player.settings if player else {})


def change_settings(player: Player, changes: Mapping[str, bool]) -> dict[str, Any]:
    """Store some settings; answer all."""
    player.settings = {**player.settings, **changes}
    player.save(update_fields=["settings"])
    return settings_of(player)
