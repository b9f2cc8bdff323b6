"""The table API (docs/api.md)."""

import random
from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Body, NinjaAPI, Status
from ninja.security import APIKeyCookie

from winnable import session as sessions
from winnable.cards import LARGEST_DEAL_NUMBER
from winnable.games import UnknownGame, game
from winnable.notation import NotationError, move_from_text
from winnable.rules.engine import Move
from winnable.rules.game import Game
from winnable.session import BrokenSave, Outcome, Session
from winnable.site import advice, limits, notes, schemas, store, warming
from winnable.site.answers import short_json, table_json
from winnable.site.daily.api import router as daily
from winnable.site.daily.hiding import shown_number
from winnable.site.errors import Refused, add_handlers
from winnable.site.forms import HintForm, NewTable, SettingsForm, SolutionForm, StepForm
from winnable.site.games import games_json
from winnable.site.known_deals import is_known
from winnable.site.limits import Limit, address_of, count, count_search
from winnable.site.models import Player
from winnable.site.players import change_settings, player_made, player_of, settings_of
from winnable.site.refusals import broken_save_sentence
from winnable.site.replay_api import router as replay_router
from winnable.site.results import api as results_api
from winnable.site.schemas import SENDS, answers
from winnable.site.store import Stored
from winnable.site.view import Json
from winnable.site.winnable_deals import LARGEST_NUMBER, winnable_deal


class Browser(APIKeyCookie):
    """Whoever calls; a call that changes something must prove that it comes from a page of ours (CSRF)."""

    param_name = "sessionid"

    def authenticate(self, request: HttpRequest, key: str | None) -> bool:
        """Everyone may call: a guest is made when he first plays."""
        return True


class Api(NinjaAPI):
    """The API, whose document is put together once in a process: it takes a tenth of a second."""

    _documents: ClassVar[dict[str, Any]] = {}

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Json | None = None) -> Any:
        """The document, by the address that the API has."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._documents:
            self._documents[prefix] = super().get_openapi_schema(path_prefix=prefix)
        return self._documents[prefix]


DESCRIPTION = (
    "Cookies carry the guest or the account. A call that changes something needs the text of the cookie `csrftoken`, "
    "which every page sets, in the header `X-CSRFToken`. Sentences are in the language of the cookie "
    "`django_language`, else of `Accept-Language`."
)
api = Api(title="Winnable: the table API", version="1", description=DESCRIPTION, auth=Browser(), urls_namespace="api")
add_handlers(api)
api.add_router("", replay_router)
api.add_router("/daily", daily)
api.add_router("/results", results_api.router)


@api.get("/games", response=list[schemas.Game], auth=None)
def games(request: HttpRequest) -> list[Json]:
    """Every game with its options."""
    return games_json()


@api.get("/settings", response=schemas.Settings)
def read_settings(request: HttpRequest) -> Json:
    """The player's settings."""
    return settings_of(player_of(request))


@api.put("/settings", response=answers({200: schemas.Settings}, *SENDS, 404))
def write_settings(request: HttpRequest, form: SettingsForm) -> Json:
    """Change some settings; answers all."""
    return change_settings(player_made(request), form.dict(exclude_none=True))


@api.get("/tables", response=list[schemas.Short])
def tables(request: HttpRequest) -> list[Json]:
    """The player's tables, newest first."""
    return [short_json(table) for table in store.newest(player_of(request))]


@api.post("/tables", response=answers({201: schemas.Table}, *SENDS, 404, 429))
def new_table(request: HttpRequest, form: NewTable) -> Status[Json]:
    """Deal a game."""
    wanted = _game(form)
    count(limits.TABLES, address_of(request))
    number = None if form.number is None else _number(form.number)
    player = player_made(request)
    if number is None and form.winnable:
        count_search(limits.WINNABLE, request, player.pk)
        return Status(201, table_json(*_winnable_table(player, wanted)))
    session = sessions.start(wanted, number or _random_number())
    again = number is not None and is_known(player, session)
    stored = store.create(player, session, "again" if again else "")
    return Status(201, table_json(stored, settings_of(player)))


@api.get("/tables/{table_id}", response=answers({200: schemas.Table}, 404))
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """How a table stands."""
    player = player_of(request)
    return _said(request, 200, table_json(store.find(player, table_id), settings_of(player)))


@api.post("/tables/{table_id}/steps", response=answers({200: schemas.Table, 409: schemas.Table}, *SENDS, 404))
def step(request: HttpRequest, table_id: str, form: StepForm) -> HttpResponse:
    """Do one step; 409 with the table as it is if ``after`` is not its ``seq``."""
    player = player_of(request)
    settings = settings_of(player)
    try:
        action = lambda session: _act(session, form, settings)  # noqa: E731
        stored = store.act(player, table_id, form.after, form.key, action, seconds=form.seconds)
    except store.Stale as stale:
        return _said(request, 409, table_json(stale.stored, settings))
    advice.moved_on(table_id)
    return _said(request, 200, table_json(stored, settings, did=True))


