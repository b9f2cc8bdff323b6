"""Signing up, in and out, and what a guest brings along."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.base import UpdateError
from django.test import RequestFactory

from accounts_support import ids, ids_of, new_name
from site_support import PASSWORD, Guest
from winnable.site.accounts.names import is_allowed, name_key
from winnable.site.accounts.takeover import new_account
from winnable.site.models import Player, Table
from winnable.site.sessions import SessionStore

User = get_user_model()
Session = apps.get_model("sessions.Session")


@pytest.fixture
def guest() -> Guest:
    """Someone who has not played yet."""
    return Guest()


def test_a_guest_s_games_and_settings_are_the_account_s_after_signing_up(guest: Guest) -> None:
    table = guest.play(guest.deal(), "S")
    guest.call("PUT", "/api/settings", {"lamp": True})
    name = new_name()
    assert guest.sign_up(name).headers["Location"] == "/"
    assert guest.play(table, "S")["moves_made"] == 2
    elsewhere = Guest()
    elsewhere.sign_in(name)
    assert ids(elsewhere) == [table["id"]]
    assert elsewhere.call("GET", "/api/settings").json["lamp"] is True
    assert elsewhere.table(table)["moves_made"] == 2


def test_the_start_page_tells_only_guests_that_no_account_is_needed(guest: Guest) -> None:
    assert "No account needed" in guest.call("GET", "/").text
    guest.sign_up(new_name())
    assert "No account needed" not in guest.call("GET", "/").text


def test_a_guest_s_games_go_to_the_account_that_he_signs_in_to(guest: Guest) -> None:
    name = new_name()
    first = Guest()
    first.sign_up(name)
    old = first.deal("czarina")
    table = guest.play(guest.deal(), "S")
    before = Player.objects.get(table=table["id"])
    assert guest.sign_in(name).status == 302
    assert ids(guest) == [table["id"], old["id"]]
    assert ids(first) == [table["id"], old["id"]]
    assert guest.play(table, "S")["moves_made"] == 2
    assert not Player.objects.filter(pk=before.pk).exists()


def test_settings_of_the_account_win_and_others_are_kept(guest: Guest) -> None:
    name = new_name()
    first = Guest()
    first.sign_up(name)
    first.call("PUT", "/api/settings", {"lamp": True})
    guest.call("PUT", "/api/settings", {"lamp": False, "autoplay": False})
    guest.sign_in(name)
    now = guest.call("GET", "/api/settings").json
    assert (now["lamp"], now["autoplay"]) == (True, False)


@pytest.mark.parametrize("first", ["guest", "account"])
def test_a_deal_that_both_have_played_counts_once(guest: Guest, first: str) -> None:
    """Else a deal that is known from one side would be a fresh one on the other."""
    name = new_name()
    account = Guest()
    account.sign_up(name)
    order = [guest, account] if first == "guest" else [account, guest]
    tables = [one.play(one.deal("canfield", 4711), "S") for one in order]
    other = guest.play(guest.deal("canfield:draw=1", 4711), "S")
    guest.sign_in(name)
    counted = dict(Table.objects.filter(player__user__username=name).values_list("pk", "uncounted"))
    assert counted == {tables[0]["id"]: "", tables[1]["id"]: "again", other["id"]: ""}


def test_a_deal_that_lies_untouched_and_is_known_from_the_account_counts_nowhere(guest: Guest) -> None:
    name = new_name()
    account = Guest()
    account.sign_up(name)
    untouched, known = guest.deal("canfield", 4711), account.play(account.deal("canfield", 4711), "S")
    guest.sign_in(name)
    counted = dict(Table.objects.filter(player__user__username=name).values_list("pk", "uncounted"))
    assert counted == {known["id"]: "", untouched["id"]: "again"}


def test_after_signing_out_nothing_of_the_account_is_left(guest: Guest) -> None:
    name = new_name()
    table = guest.deal()
    guest.sign_up(name)
    guest.call("PUT", "/api/settings", {"lamp": True})
    assert guest.send("/sign-out/").headers["Location"] == "/"
    assert ids(guest) == []
    assert guest.call("GET", f"/api/tables/{table['id']}").status == 404
    assert guest.call("GET", "/api/settings").json["lamp"] is False
    assert name not in guest.call("GET", "/").text
    own = guest.deal()
    other = new_name()
    guest.sign_up(other)
    assert ids(guest) == [own["id"]]
    assert ids_of(name) == [table["id"]]


def test_the_cookie_of_before_reaches_nothing(guest: Guest) -> None:
    """Session fixation: whoever planted or saw the guest's cookie has nothing of the account."""
    guest.deal()
    old = guest.client.cookies["sessionid"].value
    guest.sign_up(new_name())
    assert guest.client.cookies["sessionid"].value != old
    thief = Guest()
    thief.client.cookies["sessionid"] = old
    assert ids(thief) == []
    assert thief.call("GET", "/account/").headers["Location"].startswith("/sign-in/")


