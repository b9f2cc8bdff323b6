"""The results through the API: figures of all games, and of one game with its history."""

from typing import Annotated

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Query, Router, Schema
from pydantic import Field

from winnable.games import UnknownGame, game
from winnable.site.errors import Refused
from winnable.site.players import player_of, settings_of
from winnable.site.results.counting import Figures, Outcome, figures
from winnable.site.results.rows import (
    ON_A_PAGE,
    entries,
    entry_json,
    figures_by_game,
    history,
    open_tables,
    played,
    untouched,
)
from winnable.site.results.words import title_of
from winnable.site.schemas import answers
from winnable.site.view import Json

router = Router()


class GameFigures(Schema):
    """The figures of a game with its options."""

    full_name: str
    title: str
    figures: Figures


class Results(Schema):
    """The figures of every game that was dealt, and of all together; none of them where the player hides them."""

    shown: bool
    total: Figures | None
    games: list[GameFigures]


class Deal(Schema):
    """One deal of the history: ``number`` is null while a board of the day has no result; times are in UTC."""

    id: str
    game: str
    options: list[str]
    full_name: str
    number: int | str | None
    daily: str | None
    outcome: Outcome
    uncounted: str | None
    clean: bool
    moves: int | None
    seconds: int | None
    hints: int
    undos: int
    begun: str | None
    finished: str | None


class GameResults(Schema):
    """The figures of one game and a page of its history, the deal begun last first."""

    shown: bool
    full_name: str
    title: str
    figures: Figures | None
    page: int
    pages: int
    deals: list[Deal]


@router.get("", response=Results)
def results(request: HttpRequest) -> Json:
    """The player's figures of every game."""
    player = player_of(request)
    if not settings_of(player)["results"]:
        return {"shown": False, "total": None, "games": []}
    by_game = figures_by_game(player)
    total = by_game.pop("")
    games = [{"full_name": name, "title": title_of(name), "figures": found} for name, found in by_game.items()]
    return {"shown": True, "total": total, "games": games}


@router.get("/{full_name}", response=answers({200: GameResults}, 404, 422))
def results_of_game(
    request: HttpRequest, full_name: str, page: Annotated[int, Query(), Field(ge=1, le=2**31 - 1)] = 1
) -> Json:
    """The player's figures of one game, and a page of his deals; after the last page the last one again."""
    name = _full_name(full_name)
    answer: Json = {"shown": False, "full_name": name, "title": title_of(name)}
    player = player_of(request)
    if not settings_of(player)["results"]:
        return answer | {"figures": None, "page": 1, "pages": 1, "deals": []}
    last = open_tables(player, name)
    pages = Paginator(history(player, name), ON_A_PAGE)
    shown = pages.get_page(page)
    return answer | {
        "shown": True,
        "figures": figures(played(player, name, last), untouched(player, name).get(name, 0)),
        "page": shown.number,
        "pages": pages.num_pages,
        "deals": [entry_json(entry) for entry in entries(shown, last)],
    }


def _full_name(text: str) -> str:
    """The full name of a game whose options may stand in another order. Raises Refused."""
    try:
        return game(text).full_name
    except UnknownGame:
        raise Refused(404, "unknown game", gettext("There is no such game or option.")) from None
