"""Who is playing, and his settings."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from winnable.site.models import Player
from winnable.site.sessions import REPLACED
from winnable.site.statements import row

DEFAULTS = {
    "autoplay": True,
    "auto_complete": True,
    "winnable": False,
    "lamp": False,
    "leaderboard": True,  # others may see the player there
    "results": True,  # the player's results are shown to him
    "timer": False,
    "sounds": False,
    "speed": "normal",
    "theme": "system",
    "deck": "two",
    "faces": "pictures",
    "hand": "right",
    "language": "",  # the browser's
    "changed": 0,  # when one of these was changed last, ms since 1970; 0 for never
}
GUEST_KEY, _SEEN = "player", "seen"  # in a session: the guest, and the day of the last visit


def player_of(request: HttpRequest) -> Player | None:
    """The player behind a request: of the account that is signed in, else the guest; None before he has played."""
    return account_of(request) or guest_of(request)


def account_of(request: HttpRequest) -> Player | None:
    """The player of the account that is signed in, or None; also if it is being deleted at this moment."""
    if not request.user.is_authenticated:
        return None
    _seen(request)
    try:
        return player_of_user(request.user)
    except IntegrityError:
        return None


def guest_of(request: HttpRequest) -> Player | None:
    """The guest of this browser, or None if someone is signed in or has not played yet."""
    number = request.session.get(GUEST_KEY)
    if number is None or request.user.is_authenticated:
        return None
    _seen(request)
    # A player who has an account now is reached by signing in alone.
    guest = row(Player, number)
    return guest if guest is not None and guest.user_id is None else None


def player_of_user(user: User) -> Player:
    """The player of an account; a host's account, made without signing up, gets one here.

    Raises IntegrityError if the account was deleted meanwhile.
    """
    return row(Player, user.pk, "user_id") or Player.objects.get_or_create(user=user)[0]


class SignedInMeanwhile(Http404):
    """A call by a session from before its browser signed in."""


def player_made(request: HttpRequest) -> Player:
    """The player behind a request; a new guest if there is none.

    Raises SignedInMeanwhile if its browser did so while it was under way: a new guest's cookie would sign it out.
    """
    player = player_of(request)
    if player is None:
        if request.session.get(REPLACED):
            raise SignedInMeanwhile
        player = Player.objects.create()
        request.session[GUEST_KEY] = player.pk
        _seen(request)
    return player


def held(*keys: int) -> dict[int, Player]:
    """Players by their primary keys, whom nobody else changes or deals to until the transaction is over.

    Whoever changes several rows of a player's must hold him first: else two such calls could wait for each other.
    """
    rows = Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    return {player.pk: player for player in rows}


def forget_guest(request: HttpRequest) -> None:
    """Let a session, which is an account's now, name no guest."""
    request.session.pop(GUEST_KEY, None)


def settings_of(player: Player | None) -> dict[str, Any]:
    """All settings, with a mark by which a browser notices that someone else plays now."""
    return DEFAULTS | (player.settings if player else {}) | {"player": _mark(player) if player else ""}


@transaction.atomic
def change_settings(player: Player, changes: Mapping[str, bool | str]) -> dict[str, Any]:
    """Store some settings; answer all. Two changes at once are both kept; of two of one setting the later one stays."""
    stored = Player.objects.select_for_update().filter(pk=player.pk).first()
    if stored is None:  # a guest whose account has just taken him over, or an account that was deleted
        return settings_of(player)
    if changes:
        now = int(timezone.now().timestamp() * 1000)
        changed = max(now, stored.settings.get("changed", 0) + 1)
        stored.settings = {**stored.settings, **changes, "changed": changed}
        stored.save(update_fields=["settings"])
    return settings_of(stored)


def _seen(request: HttpRequest) -> None:
    """A session that is written lives on: who plays never loses his games."""
    today = timezone.now().date().isoformat()
    if request.session.get(_SEEN) != today:
        request.session[_SEEN] = today


def _mark(player: Player) -> str:
    # Not the number itself: it would tell how many players there are.
    return salted_hmac("settings", str(player.pk)).hexdigest()[:12]
