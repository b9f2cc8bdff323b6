"""The pages of the boards of the day."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from winnable.games import GAMES
from winnable.rules.game import Game
from winnable.site.addresses import form_page
from winnable.site.daily.attempts import DayOver, open_attempt
from winnable.site.daily.boards import NoBoard, NotPicked, board_of, game_of
from winnable.site.daily.days import DAY, closing_of, counts, end_of, is_closed, is_open, today
from winnable.site.daily.leaderboard import leaderboard_of
from winnable.site.daily.overview import Seen, seen_board, seen_boards, seen_day
from winnable.site.daily.sentences import day_over, not_picked, result_sentence
from winnable.site.daily.streaks import streak_of
from winnable.site.models import Daily, Player
from winnable.site.players import account_of, settings_of
from winnable.site.store import NoSuchTable

PAGE = 3 * len(GAMES)  # boards on a page of the archive


@require_safe
@never_cache
@ensure_csrf_cookie
def today_page(request: HttpRequest) -> HttpResponse:
    """Today's boards, the player's streak, and how boards count."""
    account, day = account_of(request), today()
    context = {
        "account": account,
        "day": day,
        "left": end_of(day) - timezone.now(),
        "boards": seen_day(account, day),
        "streak": streak_of(account) if account else None,
        "listed": settings_of(account)["leaderboard"],
    }
    return render(request, "daily/today.html", context)


@form_page
@never_cache
@ensure_csrf_cookie
def board_page(request: HttpRequest, day: date, name: str) -> HttpResponse:
    """A board: one's own attempt, and the leaderboard; sent as a form it begins the attempt or goes on with it."""
    account = account_of(request)
    try:
        if request.method == "POST":
            return _begin(request, account, day, name)
        return _board(request, account, seen_board(account, day, name))
    except (NoBoard, NoSuchTable):
        raise Http404 from None


@require_safe
@never_cache
@ensure_csrf_cookie
def archive(request: HttpRequest, name: str = "") -> HttpResponse:
    """The boards of days that are over, the last one first; of one game, if one is named."""
    account, game = account_of(request), _game(name)
    games = [game] if game else list(GAMES.values())
    past = Daily.objects.filter(date__lt=today(), full_name__in=[one.full_name for one in games])
    page = Paginator(past.order_by("-date", "full_name"), PAGE).get_page(request.GET.get("page"))
    context = {"account": account, "game": game, "page": page, "boards": seen_boards(account, page.object_list)}
    return render(request, "daily/archive.html", context)


def _begin(request: HttpRequest, account: Player | None, day: date, name: str) -> HttpResponse:
    if account is None:
        return redirect(f"{reverse('sign-in')}?next={request.path}")
    try:
        attempt, _ = open_attempt(account, board_of(day, name))
    except DayOver:
        return _board(request, account, seen_board(account, day, name), day_over(), 409)
    except NotPicked:
        return _board(request, account, seen_board(account, day, name), not_picked(), 503)
    return redirect("table", attempt.table_id)


def _board(
    request: HttpRequest, account: Player | None, seen: Seen, message: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "account": account,
        "seen": seen,
        "message": message,
        "is_open": is_open(seen.day),
        "left": end_of(seen.day) - timezone.now(),
        "still_counts": seen.state == "under way" and not is_closed(seen.day),
        "closing_left": closing_of(seen.day) - timezone.now(),
        "late": seen.table is not None and bool(seen.table.result) and not counts(seen.day, seen.table.finished),
        "leaderboard": leaderboard_of(seen.board, account) if seen.board else None,
        "streak": streak_of(account, seen.game.full_name) if account else None,
        "share": _share(request, seen),
        **_neighbours(seen),
    }
    return render(request, "daily/board.html", context, status=status)


def _share(request: HttpRequest, seen: Seen) -> str:
    """A sentence on one's result with a link to this page, which tells nobody the deal; nothing without a result."""
    if seen.board is None or seen.table is None or not seen.table.result:
        return ""
    return f"{result_sentence(seen)} {request.build_absolute_uri(request.path)}"


def _neighbours(seen: Seen) -> dict[str, date | None]:
    """The days before and after that have a board of this game; days to come have none."""
    boards = Daily.objects.filter(full_name=seen.game.full_name, date__lte=today())
    before = boards.filter(date__lt=seen.day).order_by("-date").values_list("date", flat=True).first()
    after = boards.filter(date__gt=seen.day).order_by("date").values_list("date", flat=True).first()
    if after is None and seen.day + DAY == today():
        after = today()
    return {"before": before, "after": after}


def _game(name: str) -> Game | None:
    try:
        return game_of(name) if name else None
    except NoBoard:
        raise Http404 from None
