"""Everything that a player can change, at once from several tabs: each call is answered, and none with a fault."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts_support import new_name
from at_once import at_once, tab_of
from site_support import PASSWORD, Guest
from winnable.site.models import Daily, Player, Table

ROUNDS = 12
TABS = 7
Call = Callable[[Guest, Any], Any]
API: dict[str, Call] = {
    "step": lambda tab, it: tab.step(it["table"], "turn"),
    "step too": lambda tab, it: tab.step(it["table"], "turn"),
    "first step": lambda tab, it: tab.step(it["same"], "turn"),
    "give up": lambda tab, it: tab.step(it["same"], "give up"),
    "deal": lambda tab, _: tab.call("POST", "/api/tables", {"game": "canfield", "options": [], "number": 17}),
    "hint": lambda tab, it: tab.call("POST", f"/api/tables/{it['table']['id']}/hint", {"after": it["table"]["seq"]}),
    "line": lambda tab, it: tab.call("POST", f"/api/tables/{it['table']['id']}/solution", {"from": "here"}),
    "share": lambda tab, it: tab.call("POST", f"/api/tables/{it['over']['id']}/share"),
    "revoke": lambda tab, it: tab.call("DELETE", f"/api/tables/{it['over']['id']}/share"),
    "save": lambda tab, it: tab.call("POST", "/api/saves", it["save"]),
    "settings": lambda tab, _: tab.call("PUT", "/api/settings", {"lamp": True}),
    "attempt": lambda tab, _: tab.call("POST", f"/api/daily/{timezone.now().date()}/canfield"),
}
PAGES: dict[str, Call] = {
    "language": lambda tab, _: tab.send("/i18n/setlang/", language="de"),
    "hide": lambda tab, _: tab.send("/results/show/", show="no"),
    "wipe": lambda tab, _: tab.send("/results/wipe/"),
    "board": lambda tab, _: tab.send(f"/daily/{timezone.now().date()}/canfield/"),
    "account": lambda tab, _: tab.send("/account/", leaderboard="on"),
    "email": lambda tab, _: tab.send("/account/email/", email="a@example.org", current=PASSWORD),
    "password": lambda tab, _: tab.send("/account/password/", current=PASSWORD, password=PASSWORD, again=PASSWORD),
    "elsewhere": lambda tab, _: tab.send("/account/elsewhere/", current=PASSWORD),
    "export": lambda tab, _: tab.call("GET", "/account/export/"),
    "results": lambda tab, _: tab.call("GET", "/results/"),
    "sign out": lambda tab, _: tab.send("/sign-out/"),
    "sign in": lambda tab, it: tab.sign_in(it["name"]),
    "a guest comes": lambda _, it: it["guest"].sign_in(it["name"]),
    "delete": lambda tab, _: tab.send("/account/delete/", current=PASSWORD),
}
CALLS = API | PAGES


def prepared() -> tuple[Guest, Any]:
    """Someone with an account and games, and a guest who has games too."""
    someone, guest, name = Guest(), Guest(), new_name()
    someone.sign_up(name)
    table, same = someone.play(someone.deal(), "S"), someone.deal()
    over = someone.step(someone.play(someone.deal(number=18), "S"), "give up").json
    guest.play(guest.deal(), "S")
    return someone, {
        "name": name,
        "guest": guest,
        "table": table,
        "same": same,
        "over": over,
        "save": someone.stored(over),
    }


@pytest.fixture(autouse=True)
def board() -> None:
    """Today's board, so that none is searched for."""
    day = timezone.now().date()
    Daily.objects.get_or_create(date=day, full_name="canfield", defaults={"number": "4711", "verdict": "undecided"})


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_is_done_at_once_is_answered(seed: int) -> None:
    """Guards against two transactions that delete and make one row, wait for each other, or find a row gone."""
    someone, it = prepared()
    names = random.Random(seed).sample(sorted(CALLS), TABS)
    tabs = [tab_of(someone) for _ in names]
    answers = at_once(*(lambda tab=tab, name=name: CALLS[name](tab, it) for tab, name in zip(tabs, names, strict=True)))
    faults = {
        name: answer
        for name, answer in zip(names, answers, strict=True)
        if isinstance(answer, Exception) or answer.status >= 500
    }
    assert faults == {}
    if "delete" not in names:
        player = Player.objects.get(user__username=it["name"])
        assert Table.objects.filter(pk=it["table"]["id"], player=player).exists()


@pytest.mark.parametrize("name", sorted(CALLS))
def test_each_is_done_while_the_account_is_deleted(name: str) -> None:
    """Another device plays on while its owner deletes the account: nothing is left of it, and nothing fails."""
    someone, it = prepared()
    tabs = [tab_of(someone) for _ in range(3)]
    calls = [CALLS[name], CALLS[name], CALLS["delete"]]
    answers = at_once(*(lambda tab=tab, call=call: call(tab, it) for tab, call in zip(tabs, calls, strict=True)))
    assert [answer for answer in answers if isinstance(answer, Exception) or answer.status >= 500] == []
