"""What an attacker would try with accounts, forms and pages, each once found open or worth holding closed."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from accounts_support import new_name
from site_support import Guest
from test_privacy import ADDRESSES, Owner, body_of, filled
from winnable.site import players
from winnable.site.accounts import owner as owner_pages


@pytest.fixture(scope="module")
def owner() -> Owner:
    """An account that is signed in."""
    return Owner(signed_up=True)


@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES])
def test_no_call_of_another_site_changes_anything(owner: Owner, address: str) -> None:
    """The browser sends the cookies along, but not the token: every address, method and kind of form."""
    path, before = filled(address, owner), owner.stored
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
            body = "" if kind.endswith("urlencoded") else json.dumps(body_of(address))
            foreign = {"origin": "https://evil.example"}
            answer = owner.browser.client.generic(method, path, body, kind, headers=foreign)
            assert answer.status_code in (403, 404, 405), (method, path, kind)
    assert owner.stored == before


@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES if not address.startswith("/admin/")])
def test_every_answer_is_closed_to_scripts_and_personal_ones_to_caches(owner: Owner, address: str) -> None:
    """A guest's page once said nothing about caches; a replay's, for example, is his alone."""
    guest = Guest()
    guest.deal()
    for browser, private in ((owner.browser, "no-store"), (guest, "private"), (Guest(), "")):
        answer = browser.client.get(filled(address, owner))
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if private and answer.headers["Content-Type"].startswith("text/html") and "/offline/" not in address:
            said = answer.headers["Cache-Control"]
            assert private in said or "no-store" in said, address


def test_a_session_that_was_planted_is_not_taken_on() -> None:
    """Whoever sets someone's cookie beforehand is not in his account afterwards."""
    guest, planted = Guest(), "plantedplantedplantedplanted1234"
    guest.client.cookies["sessionid"] = planted
    guest.deal()
    assert guest.client.cookies["sessionid"].value != planted
    known = guest.client.cookies["sessionid"].value
    guest.sign_up(new_name())
    assert guest.client.cookies["sessionid"].value != known


def deletes(guest_name: str, then: Any) -> Any:
    """A function in whose midst the account is deleted, as another tab would."""

    def call(*given: Any) -> Any:
        get_user_model().objects.filter(username=guest_name).delete()
        return then(*given)

    return call


def test_an_export_while_the_account_is_deleted_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """It read row by row, met one that was gone, and answered 500."""
    guest, name = Guest(), new_name()
    guest.deal()
    guest.sign_up(name)
    monkeypatch.setattr(owner_pages, "everything", deletes(name, lambda user: user.player.settings))
    answer = guest.call("GET", "/account/export/")
    assert (answer.status, answer.headers["Location"]) == (302, "/account/deleted/")


@pytest.mark.parametrize(
    ("path", "status"), [("/api/tables", 200), ("/api/tables/x", 404), ("/", 200), ("/account/", 302)]
)
def test_a_call_while_the_account_is_deleted_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    """Its player was about to be made anew, for a user who was gone: 500."""
    guest, name = Guest(), new_name()
    guest.sign_up(name)
    monkeypatch.setattr(players, "_seen", deletes(name, lambda request: None))
    assert guest.call("GET", path).status == status


def test_a_fault_of_ours_is_still_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a deleted account is told as one."""
    guest = Guest()
    guest.sign_up(new_name())
    monkeypatch.setattr(owner_pages, "everything", lambda user: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        guest.call("GET", "/account/export/")
