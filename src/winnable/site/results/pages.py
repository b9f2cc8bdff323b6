"""The pages of a player's results: of all games, of one game, and wiping."""

from collections.abc import Callable
from functools import wraps

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from winnable.site.addresses import form_page, game_or_404
from winnable.site.models import Table
from winnable.site.players import change_settings, player_made, player_of, settings_of
from winnable.site.results import plots
from winnable.site.results.counting import figures
from winnable.site.results.rows import ON_A_PAGE, entries, figures_by_game, history, open_tables, played, untouched
from winnable.site.results.wiping import wipe
from winnable.site.results.words import WORDS, shown, title_of

_OVERVIEW = (
    *("dealt", "played", "won", "given_up", "lost", "unfinished"),
    *("win_rate", "clean", "streak", "best_streak", "mean_moves", "mean_seconds", "hints", "undos"),
)

View = Callable[..., HttpResponse]


def if_shown(view: View) -> View:
    """Show no figure to whoever has hidden his results."""

    @wraps(view)
    def handle(request: HttpRequest, *given: str) -> HttpResponse:
        if settings_of(player_of(request))["results"]:
            return view(request, *given)
        return render(request, "results/hidden.html")

    return handle


@require_safe
@never_cache
@if_shown
def overview(request: HttpRequest) -> HttpResponse:
    """The figures of every game that the player was dealt."""
    by_game = figures_by_game(player_of(request))
    total = by_game.pop("")
    columns = [word for word in WORDS if word.key in _OVERVIEW]
    rows = [(name, title_of(name), _cells(shown(found))) for name, found in by_game.items()]
    context = {"columns": columns, "rows": rows, "total": _cells(shown(total)), "wiped": "wiped" in request.GET}
    return render(request, "results/overview.html", context)


@require_safe
@never_cache
def of_game(request: HttpRequest, full_name: str) -> HttpResponse:
    """The figures, the plot and the history of one game with its options."""
    wanted = game_or_404(full_name)
    if wanted.full_name != full_name:
        return redirect("results-game", wanted.full_name)
    return _of_game(request, full_name)


@if_shown
def _of_game(request: HttpRequest, full_name: str) -> HttpResponse:
    player = player_of(request)
    last = open_tables(player, full_name)
    deals = played(player, full_name, last)
    texts = shown(figures(deals, untouched(player, full_name).get(full_name, 0)))
    pages = Paginator(history(player, full_name), ON_A_PAGE)
    page: Page[Table] = pages.get_page(request.GET.get("page"))
    context = {
        "full_name": full_name,
        "game": game_or_404(full_name),
        "title": title_of(full_name),
        "figures": [(word, texts[word.key]) for word in WORDS],
        "plot": plots.plot(deals),
        "drawing": plots,
        "page": page,
        "numbers": pages.get_elided_page_range(page.number),
        "entries": entries(page, last),
    }
    return render(request, "results/game.html", context)


@require_POST
def show(request: HttpRequest) -> HttpResponse:
    """Hide the results, or show them again."""
    change_settings(player_made(request), {"results": request.POST.get("show") == "yes"})
    return redirect("results")


@form_page
@never_cache
def wiping(request: HttpRequest) -> HttpResponse:
    """Ask whether the results of a game, or all, are to be wiped; and wipe them."""
    asked = request.POST.get("game", "") or request.GET.get("game", "")
    full_name = game_or_404(asked).full_name if asked else ""
    if request.method != "POST":
        title = title_of(full_name) if full_name else ""
        return render(request, "results/wipe.html", {"full_name": full_name, "title": title})
    player = player_of(request)
    if player is not None:
        wipe(player, full_name)
    return redirect("/results/?wiped")


def _cells(texts: dict[str, str]) -> list[str]:
    return [texts[key] for key in _OVERVIEW]
