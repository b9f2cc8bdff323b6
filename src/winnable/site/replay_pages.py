"""The pages on which a finished game is watched."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from winnable.site import replays
from winnable.site.players import player_of
from winnable.site.replays import NotFinished, NotShared, Replay
from winnable.site.store import NoSuchTable


@require_safe
@ensure_csrf_cookie
def own(request: HttpRequest, table_id: str) -> HttpResponse:
    """A game of the player's; one that isn't finished is on its table."""
    try:
        _, replay = replays.own(player_of(request), table_id)
    except NoSuchTable:
        raise Http404 from None
    except NotFinished:
        return redirect("table", table_id)
    return _page(request, replay, reverse("api:own_replay", args=[table_id]), table_id)


@require_safe
@ensure_csrf_cookie
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A game that someone has shared."""
    try:
        replay = replays.shared(token)
    except NotShared:
        raise Http404 from None
    return _page(request, replay, reverse("api:shared_replay", args=[token]), "")


def _page(request: HttpRequest, replay: Replay, source: str, table_id: str) -> HttpResponse:
    said = {"replay": replay, "game": replay.game, "moves": len(replay.line), "source": source, "table_id": table_id}
    return render(request, "replay.html", said)
