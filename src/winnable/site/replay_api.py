"""The replays in the table API (docs/api.md)."""

from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from ninja import Query, Router

from winnable.session import LONGEST_LINE
from winnable.site import replays, schemas
from winnable.site.errors import Refused
from winnable.site.models import Table
from winnable.site.players import player_of
from winnable.site.replays import NotFinished, NotShared, StillHidden, head_json, replay_json
from winnable.site.schemas import CHANGES, answers
from winnable.site.view import Json

Start = Annotated[int, Query(ge=0, le=LONGEST_LINE)]
router = Router()


@router.get("/tables/{table_id}/replay", response=answers({200: schemas.OwnPart}, 404, 422))
def own_replay(request: HttpRequest, table_id: str, start: Start = 0) -> Json:
    """A part of the replay of a finished game of the player's, with its public address if it has one."""
    try:
        table, replay = replays.own(player_of(request), table_id)
    except NotFinished:
        raise _not_finished(gettext("Only a finished game can be watched.")) from None
    return replay_json(replay, start) | {"shared": _address(table)}


@router.get("/shared/{token}", response=answers({200: schemas.SharedPart}, 404, 422), auth=None)
def shared_replay(request: HttpRequest, token: str, start: Start = 0) -> Json:
    """A part of a shared replay: the deal and the line, and nothing about who played."""
    try:
        return replay_json(replays.shared(token), start)
    except NotShared:
        raise Refused(404, "not found", gettext("This replay is not shared, or no longer.")) from None


@router.post("/tables/{table_id}/share", response=answers({200: schemas.Shared}, *CHANGES, 404, 422))
def share(request: HttpRequest, table_id: str) -> Json:
    """Give a finished game of the player's a public address; answers it, and what to say about the game."""
    try:
        table, replay = replays.share(player_of(request), table_id)
    except NotFinished:
        raise _not_finished(gettext("Only a finished game can be shared.")) from None
    except StillHidden:
        sentence = gettext("Others may still play this board; its replay can be shared a day after its end.")
        raise Refused(422, "board open", sentence) from None
    return head_json(replay) | {"shared": _address(table)}


@router.delete("/tables/{table_id}/share", response=answers({200: schemas.Revoked}, *CHANGES, 404))
def revoke(request: HttpRequest, table_id: str) -> Json:
    """Take the public address back."""
    replays.revoke(player_of(request), table_id)
    return {"shared": None}


def _address(table: Table) -> str | None:
    return reverse("shared", args=[table.shared]) if table.shared else None


def _not_finished(sentence: str) -> Refused:
    return Refused(422, "not finished", sentence)
