"""The pages; all of the game itself goes through the API."""

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from winnable.cards import LARGEST_DEAL_NUMBER
from winnable.rules.game import Game
from winnable.site import pictures, store
from winnable.site.addresses import addresses, game_or_404
from winnable.site.players import player_of

_DIGITS = len(str(LARGEST_DEAL_NUMBER))
MODULES = sorted(path.name for path in (Path(__file__).parent / "static" / "table").glob("*.js"))


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The start page."""
    return render(request, "home.html", {"addresses": addresses(request, "start")})


@require_safe
@ensure_csrf_cookie
def play(request: HttpRequest, full_name: str, number: str = "") -> HttpResponse:
    """The table of a game, of one deal if a number is given."""
    wanted = game_or_404(_with_query_options(request, full_name))
    number = number or request.GET.get("deal", "")
    if number and not _is_deal_number(number):
        raise Http404
    plain = str(int(number)) if number else ""
    address = f"/play/{wanted.full_name}/{plain}/" if plain else f"/play/{wanted.full_name}/"
    if address != request.path or {"options", "deal"} & set(request.GET):
        return redirect(address)
    modules = [static(f"table/{name}") for name in MODULES]
    return render(request, "table.html", {"game": wanted, "number": plain or None, "modules": modules})


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A player's table, on the page of its game."""
    try:
        stored = store.find(player_of(request), table_id)
    except store.NoSuchTable:
        raise Http404 from None
    return redirect(f"/play/{stored.table.full_name}/#{stored.table.pk}")


@require_safe
@ensure_csrf_cookie
def rules(request: HttpRequest, wanted: Game) -> HttpResponse:
    """Everything about a game with its options: rules, advice, figures, questions, relatives."""
    return render(request, "rules.html", {"game": wanted, "addresses": addresses(request, "game", wanted=wanted)})


@require_safe
@ensure_csrf_cookie
def help_page(request: HttpRequest) -> HttpResponse:
    """What the words and signs of the site mean."""
    return render(request, "help.html", {"addresses": addresses(request, "help")})


@require_safe
def picture(request: HttpRequest, wanted: Game) -> HttpResponse:
    """How the piles of a game lie, for the preview of a link."""
    return HttpResponse(pictures.png(wanted), content_type="image/png", headers={"Cache-Control": "max-age=86400"})


def _is_deal_number(text: str) -> bool:
    # The length comes first: Python reads no number of more than 4300 digits.
    return len(text) <= _DIGITS and text.isascii() and text.isdecimal() and 1 <= int(text) <= LARGEST_DEAL_NUMBER


def _with_query_options(request: HttpRequest, full_name: str) -> str:
    options = [option for option in request.GET.get("options", "").split(",") if option]
    return ":".join((full_name, *options))
