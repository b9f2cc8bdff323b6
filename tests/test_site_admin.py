"""The administration: for staff alone; it shows what is no secret and changes nothing of what people have."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from accounts_support import new_name
from site_support import PASSWORD, Guest
from winnable.cli import main
from winnable.site.accounts.names import name_key
from winnable.site.admin import site
from winnable.site.daily.days import today
from winnable.site.models import Daily, Player, Table, Tally
from winnable.site.sessions import SessionStore

PAGES = sorted(f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry)


def someone(name: str, staff: bool) -> Guest:
    """Someone who is signed in."""
    guest = Guest()
    users = get_user_model().objects
    user = users.filter(username=name).first() or users.create_user(name, None, "a long pass phrase")
    Player.objects.get_or_create(user=user)
    users.filter(pk=user.pk).update(is_staff=staff, is_superuser=staff)
    user.refresh_from_db()
    guest.client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return guest


@pytest.fixture
def staff() -> Guest:
    """One of the staff."""
    return someone("mrs-host", staff=True)


@pytest.mark.parametrize("page", ["/admin/", *PAGES])
def test_it_is_for_staff_alone(page: str) -> None:
    stranger = Guest().call("GET", page)
    assert stranger.status == 302
    assert stranger.headers["Location"].startswith("/admin/login/")
    assert someone("only-a-player", staff=False).call("GET", page).status == 302


def test_people_sign_in_as_everywhere(staff: Guest) -> None:
    """Else the limits on wrong passwords would not hold; someone who is signed in already finds nothing."""
    answer = Guest().call("GET", "/admin/login/?next=/admin/winnable/table/")
    assert answer.status == 302
    assert answer.headers["Location"] == "/sign-in/?next=/admin/winnable/table/"
    assert someone("only-a-player", staff=False).call("GET", "/admin/login/").status == 404
    assert Guest().call("GET", "/admin/nix/").status == 302


@pytest.mark.parametrize("page", PAGES)
def test_every_kind_of_row_can_be_read(staff: Guest, page: str) -> None:
    guest = Guest()
    guest.play(guest.deal(), "S")
    Tally.objects.get_or_create(key="secret-of-a-tally", window="2026-01-01T00:00Z")
    listed = staff.call("GET", page)
    assert listed.status == 200
    passwords = get_user_model().objects.values_list("password", flat=True)
    rows = re.findall(rf'href="({page}[^"]+/change/[^"]*)"', listed.text)
    for address in rows[:2]:
        shown = staff.call("GET", address.partition("?")[0])
        assert shown.status == 200
        assert_runs_under_our_policy(shown.text)
        assert "secret-of-a-tally" not in shown.text
        assert not any(password in shown.text for password in passwords)
        assert guest.client.cookies["sessionid"].value not in shown.text
    assert rows or page in ("/admin/auth/group/", "/admin/admin/logentry/") or "0 " in listed.text
    assert_runs_under_our_policy(listed.text)


def assert_runs_under_our_policy(text: str) -> None:
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", text))


def test_kinds_of_rows_have_names_in_both_languages(staff: Guest) -> None:
    """Django would make "Dailys" and "Tallys" of them."""
    english = staff.call("GET", "/admin/").text
    staff.client.cookies["django_language"] = "de"
    german = staff.call("GET", "/admin/").text
    for page, names in (("daily", ("Boards of the day", "Tagesspiele")), ("tally", ("Tallies", "Zählungen"))):
        for text, name in zip((english, german), names, strict=True):
            assert re.search(rf'href="/admin/winnable/{page}/"[^>]*>{name}<', text), name


def test_what_people_have_is_not_changed(staff: Guest) -> None:
    table = Guest().deal()
    for action in ("change", "delete"):
        answer = staff.client.post(
            f"/admin/winnable/table/{table['id']}/{action}/",
            {"seq": 99, "csrfmiddlewaretoken": staff.client.cookies["csrftoken"].value},
        )
        assert answer.status_code == 403
    assert staff.call("GET", "/admin/winnable/table/add/").status == 403


@pytest.mark.parametrize("at_once", [False, True])
def test_an_account_that_has_played_can_be_deleted(staff: Guest, at_once: bool) -> None:
    """What is its player's can't be deleted by itself, and that used to keep the account too."""
    guest, name = Guest(), new_name()
    guest.sign_up(name)
    table = guest.play(guest.deal(), "S")
    user = get_user_model().objects.get(username=name)
    if at_once:
        form = {"action": "delete_selected", "_selected_action": str(user.pk), "post": "yes"}
        answer = staff.send("/admin/auth/user/", **form)
    else:
        answer = staff.send(f"/admin/auth/user/{user.pk}/delete/", post="yes")
    assert answer.status == 302
    assert not get_user_model().objects.filter(username=name).exists()
    assert not Table.objects.filter(pk=table["id"]).exists()
    key = guest.client.cookies["sessionid"].value
    assert not SessionStore().exists(key)


def test_boards_of_days_to_come_are_not_shown(staff: Guest) -> None:
    """Staff play too."""
    for days, number in ((0, "1111111"), (1, "2222222")):
        day = today() + timedelta(days=days)
        Daily.objects.update_or_create(
            date=day, full_name="klondike", defaults={"number": number, "verdict": "winnable"}
        )
    text = staff.call("GET", "/admin/winnable/daily/").text
    assert "1111111" in text
    assert "2222222" not in text


def test_an_account_is_let_in_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    guest = someone("club-host", staff=False)
    assert main(["admin-user", "club-host"]) == 0
    assert guest.call("GET", "/admin/").status == 200
    assert main(["admin-user", "club-host", "--remove"]) == 0
    assert guest.call("GET", "/admin/").status == 302
    assert main(["admin-user", "nobody-like-this"]) == 2
    assert "There is no account" in capsys.readouterr().err


def renamed(staff: Guest, user: Any, name: str) -> Any:
    """The answer to staff who rename an account."""
    joined = user.date_joined
    form = {
        "username": name,
        "date_joined_0": joined.date().isoformat(),
        "date_joined_1": "12:00:00",
        "is_active": "on",
    }
    return staff.send(f"/admin/auth/user/{user.pk}/change/", **form)


def test_a_renamed_account_is_kept_from_names_that_look_alike(staff: Guest) -> None:
    """The new name could be taken a second time, and the old one by nobody."""
    name, new = new_name(), new_name()
    Guest().sign_up(name)
    user = get_user_model().objects.get(username=name)
    assert renamed(staff, user, new).status == 302
    assert Player.objects.get(user=user).name_key == name_key(new)
    assert "looks like it" in Guest().send("/sign-up/", username=new.upper(), password=PASSWORD, again=PASSWORD).text
    assert Guest().sign_up(name)


@pytest.mark.parametrize("new", ["two words", "x" * 31, "admin", ""])
def test_staff_give_no_name_that_nobody_could_choose(staff: Guest, new: str) -> None:
    name, other = new_name(), new_name()
    Guest().sign_up(name)
    Guest().sign_up(other)
    user = get_user_model().objects.get(username=name)
    assert renamed(staff, user, new or other.upper()).status == 200  # the form again, with a sentence
    user.refresh_from_db()
    assert user.username == name
    assert Player.objects.get(user=user).name_key == name_key(name)


def test_an_account_saved_under_its_name_keeps_its_key(staff: Guest) -> None:
    name = new_name()
    Guest().sign_up(name)
    user = get_user_model().objects.get(username=name)
    assert renamed(staff, user, name).status == 302
    user.save(update_fields=["last_login"])
    assert Player.objects.get(user=user).name_key == name_key(name)
