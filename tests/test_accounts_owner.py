"""What an account's owner changes, takes away and deletes."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import Model

from accounts_support import ids, ids_of, new_name
from site_support import PASSWORD, Guest
from winnable.site.models import Attempt, Daily, Player, Table

User = get_user_model()
NEW = "another-horse-altogether"


@pytest.fixture
def name() -> str:
    """A name for an account."""
    return new_name()


@pytest.fixture
def owner(name: str) -> Guest:
    """Someone who is signed in."""
    guest = Guest()
    guest.sign_up(name)
    return guest


def elsewhere(name: str) -> Guest:
    """The same person on another device."""
    device = Guest()
    assert device.sign_in(name).status == 302
    return device


def is_signed_in(guest: Guest) -> bool:
    return guest.call("GET", "/account/").status == 200


WITHHELD = {"auth.user": {"password"}, "winnable.table": {"proved_line"}}  # the second would win a deal without help
OWNER_PAGES = ["", "password/", "email/", "elsewhere/", "export/", "delete/"]


@pytest.mark.parametrize("page", OWNER_PAGES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_without_signing_in_a_page_asks_for_it(page: str, method: str) -> None:
    answer = Guest().call(method, f"/account/{page}")
    assert answer.status in (302, 405)
    if answer.status == 302:
        assert answer.headers["Location"] == f"/sign-in/?next=/account/{page}"


@pytest.mark.parametrize("page", OWNER_PAGES)
def test_no_page_of_an_account_is_kept_by_the_browser(owner: Guest, page: str) -> None:
    assert "no-store" in owner.call("GET", f"/account/{page}").headers["Cache-Control"]
    assert "no-store" in owner.call("GET", "/play/canfield/17/").headers["Cache-Control"]


def test_a_new_password_signs_out_other_devices(owner: Guest, name: str) -> None:
    other = elsewhere(name)
    answer = owner.send("/account/password/", current=PASSWORD, password=NEW, again=NEW)
    assert answer.headers["Location"] == "/account/?done=password"
    assert "Your password is changed" in owner.call("GET", "/account/?done=password").text
    assert not is_signed_in(other)
    assert Guest().sign_in(name).status == 200
    assert Guest().sign_in(name, NEW).status == 302


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"current": "wrong", "password": NEW, "again": NEW}, "This is not the password of your account."),
        ({"current": PASSWORD, "password": "short", "again": "short"}, "too short"),
        ({"current": PASSWORD, "password": NEW, "again": "x" + NEW}, "The two passwords differ"),
        ({"current": PASSWORD}, "Please fill this in."),
        ({}, "Please fill this in."),
    ],
)
def test_a_password_that_can_not_be_is_not_stored(owner: Guest, name: str, fields: dict[str, str], said: str) -> None:
    answer = owner.send("/account/password/", **fields)
    assert answer.status == 200
    assert said in answer.text
    assert Guest().sign_in(name).status == 302


def test_signing_out_elsewhere_keeps_this_device(owner: Guest, name: str) -> None:
    other = elsewhere(name)
    table = other.deal()
    refused = owner.send("/account/elsewhere/", current="wrong")
    assert "This is not the password of your account." in refused.text
    assert is_signed_in(other)
    assert owner.send("/account/elsewhere/", current=PASSWORD).headers["Location"] == "/account/?done=elsewhere"
    assert not is_signed_in(other)
    assert ids(other) == []
    assert other.step(table, "turn").status == 404
    assert ids(owner) == [table["id"]]
    assert Guest().sign_in(name).status == 302


def test_the_e_mail_address_is_set_changed_and_removed(owner: Guest, name: str) -> None:
    for email in ("fox@example.org", "new@example.org", ""):
        assert owner.send("/account/email/", email=email, current=PASSWORD).status == 302
        assert User.objects.get(username=name).email == email
        assert email in owner.call("GET", "/account/").text
    assert "This is not the password" in owner.send("/account/email/", email="x@example.org", current="wrong").text
    assert "This is not an e-mail address" in owner.send("/account/email/", email="fox", current=PASSWORD).text
    assert User.objects.get(username=name).email == ""


def test_what_is_shown_can_be_switched_off(owner: Guest, name: str) -> None:
    page = owner.call("GET", "/account/").text
    assert page.count("checked") == 2
    owner.send("/account/", results="on")
    stored = Player.objects.get(user__username=name).settings
    assert (stored["leaderboard"], stored["results"]) == (False, True)
    assert owner.call("GET", "/account/").text.count("checked") == 1


def with_everything(owner: Guest, name: str) -> Player:
    """Let an account have a row in every model that can belong to one."""
    table = owner.play(owner.deal(), "S")
    owner.call("PUT", "/api/settings", {"lamp": True})
    player = Player.objects.get(user__username=name)
    daily = Daily.objects.create(date="2026-01-01", full_name=name, number="1", verdict="winnable")
    Attempt.objects.create(player=player, daily=daily, table=Table.objects.get(pk=table["id"]))
    return player


def models_of_players() -> set[str]:
    """The models whose rows belong to a player, directly or by way of another."""
    found = {Player}
    for _ in range(3):
        models = apps.get_app_config("winnable").get_models()
        found |= {one for one in models if any(field.related_model in found for field in one._meta.concrete_fields)}
    return {model._meta.label_lower for model in found}


def tied_to(user: Any) -> Iterator[Model]:
    """Every row that leads to an account, found by walking all models and their keys."""
    found: set[tuple[Any, Any]] = {(User, user.pk)}
    yield user
    grown = True
    while grown:
        grown = False
        for model in apps.get_models(include_auto_created=True):
            keys = [field for field in model._meta.concrete_fields if field.related_model]
            for row in model._default_manager.all():
                owners = {(field.related_model, getattr(row, field.attname)) for field in keys}
                if (model, row.pk) not in found and owners & found:
                    found.add((model, row.pk))
                    grown = True
                    yield row


def test_the_export_holds_every_row_with_all_its_fields(owner: Guest, name: str) -> None:
    player = with_everything(owner, name)
    answer = owner.call("GET", "/account/export/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="winnable-account.json"'
    said = {(row["model"], str(row["pk"])): row["fields"] for row in answer.json["rows"]}
    tied = {(row._meta.label_lower, str(row.pk)): row for row in tied_to(player.user)}
    assert {"auth.user", *models_of_players()} <= {model for model, _ in tied}, "let with_everything make such a row"
    assert said.keys() == tied.keys()
    for key, row in tied.items():
        fields = {field.name for field in row._meta.concrete_fields if not field.primary_key}
        assert fields - set(said[key]) == WITHHELD.get(key[0], set())
    assert answer.json["settings"]["lamp"] is True
    assert "argon2" not in answer.text


def test_an_export_holds_nothing_of_others(owner: Guest) -> None:
    other, stranger = Guest(), new_name()
    other.sign_up(stranger, "stranger@example.org")
    table = other.deal()
    text = owner.call("GET", "/account/export/").text
    assert stranger not in text
    assert table["id"] not in text


def test_deletion_leaves_no_row(owner: Guest, name: str) -> None:
    player = with_everything(owner, name)
    rows = list(tied_to(player.user))
    other = elsewhere(name)
    table = Table.objects.get(player=player)
    refused = owner.send("/account/delete/", current="wrong")
    assert "This is not the password of your account." in refused.text
    assert ids_of(name) == [table.pk]
    assert owner.send("/account/delete/", current=PASSWORD).headers["Location"] == "/account/deleted/"
    assert "The account is deleted" in owner.call("GET", "/account/deleted/").text
    assert {row._meta.label_lower for row in rows} >= models_of_players()
    assert [row for row in rows if type(row)._default_manager.filter(pk=row.pk).exists()] == []
    user = str(rows[0].pk)
    sessions = apps.get_model("sessions.Session").objects.all()
    assert [one for one in sessions if one.get_decoded().get("_auth_user_id") == user] == []
    assert not is_signed_in(other)
    assert ids(owner) == ids(other) == []
    assert other.call("GET", f"/api/tables/{table.pk}").status == 404
    Guest().sign_up(name)


@pytest.mark.parametrize(("language", "heading"), [("en", "Account of"), ("de", "Konto von")])
def test_the_pages_speak_the_player_s_language(language: str, heading: str) -> None:
    guest, name = Guest(language), new_name()
    guest.sign_up(name)
    assert f"{heading} {name}" in guest.call("GET", "/account/").text
    weak = "short"
    wrong = guest.send("/account/password/", current="wrong", password=weak, again=weak).text
    said = {
        "en": ("This is not the password of your account.", "too short"),
        "de": ("Das ist nicht das Passwort deines Kontos.", "Dieses Passwort ist zu kurz"),
    }[language]
    assert all(words in wrong for words in said)
    assert 'aria-describedby="id_current_error"' in wrong
    assert wrong.count("autofocus") == 1


def test_an_e_mail_address_is_shown_to_nobody_else(owner: Guest) -> None:
    owner.send("/account/email/", email="secret-fox@example.org", current=PASSWORD)
    table = owner.deal()
    for path in ("/", "/play/canfield/17/", "/api/tables", f"/api/tables/{table['id']}", "/api/settings"):
        assert "secret-fox" not in owner.call("GET", path).text
