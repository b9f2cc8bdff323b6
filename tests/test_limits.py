"""Limits: what is asked for too often is refused, whichever process is asked."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import RequestFactory, override_settings
from django.utils import timezone

from accounts_support import new_name
from site_support import PASSWORD, Guest
from winnable.site import limits
from winnable.site.limits import Limit, TooOften, address_of, count
from winnable.site.models import Tally

FEW = Limit("few", 3, 3600)


def asked(who: str, times: int, limit: Limit = FEW) -> list[bool]:
    """For each of several calls whether it was allowed."""
    allowed = []
    for _ in range(times):
        try:
            count(limit, who)
        except TooOften:
            allowed.append(False)
        else:
            allowed.append(True)
    return allowed


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands, well inside every window, and can be moved."""
    now = [timezone.now().replace(minute=0, second=1, microsecond=0)]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def test_after_so_many_calls_one_has_to_wait(frozen: Any) -> None:
    assert asked("a", 5) == [True, True, True, False, False]
    assert asked("b", 1) == [True]
    assert asked("a", 1, Limit("other", 3, 3600)) == [True]
    frozen[0] += timedelta(hours=1)
    assert asked("a", 1) == [True]


@pytest.mark.parametrize(("seconds", "said"), [(30, "in 29 seconds."), (3600, "in 60 minutes.")])
def test_it_is_said_how_long(frozen: Any, seconds: int, said: str) -> None:
    limit = Limit("said", 0, seconds)
    with pytest.raises(TooOften) as refused:
        count(limit, "a")
    assert refused.value.seconds == seconds - 1
    assert refused.value.sentence == f"That was too often; try again {said}"


IN_ANOTHER_PROCESS = """
import os, sys
import django
django.setup()
from winnable.site.limits import Limit, TooOften, count
allowed = 0
for _ in range(40):
    try:
        count(Limit("processes", 50, 86400), "someone")
        allowed += 1
    except TooOften:
        pass
print(allowed)
"""


def test_two_processes_share_a_limit() -> None:
    command = [sys.executable, "-c", IN_ANOTHER_PROCESS]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) for _ in range(2)]
    allowed = [int(process.communicate()[0]) for process in running]
    assert sum(allowed) == 50


def test_old_tallies_go_and_no_address_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Tally.objects.create(key="old", window=timezone.now() - timedelta(days=2))
    monkeypatch.setattr(limits, "_tidied", 0.0)
    count(FEW, "192.0.2.77")
    assert not Tally.objects.filter(pk=old.pk).exists()
    assert not Tally.objects.filter(key__contains="192.0.2.77").exists()


def request_from(address: str, passed_on: str = "") -> Any:
    headers = {"X-Forwarded-For": passed_on} if passed_on else {}
    return RequestFactory(REMOTE_ADDR=address).get("/", headers=headers)


@pytest.mark.parametrize(
    ("proxies", "address", "passed_on", "expected"),
    [
        (0, "192.0.2.1", "198.51.100.9", "192.0.2.1"),
        (1, "127.0.0.1", "198.51.100.9", "198.51.100.9"),
        (1, "127.0.0.1", "6.6.6.6, 198.51.100.9", "198.51.100.9"),
        (2, "127.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.1", "198.51.100.9"),
        (2, "127.0.0.1", "198.51.100.9", "127.0.0.1"),
        (1, "127.0.0.1", "", ""),
        (1, "127.0.0.1", "nonsense", ""),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (0, "", "", ""),
    ],
)
def test_a_proxy_is_believed_only_as_configured(proxies: int, address: str, passed_on: str, expected: str) -> None:
    with override_settings(PROXIES=proxies):
        assert address_of(request_from(address, passed_on)) == expected


def refused_page(answer: Any, words: str = "That was too often") -> None:
    assert answer.status == 429, answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert words in answer.text
    assert 'role="alert"' in answer.text


def test_wrong_passwords_are_limited_by_name_and_address() -> None:
    name, guest = new_name(), Guest()
    Guest().sign_up(name)
    answers = [guest.sign_in(name, f"wrong-password-{index}") for index in range(limits.SIGN_IN.most)]
    assert {answer.status for answer in answers} == {200}
    answer = guest.sign_in(name)
    refused_page(answer)
    assert f'value="{name}"' in answer.text
    assert PASSWORD not in answer.text
    refused_page(guest_at(guest.address, "de").sign_in(name.upper()), "Das war zu oft")
    assert guest.sign_in(new_name()).status == 200
    assert Guest().sign_in(name).status == 302


def guest_at(address: str, language: str = "en") -> Guest:
    """Someone else at an address."""
    guest = Guest(language)
    guest.client.defaults["REMOTE_ADDR"] = address
    return guest