@api.post("/tables/{table_id}/hint", response=answers({200: schemas.Hint, 409: schemas.Table}, *SENDS, 404, 429))
def hint(request: HttpRequest, table_id: str, form: HintForm) -> Status[Json]:
    """What to play here; 409 with the table as it is if ``after`` is not its ``seq``."""
    player = player_of(request)
    stored = store.find(player, table_id)
    if stored.table.seq != form.after:
        return Status(409, table_json(stored, settings_of(player)))
    return Status(200, _advise(request, stored, limits.HINT, advice.hint_json))


@api.get("/tables/{table_id}/verdict", response=answers({200: schemas.Verdict}, 404, 422, 429))
def verdict(request: HttpRequest, table_id: str, after: int) -> Json:
    """Whether this can still be won; ``moved on`` if ``after`` is not its ``seq``: a lamp asks while one plays."""
    stored = store.find(player_of(request), table_id)
    if stored.table.seq != after:
        return {"verdict": "moved on"}
    return _advise(request, stored, limits.VERDICT, advice.verdict_json)


@api.post("/tables/{table_id}/solution", response=answers({200: schemas.Solution}, *SENDS, 404, 429))
def solution(request: HttpRequest, table_id: str, form: SolutionForm) -> Json:
    """A winning line to watch; ``busy`` while it is looked for: ask again."""
    stored = store.find(player_of(request), table_id)
    count_search(limits.SOLUTION, request, stored.table.player_id)
    return advice.solution_json(stored, form.start)


@api.get("/tables/{table_id}/situation", response=answers({200: schemas.Situation}, 404))
def situation(request: HttpRequest, table_id: str) -> Json:
    """What base rank, passes, supermoves and empty piles mean as the table stands."""
    return {"lines": notes.situation(store.find(player_of(request), table_id).session.position)}


@api.get("/tables/{table_id}/save", response=answers({200: schemas.Save}, 403, 404))
def save(request: HttpRequest, table_id: str) -> HttpResponse:
    """The game in its save form, as a file."""
    stored = store.find(player_of(request), table_id)
    if shown_number(stored.table) is None:
        raise Refused(403, "attempt under way", gettext("A save tells the deal number; finish your attempt first."))
    response = api.create_response(request, sessions.save(stored.session), status=200)
    name = f"{stored.session.game.name}-{stored.session.number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@api.post("/saves", response=answers({201: schemas.Table}, *SENDS, 404, 429))
def load(request: HttpRequest, save: Body[schemas.Save]) -> Status[Json]:
    """Open a save as a new table."""
    try:
        session = sessions.load(save)
    except BrokenSave as error:
        raise Refused(422, "broken save", broken_save_sentence(error)) from None
    count(limits.TABLES, address_of(request))
    player = player_made(request)
    return Status(201, table_json(store.create(player, session, "save"), settings_of(player)))


def _said(request: HttpRequest, status: int, answer: Json) -> HttpResponse:
    """An answer as it is. Ninja would copy it first, by its description: half as dear as to make it."""
    return api.create_response(request, answer, status=status)


def _advise(request: HttpRequest, stored: Stored, limit: Limit, advise: Callable[[Stored], Json]) -> Json:
    if not advice.has_line(stored):  # whoever follows a line that is known asks for no search
        count_search(limit, request, stored.table.player_id)
    return advise(stored)


def _act(session: Session, form: StepForm, settings: Json) -> Outcome:
    rest = settings["auto_complete"]
    if form.do == "move":
        return sessions.move(session, _move(form.move), rest)
    if form.do == "click":
        if not form.pile:
            raise Refused(422, "malformed", gettext("The request is not understood: %(where)s") % {"where": "pile"})
        return sessions.click(session, form.pile, form.count, settings["autoplay"], rest)
    actions = {"undo": sessions.undo, "redo": sessions.redo, "restart": sessions.restart, "give up": sessions.give_up}
    return sessions.turn(session, rest) if form.do == "turn" else actions[form.do](session)


def _move(text: str | None) -> Move:
    try:
        return move_from_text(text or "")
    except NotationError:
        raise Refused(422, "malformed", gettext("That is not a move.")) from None


def _game(form: NewTable) -> Game:
    try:
        return game(":".join((form.game, *form.options)))
    except UnknownGame:
        raise Refused(422, "unknown game", gettext("There is no such game or option.")) from None


def _number(text: int | str) -> int:
    number = int(text)
    if not 1 <= number <= LARGEST_DEAL_NUMBER:
        raise Refused(422, "no deal number", gettext("A deal number is a whole number from 1 to 10^20 - 1."))
    return number


def _random_number() -> int:
    return random.randint(1, LARGEST_NUMBER)


def _winnable_table(player: Player, wanted: Game) -> tuple[Stored, Json, bool, str | None]:
    """A table of a deal that is proved winnable; of any deal, with a message that says so, if none is found."""
    settings, found = settings_of(player), winnable_deal(wanted)
    if found is None:
        stored = store.create(player, sessions.start(wanted, _random_number()))
        return stored, settings, False, _unchecked()
    stored = store.create(player, sessions.start(wanted, found.number), proved=found.line)
    return stored, settings, False, None


def _unchecked() -> str:
    if not warming.is_ready():
        return gettext("The solver is still being prepared, so this deal is not checked.")
    return gettext("The solver found no winnable deal in time; this one is not checked.")
