"""Who is playing, and his settings."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from winnable.site.models import Player

DEFAULTS = {"autoplay": True, "auto_complete": True, "winnable": False, "lamp": False}
_KEY, _SEEN = "player", "seen"  # who it is, and the day of his last visit


def player_of(request: HttpRequest) -> Player | None:
    """The player behind a request, or None for someone who has not played yet."""
    number = request.session.get(_KEY)
    if number is None:
        return None
    today = timezone.now().date().isoformat()
    if request.session.get(_SEEN) != today:
        request.session[_SEEN] = today  # a session that is written lives on: who plays never loses his games
    return Player.objects.filter(pk=number).first()


def player_made(request: HttpRequest) -> Player:
    """The player behind a request; a new guest if there is none."""
    player = player_of(request)
    if player is None:
        player = Player.objects.create()
        request.session[_KEY] = player.pk
    return player


def settings_of(player: Player | None) -> dict[str, Any]:
    """All settings that the server acts on."""
    return DEFAULTS | (player.settings if player else {})


def change_settings(player: Player, changes: Mapping[str, bool]) -> dict[str, Any]:
    """Store some settings; answer all."""
    player.settings = {**player.settings, **changes}
    player.save(update_fields=["settings"])
    return settings_of(player)