def used_up(limit: Limit, who: str) -> None:
    """Let someone have asked as often as he may, in this window and, if it ends meanwhile, in the next one."""
    now = timezone.now().timestamp()
    begun = datetime.fromtimestamp(now - now % limit.seconds, UTC)
    for window in (begun, begun + timedelta(seconds=limit.seconds)):
        Tally.objects.create(key=limits._key(limit, who), window=window, count=limit.most)


def test_a_club_can_sign_in_at_once_but_nobody_can_try_all_names() -> None:
    guest = Guest()
    used_up(limits.SIGN_IN_ADDRESS, guest.address)
    refused_page(guest.sign_in(new_name()))
    assert limits.SIGN_IN_ADDRESS.most >= 100


def test_one_name_is_limited_from_everywhere() -> None:
    from winnable.site.accounts.names import name_key

    name = new_name()
    used_up(limits.SIGN_IN_NAME, name_key(name))
    refused_page(Guest().sign_in(name))


def test_new_accounts_are_limited_by_address() -> None:
    guest = Guest()
    used_up(limits.SIGN_UP, guest.address)
    refused_page(guest.send("/sign-up/", username=new_name(), password=PASSWORD, again=PASSWORD))


def test_mails_to_one_address_are_limited_whoever_asks() -> None:
    for _ in range(limits.RESET.most):
        assert Guest().send("/reset/", email="flood@example.org").status == 302
    refused_page(Guest().send("/reset/", email="FLOOD@example.org"))
    assert Guest().send("/reset/", email="dry@example.org").status == 302


def test_a_stolen_session_can_not_try_passwords() -> None:
    name, guest = new_name(), Guest()
    guest.sign_up(name)
    for _ in range(limits.PASSWORD.most):
        assert guest.send("/account/delete/", current="wrong-password").status == 200
    refused_page(guest.send("/account/delete/", current=PASSWORD))
    refused_page(guest.send("/account/password/", current=PASSWORD, password="x" * 12, again="x" * 12))


def test_exports_are_limited() -> None:
    guest = Guest()
    guest.sign_up(new_name())
    for _ in range(limits.EXPORT.most):
        assert guest.call("GET", "/account/export/").status == 200
    answer = guest.call("GET", "/account/export/")
    assert (answer.status, "That was too often" in answer.text) == (429, True)


@pytest.mark.parametrize(
    ("limit", "method", "path", "form"),
    [
        (limits.HINT, "POST", "/api/tables/{id}/hint", {"after": 0}),
        (limits.VERDICT, "GET", "/api/tables/{id}/verdict?after=0", None),
        (limits.SOLUTION, "POST", "/api/tables/{id}/solution", {"from": "here"}),
        (limits.WINNABLE, "POST", "/api/tables", {"game": "canfield", "winnable": True}),
    ],
)
@pytest.mark.parametrize("by", ["player", "address"])
def test_the_solver_is_asked_so_often_and_no_more(limit: Limit, method: str, path: str, form: Any, by: str) -> None:
    from winnable.site.models import Table

    guest = Guest("de")
    table = guest.deal()
    if by == "player":
        used_up(limit, str(Table.objects.get(pk=table["id"]).player_id))
    else:
        used_up(limits.SOLVER, guest.address)
    answer = guest.call(method, path.format(**table), form)
    assert (answer.status, answer.json["code"]) == (429, "too often")
    assert answer.json["message"].startswith("Das war zu oft; versuch es in ")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert guest.call("GET", f"/api/tables/{table['id']}").status == 200


def test_the_limits_are_documented() -> None:
    from pathlib import Path

    said = (Path(__file__).parents[1] / "docs/hosting.md").read_text("utf-8").partition("### Limits")[2]
    there = [
        f"| {value.most} in {value.seconds // 60} minutes |"
        for value in vars(limits).values()
        if isinstance(value, Limit)
    ]
    assert len(there) == 14
    assert sorted(there) == sorted(re.findall(r"\| \d+ in \d+ minutes \|", said))


def test_new_tables_are_limited_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES", Limit("tables", 2, 3600))
    first, neighbour, stranger = Guest(), Guest(), Guest()
    neighbour.client.defaults["REMOTE_ADDR"] = first.address
    first.deal()
    save = first.call("GET", f"/api/tables/{first.deal()['id']}/save").json
    for path, form in (("/api/tables", {"game": "canfield"}), ("/api/saves", save)):
        answer = neighbour.call("POST", path, form)
        assert (answer.status, answer.json["code"]) == (429, "too often")
        assert stranger.call("POST", path, form).status == 201
