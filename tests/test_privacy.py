"""Two people's games never reach each other: every address there is, tried with another's session and with none."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts_support import new_name
from site_support import Guest
from winnable.site.models import Attempt, Player, Table
from winnable.site.version import content_version

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# What stands in an address, by the name of its part: of the owner where it is someone's.
PARTS: dict[str, Callable[["Owner"], str]] = {
    "table_id": lambda owner: str(owner.table["id"]),
    "finished_id": lambda owner: str(owner.finished["id"]),
    "full_name": lambda owner: "canfield",
    "wanted": lambda owner: "canfield",
    "name": lambda owner: "canfield",
    "game": lambda owner: "canfield",
    "number": lambda owner: "17",
    "language": lambda owner: "en",
    "day": lambda owner: timezone.now().date().isoformat(),
    "date": lambda owner: timezone.now().date().isoformat(),
    "version": lambda owner: content_version(),
    "object_id": lambda owner: str(owner.player.pk),
    "content_type_id": lambda owner: "1",
    "app_label": lambda owner: "winnable",
    "id": lambda owner: str(owner.player.pk),
    "url": lambda owner: "x/",
    "uidb64": lambda owner: "MQ",
    "token": lambda owner: "set-password",
}
THEIRS = {"table_id"}  # those that name something of one person
# What is sent, by the end of the address, so that nothing but the owner can be what is wrong with a call.
BODIES: dict[str, Any] = {
    "/steps": {"after": 0, "key": "k", "do": "turn"},
    "/hint": {"after": 0},
    "/solution": {"from": "here"},
}
QUERIES = {"/verdict": "?after=0"}
EMAIL = "owner-of-it@example.org"


class Owner:
    """Someone with a table: an account, or a guest."""

    def __init__(self, signed_up: bool) -> None:
        self.browser = Guest()
        self.table = self.browser.deal("canfield", 17)
        self.finished = self.browser.step(self.browser.play(self.browser.deal("canfield", 18), "S"), "give up").json
        self.browser.call("PUT", "/api/settings", {"lamp": True})
        if signed_up:
            self.browser.sign_up(new_name(), EMAIL)
        self.player = Player.objects.get(table=self.table["id"])

    @property
    def stored(self) -> list[Any]:
        """Everything that is stored of the owner."""
        models = (Player.objects.filter(pk=self.player.pk), Table.objects.filter(player=self.player))
        attempts = Attempt.objects.filter(player=self.player)
        users = get_user_model().objects.filter(player=self.player)
        return [list(rows.order_by("pk").values()) for rows in (*models, attempts, users)]


def patterns(under: Any = None, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """The address of every pattern, with its parts as ``{name}``."""
    for entry in (under or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry, route)
        elif isinstance(entry, URLPattern):
            # An address is written as <name> or <kind:name>, an expression of Django's own as (?P<name>...)$.
            plain = re.sub(r"\(\?P<(\w+)>.*\)\$?|<(?:\w+:)?(\w+)>", lambda found: f"{{{found[1] or found[2]}}}", route)
            yield f"/{plain}", re.findall(r"\{(\w+)\}", plain)


ADDRESSES = list(patterns())


def filled(address: str, owner: Owner) -> str:
    """An address with the owner's parts."""
    unknown = [name for name in dict(ADDRESSES)[address] if name not in PARTS]
    assert not unknown, f"{address}: say in PARTS what {unknown} is, and in THEIRS if it is one person's"
    of_finished = "replay" in address or address.endswith("/share")
    fitting = address.replace("{table_id}", "{finished_id}") if of_finished else address
    path = fitting.format(**{name: part(owner) for name, part in PARTS.items()})
    return path + next((query for end, query in QUERIES.items() if path.endswith(end)), "")


def body_of(address: str) -> Any:
    return next((body for end, body in BODIES.items() if address.endswith(end)), {})


class Others:
    """Browsers of other people: of an account, of a guest who has played, and of someone who has done nothing yet."""

    def __init__(self) -> None:
        self.browsers = {name: Guest() for name in ("account", "guest", "none")}
        name = new_name()
        self.browsers["account"].sign_up(name)
        self.user = get_user_model().objects.get(username=name)
        self.browsers["guest"].deal()

    def ready(self) -> dict[str, Guest]:
        """All of them, the account signed in again if a call has signed it out."""
        account = self.browsers["account"]
        if account.call("GET", "/account/").status != 200:
            account.client.force_login(self.user)
        return self.browsers


@pytest.fixture(scope="module")
def others() -> Others:
    """The others."""
    return Others()


@pytest.fixture(scope="module", params=["account", "guest"])
def owner(request: pytest.FixtureRequest) -> Owner:
    """Whose things they are."""
    return Owner(signed_up=request.param == "account")


@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES])
def test_another_s_session_reaches_nothing(owner: Owner, others: Others, address: str) -> None:
    path, before = filled(address, owner), owner.stored
    theirs = THEIRS & set(dict(ADDRESSES)[address])
    for other, browser in others.ready().items():
        for method in METHODS:
            answer, what = browser.call(method, path, body_of(address)), (other, method, path)
            told = (answer.text + str(answer.headers)).replace(path, "")
            assert answer.status != 500, what
            assert EMAIL not in told, what
            assert owner.table["id"] not in told, what
            assert owner.finished["id"] not in told, what
            if theirs:
                asks_to_sign_in = answer.status == 302 and answer.headers["Location"].startswith("/sign-in/")
                assert answer.status in (403, 404, 405) or asks_to_sign_in, (what, answer.text)
    assert owner.stored == before, path


THEIR_CALLS = [address for address, parts in ADDRESSES if THEIRS & set(parts)]


@pytest.mark.parametrize("address", THEIR_CALLS)
def test_the_owner_s_own_session_reaches_it(address: str) -> None:
    """Guards the test above: its calls are refused for no other reason than whose they are."""
    owner = Owner(signed_up=True)
    path = filled(address, owner)
    got = {owner.browser.call(method, path, body_of(address)).status for method in METHODS}
    assert got & {200, 201, 302}, (path, got)


def test_every_address_is_tried() -> None:
    assert len(ADDRESSES) > 40
    assert {"/api/tables/{table_id}/steps", "/account/export/", "/table/{table_id}/"} <= {one for one, _ in ADDRESSES}
    assert len(THEIR_CALLS) >= 7
