"""A new password by mail, and by the host."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail

from accounts_support import new_name
from site_support import Guest
from winnable.site.accounts import reset

User = get_user_model()
NEW, WEAK = "another-horse-altogether", "short"


def account(email: str) -> str:
    """The name of a new account with an e-mail address."""
    name = new_name()
    Guest().sign_up(name, email)
    return name


def mails_to(email: str) -> list[Any]:
    """What was sent to an address."""
    reset.wait()
    return [one for one in mail.outbox if one.to == [email]]


@pytest.fixture(autouse=True)
def outbox() -> None:
    """No mails yet."""
    mail.outbox = []


@pytest.mark.parametrize(
    ("language", "subject", "said"),
    [
        ("en", "A new password for Winnable", "This password is too short."),
        ("de", "Ein neues Passwort für Winnable", "Dieses Passwort ist zu kurz."),
    ],
)
def test_a_forgotten_password_is_set_anew(language: str, subject: str, said: str) -> None:
    email = f"fox-{language}@example.org"
    name, signed_in = account(email), Guest()
    signed_in.sign_in(name)
    guest = Guest(language)
    assert guest.send("/reset/", email=email.upper()).headers["Location"] == "/reset/sent/"
    (sent,) = mails_to(email)
    assert sent.subject == subject
    assert name in sent.body
    link = re.search(r"http://testserver(/reset/\S+)", sent.body)
    assert link is not None
    form = guest.call("GET", link[1]).headers["Location"]
    assert link[1].split("/")[3] not in form
    assert name in guest.call("GET", form).text
    assert said in guest.send(form, password=WEAK, again=WEAK).text
    assert guest.send(form, password=NEW, again=NEW).headers["Location"] == "/reset/done/"
    assert guest.call("GET", "/reset/done/").status == 200
    assert Guest().sign_in(name, NEW).status == 302
    assert Guest().sign_in(name).status == 200
    assert signed_in.call("GET", "/account/").status == 302
    again = guest.call("GET", link[1])
    assert again.status == 200
    assert 'href="/reset/"' in again.text


@pytest.mark.parametrize(
    "path", ["/reset/x/y/", "/reset/MQ/set-password/", "/reset/%00/%00/", f"/reset/{'9' * 99}/a-b/"]
)
def test_a_link_that_never_was_says_so(path: str) -> None:
    answer = Guest().call("GET", path)
    assert answer.status == 200
    assert "This link no longer works" in answer.text


def test_nobody_learns_whether_an_address_has_an_account() -> None:
    account("known@example.org")
    answers = [Guest().send("/reset/", email=email) for email in ("known@example.org", "unknown@example.org")]
    assert len({(answer.status, answer.headers["Location"], answer.text) for answer in answers}) == 1
    assert len(mails_to("known@example.org")) == 1
    assert mails_to("unknown@example.org") == []


def test_a_mail_server_that_can_not_be_reached_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError("no route")

    account("nowhere@example.org")
    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", fail)
    assert Guest().send("/reset/", email="nowhere@example.org").headers["Location"] == "/reset/sent/"
    reset.wait()
    account("somewhere@example.org")


def test_a_fault_beside_the_answer_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """It used to be lost in the thread that sends mails."""

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("winnable.site.accounts.reset.PasswordResetForm.save", fail)
    Guest().send("/reset/", email="broken@example.org")
    reset.wait()
    assert "could not be made" in caplog.text


def test_an_account_without_password_or_out_of_use_gets_no_mail() -> None:
    name = account("gone@example.org")
    User.objects.filter(username=name).update(is_active=False)
    Guest().send("/reset/", email="gone@example.org")
    assert mails_to("gone@example.org") == []
    assert "belong together" in Guest().sign_in(name).text


def test_an_unknown_name_is_hashed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the time that the answer takes would tell which names there are."""
    from winnable.site.accounts.hashing import Argon2id

    hashed: list[str] = []
    for what in ("encode", "verify"):
        plain = getattr(Argon2id, what)
        monkeypatch.setattr(Argon2id, what, lambda *args, what=what, plain=plain: hashed.append(what) or plain(*args))
    name = account("")
    hashed.clear()
    Guest().sign_in(name, "wrong-password")
    Guest().sign_in(new_name(), "wrong-password")
    assert hashed == ["verify", "encode"]
