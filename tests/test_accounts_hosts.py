"""What a host decides about accounts: mail, proxies, a password set by hand."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from accounts_support import new_name
from site_support import PASSWORD, Guest
from winnable.site.hosting import mail, proxies

FROM, HOSTS = "cards@example.org", ["cards.example.org"]


def test_without_a_server_mails_are_printed() -> None:
    assert mail("", "", []) == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://mail.example.org", 587, True, False),
        ("smtps://mail.example.org", 465, False, True),
        ("smtp+tls://mail.example.org:2525", 2525, True, False),
    ],
)
def test_a_mail_server_is_an_address(url: str, port: int, tls: bool, ssl: bool) -> None:
    said = mail(url, FROM, HOSTS)
    assert (said["EMAIL_HOST"], said["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (said["EMAIL_USE_TLS"], said["EMAIL_USE_SSL"]) == (tls, ssl)
    assert said["DEFAULT_FROM_EMAIL"] == FROM


def test_name_and_password_of_the_mail_server() -> None:
    said = mail("smtp://me%40example.org:p%3Aq%2F@mail.example.org", FROM, HOSTS)
    assert (said["EMAIL_HOST_USER"], said["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "p:q/")


@pytest.mark.parametrize(
    ("url", "sender", "hosts", "says"),
    [
        ("mail.example.org", FROM, HOSTS, "must look like"),
        ("http://mail.example.org", FROM, HOSTS, "must look like"),
        ("smtp://mail.example.org:x", FROM, HOSTS, "must look like"),
        ("smtp://mail.example.org", "", HOSTS, "WINNABLE_MAIL_FROM"),
        ("smtp://mail.example.org", FROM, [], "WINNABLE_HOSTS"),
        ("smtp://mail.example.org", FROM, ["*"], "WINNABLE_HOSTS"),
    ],
)
def test_mail_that_can_not_be_is_told(url: str, sender: str, hosts: list[str], says: str) -> None:
    """With any host allowed, a request with another site's name would have a link sent that leads there."""
    with pytest.raises(ImproperlyConfigured, match=says):
        mail(url, sender, hosts)


def test_the_number_of_proxies() -> None:
    assert (proxies(""), proxies("2")) == (0, 2)
    for wrong in ("x", "-1", "²", "1.5", "99"):
        with pytest.raises(ImproperlyConfigured, match="WINNABLE_PROXIES"):
            proxies(wrong)


def by_hand(name: str, password: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())", "password", name]
    return subprocess.run(
        command, input=password + "\n", capture_output=True, text=True, env=dict(os.environ), check=False
    )


def test_a_host_sets_a_password_by_hand() -> None:
    name, guest, new = new_name(), Guest(), "another-horse-altogether"
    guest.sign_up(name)
    done = by_hand(name.lower(), new)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"The password of {name} is set; all its devices are signed out.\n"
    assert guest.call("GET", "/account/").status == 302
    assert Guest().sign_in(name, new).status == 302
    assert PASSWORD not in done.stdout


@pytest.mark.parametrize(("password", "says"), [("short", "too short"), ("password123", "too common")])
def test_a_host_s_password_must_be_good_too(password: str, says: str) -> None:
    name = new_name()
    Guest().sign_up(name)
    done = by_hand(name, password)
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert Guest().sign_in(name).status == 302


def test_a_host_is_told_that_there_is_no_such_account() -> None:
    done = by_hand("Nobody-Here", "another-horse-altogether")
    assert (done.returncode, done.stderr) == (2, "winnable: There is no account of the name 'Nobody-Here'.\n")