def test_the_answer_to_a_late_move_does_not_sign_out(guest: Guest) -> None:
    """A move that was on its way with the cookie of before: its answer used to delete the new cookie."""
    table = guest.deal()
    old = guest.client.cookies["sessionid"].value
    name = new_name()
    guest.sign_up(name)
    late = Guest()
    late.client.cookies["sessionid"] = old
    answer = late.step(table, "turn")
    assert answer.status == 404
    assert late.client.cookies["sessionid"].value == old
    assert guest.step(table, "turn").status == 200


def test_a_late_call_makes_no_guest_in_place_of_the_account(guest: Guest) -> None:
    """A deal that was on its way with the cookie of before: its answer used to bring a new guest's cookie."""
    guest.deal()
    old = guest.client.cookies["sessionid"].value
    guest.sign_up(new_name())
    late, players = Guest(), Player.objects.count()
    late.client.cookies["sessionid"] = old
    deal = {"game": "canfield", "options": [], "number": 9}
    refused = late.call("POST", "/api/tables", deal)
    assert (refused.status, refused.json["code"]) == (404, "out of date")
    assert refused.json["message"] == "This page is out of date; load it again."
    assert late.call("PUT", "/api/settings", {"lamp": True}).status == 404
    assert late.client.cookies["sessionid"].value == old
    assert Player.objects.count() == players


def test_a_call_that_is_late_in_the_middle_does_not_sign_out(guest: Guest) -> None:
    """It had read the session of before when that was replaced, and writes it: its key may not come back to life."""
    guest.deal()
    late = SessionStore(guest.client.cookies["sessionid"].value)
    late["seen"] = "today"
    guest.sign_up(new_name())
    with pytest.raises(UpdateError):
        late.save()


def test_signing_out_deletes_cookie_and_session(guest: Guest) -> None:
    guest.sign_up(new_name())
    key = guest.client.cookies["sessionid"].value
    guest.send("/sign-out/")
    assert guest.client.cookies["sessionid"].value == ""
    assert not Session.objects.filter(pk=key).exists()


def test_a_link_can_not_sign_out(guest: Guest) -> None:
    guest.sign_up(new_name())
    assert guest.call("GET", "/sign-out/").status == 405
    assert guest.call("GET", "/account/").status == 200


@pytest.mark.parametrize("path", ["/sign-up/", "/sign-in/", "/sign-out/"])
def test_a_form_of_another_site_is_refused(guest: Guest, path: str) -> None:
    fields = {"username": new_name(), "password": PASSWORD, "again": PASSWORD}
    answer = guest.client.post(path, {**fields, "csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    assert not User.objects.filter(username=fields["username"]).exists()


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-up/"])
@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/play/canfield/17/", "/play/canfield/17/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/sign-in/", "/"),
        ("/sign-in/?next=/sign-in/", "/"),
        ("/sign-out/", "/"),
        ("", "/"),
    ],
)
def test_afterwards_only_a_page_of_ours_comes(path: str, wanted: str, leads_to: str) -> None:
    name, guest = new_name(), Guest()
    fields = {"username": name, "password": PASSWORD, "again": PASSWORD}
    Guest().sign_up(name) if path == "/sign-in/" else None
    assert guest.send(path, next=wanted, **fields).headers["Location"] == leads_to
    assert guest.client.get(path, {"next": wanted}).headers["Location"] == leads_to


@pytest.mark.parametrize("language", ["en", "de"])
def test_name_and_password_that_do_not_fit_are_told_alike(language: str) -> None:
    name, guest = new_name(), Guest(language)
    Guest().sign_up(name)
    wrong = guest.sign_in(name, "not the password")
    unknown = guest.sign_in(new_name(), "not the password")
    assert (wrong.status, unknown.status) == (200, 200)
    said = {"en": "User name and password don", "de": "Benutzername und Passwort passen nicht zusammen"}[language]
    for answer in (wrong, unknown):
        assert answer.text.count('role="alert"') == 1
        assert said in answer.text


