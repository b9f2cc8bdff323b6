"""Who is playing, and his settings."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from winnable.site.models import Player

DEFAULTS = {
    "autoplay": True,
    "auto_complete": True,
    "winnable": False,
    "lamp": False,
    "leaderboard": True,  # others may see the player there
    "results": True,  # the player's results are shown to him
}
_KEY, _SEEN = "player", "seen"  # the guest, and the day of the last visit


def player_of(request: HttpRequest) -> Player | None:
    """The player behind a request: of the account that is signed in, else the guest; None before he has played."""
    return account_of(request) or guest_of(request)


def account_of(request: HttpRequest) -> Player | None:
    """The player of the account that is signed in, or None."""
    if not request.user.is_authenticated:
        return None
    _seen(request)
    return player_of_user(request.user)


def guest_of(request: HttpRequest) -> Player | None:
    """The guest of this browser, or None if someone is signed in or has not played yet."""
    number = request.session.get(_KEY)
    if number is None or request.user.is_authenticated:
        return None
    _seen(request)
    # A player who has an account now is reached by signing in alone.
    return Player.objects.filter(pk=number, user=None).first()


def player_of_user(user: User) -> Player:
    """The player of an account; a host's account, made without signing up, gets one here."""
    return Player.objects.filter(user=user).first() or Player.objects.get_or_create(user=user)[0]


def player_made(request: HttpRequest) -> Player:
    """The player behind a request; a new guest if there is none."""
    player = player_of(request)
    if player is None:
        player = Player.objects.create()
        request.session[_KEY] = player.pk
    return player


def forget_guest(request: HttpRequest) -> None:
    """Let a session, which is an account's now, name no guest."""
    request.session.pop(_KEY, None)


def settings_of(player: Player | None) -> dict[str, Any]:
    """All settings that the server acts on."""
    return DEFAULTS | (player.settings if player else {})


@transaction.atomic
def change_settings(player: Player, changes: Mapping[str, bool]) -> dict[str, Any]:
    """Store some settings; answer all. Two changes at once are both kept."""
    now = Player.objects.select_for_update().filter(pk=player.pk).first()
    if now is None:  # a guest whose account has just taken him over, or an account that was deleted
        return settings_of(player)
    now.settings = {**now.settings, **changes}
    now.save(update_fields=["settings"])
    return settings_of(now)


def _seen(request: HttpRequest) -> None:
    """A session that is written lives on: who plays never loses his games."""
    today = timezone.now().date().isoformat()
    if request.session.get(_SEEN) != today:
        request.session[_SEEN] = today