def test_a_name_is_known_however_it_is_typed(guest: Guest) -> None:
    Guest().sign_up("Jürgen.Zwei")
    for typed in ("jürgen.zwei", "  JÜRGEN.ZWEI ", "Ju\u0308rgen_Zwei", "\uff2a\u00fcrgen.Zwei"):
        one = Guest()
        assert one.sign_in(typed).status == 302, typed
        assert "Jürgen.Zwei" in one.call("GET", "/").text


REFUSED_NAMES = [
    "ab",
    "x" * 31,
    "a b c",
    "a..b",
    ".abc",
    "abc-",
    "123",
    "<b>abc</b>",
    "Аnna",
    "ann\u200ba",
    "abc\ndef",
    "a@b.de",
]


@pytest.mark.parametrize("name", REFUSED_NAMES)
def test_a_name_that_is_none_is_refused(guest: Guest, name: str) -> None:
    answer = guest.send("/sign-up/", username=name, password=PASSWORD, again=PASSWORD)
    assert answer.status == 200
    assert "A user name has 3 to 30 letters" in answer.text
    assert 'aria-describedby="id_username_helptext id_username_error"' in answer.text
    assert "<b>abc" not in answer.text
    assert not User.objects.filter(username=name).exists()


@pytest.mark.parametrize("name", ["Wi11iam", "WILLIAM", "Willíam", "admin", "Adm1n", "Gast", "WINNABLE"])
def test_a_name_that_looks_like_another_is_taken(guest: Guest, name: str) -> None:
    User.objects.filter(username="William").delete()
    Guest().sign_up("William")
    answer = guest.send("/sign-up/", username=name, password=PASSWORD, again=PASSWORD)
    assert "is taken" in answer.text


def test_alike_is_what_looks_alike() -> None:
    assert name_key("Arne_B") == name_key("ame.b")
    assert name_key("Zoë") == name_key("ZOE") == name_key("z0e")
    assert name_key("Anna") != name_key("Hanna")
    assert is_allowed("Käthe-3")
    assert len(name_key("ß" * 30)) <= 64


def test_a_name_that_a_host_has_given_is_taken(guest: Guest) -> None:
    User.objects.create_superuser("Boss", password=PASSWORD)
    answer = guest.send("/sign-up/", username="boss", password=PASSWORD, again=PASSWORD)
    assert "is taken" in answer.text
    table = guest.deal()
    assert guest.sign_in("Boss").status == 302
    assert ids(guest) == [table["id"]]


@pytest.mark.parametrize(
    ("password", "again", "said"),
    [
        ("short-1", "short-1", "too short"),
        ("password123", "password123", "too common"),
        ("Silvester-Fuchs", "Silvester-Fuchs", "too similar"),
        (PASSWORD, PASSWORD + "x", "The two passwords differ"),
        ("x" * 300, "x" * 300, "at most 256"),
        ("", "", "Please fill this in."),
    ],
)
def test_a_weak_password_is_refused(guest: Guest, password: str, again: str, said: str) -> None:
    answer = guest.send("/sign-up/", username="Silvester.Fuchs", password=password, again=again)
    assert answer.status == 200
    assert said in answer.text
    assert password not in answer.text or not password
    assert not User.objects.filter(username="Silvester.Fuchs").exists()


def test_a_password_is_stored_as_argon2id(guest: Guest) -> None:
    name = new_name()
    guest.sign_up(name)
    assert User.objects.get(username=name).password.startswith("argon2$argon2id$")


def test_daily_boards_know_who_is_signed_in(guest: Guest) -> None:
    from django.contrib.auth.models import AnonymousUser

    from winnable.site.players import account_of

    request: Any = RequestFactory().get("/")
    request.session, request.user = {}, AnonymousUser()
    assert account_of(request) is None
    request.user = new_account(None, new_name(), "", PASSWORD)
    player = account_of(request)
    assert player is not None
    assert player.user == request.user


@pytest.mark.parametrize(
    ("language", "sign_in", "account"), [("en", "Sign in", "Account"), ("de", "Anmelden", "Konto")]
)
def test_pages_and_table_lead_to_the_account(language: str, sign_in: str, account: str) -> None:
    guest = Guest(language)
    for path in ("/", "/rules/canfield/", "/play/canfield/17/"):
        page = guest.call("GET", path).text
        assert sign_in in page
        assert (f'href="/sign-in/?next={path}"' in page) == (path != "/")
    name = new_name()
    guest.sign_up(name)
    for path in ("/", "/rules/canfield/", "/play/canfield/17/"):
        page = guest.call("GET", path).text
        unseen = "" if path.startswith("/play/") else ' class="unseen"'
        assert f'href="/account/"><span{unseen}>{account} </span>{name}</a>' in page
