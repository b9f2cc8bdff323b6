"""What nothing here takes is refused in words, in both languages, by a page or by the API."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts_support import new_name
from site_support import Guest
from winnable.games import GAMES

PLACES = {
    **{"full_name": "canfield", "name": "canfield", "wanted": GAMES["canfield"], "number": "5", "table_id": "x"},
    **{"token": "x", "uidb64": "x", "version": "1", "language": "en", "day": timezone.now().date()},
}


@pytest.mark.parametrize(
    ("language", "sentence", "onward"),
    [
        ("en", "The request is not understood.", "Your games are stored"),
        ("de", "Die Anfrage ist nicht zu verstehen.", "Deine Spiele sind gespeichert"),
    ],
)
def test_a_bad_request_gets_a_page(language: str, sentence: str, onward: str) -> None:
    """A wrong name of the site is found out before anything of the player is known."""
    answer = Client(headers={"host": "10.1.2.3", "accept-language": language}).get("/")
    text = answer.content.decode()
    assert answer.status_code == 400
    assert f'<html lang="{language}">' in text
    assert sentence in text
    assert onward in text
    assert "Content-Security-Policy" in answer.headers


def test_a_bad_request_to_the_api_gets_a_sentence() -> None:
    answer = Client(headers={"host": "10.1.2.3", "accept-language": "de"}).get("/api/games")
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"
    assert answer.json()["message"].startswith("Die Anfrage")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "This address can't be opened like this."), ("de", "Diese Adresse lässt sich so nicht öffnen.")],
)
def test_another_method_is_refused_in_words(language: str, sentence: str) -> None:
    guest = Guest(language)
    answer = guest.call("DELETE", "/api/settings")
    assert answer.status == 405
    assert answer.json == {"code": "method", "message": sentence}
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "PUT"}
    page = guest.call("GET", "/sign-out/")
    assert page.status == 405
    assert "POST" in page.headers["Allow"]
    assert sentence.replace("'", "&#x27;") in page.text
    assert "sessionid" not in page.text


def pages(resolver: Any) -> Iterator[str]:
    """An address of every page; the administration and the API are others' views."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver) and getattr(pattern, "namespace", None) is None:
            yield from pages(pattern)
        elif isinstance(pattern, URLPattern):
            names = pattern.pattern.converters
            yield reverse(pattern.name, kwargs={name: PLACES[name] for name in names})


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_takes_no_foreign_method(language: str) -> None:
    """Each is called as whoever is signed in and as a stranger; some used to answer DELETE as if it were GET."""
    stranger, owner = Client(), Guest(language)
    owner.sign_up(new_name())
    client = Client(headers={"accept-language": language})
    client.cookies = owner.client.cookies
    addresses = set(pages(get_resolver()))
    assert len(addresses) > 30
    for address in addresses:
        for method in ("DELETE", "PUT", "PATCH", "TRACE"):
            for caller in (stranger, client):
                answer = caller.generic(method, address, headers={"accept-language": language})
                assert (answer.status_code, method in answer.headers.get("Allow", "")) == (405, False), address
                assert f'lang="{language}"' in answer.content.decode()


def test_head_in_the_api_is_get_without_a_body() -> None:
    guest = Guest()
    table = guest.deal()
    for path in ("/api/games", "/api/settings", f"/api/tables/{table['id']}", "/api/tables/x", "/api/daily"):
        whole, head = guest.call("GET", path), guest.call("HEAD", path)
        assert (head.status, head.text) == (whole.status, "")
        assert head.headers["Content-Type"] == whole.headers["Content-Type"]
        assert head.headers["Content-Length"] == str(len(whole.text.encode()))
    assert guest.call("HEAD", "/api/saves").status == 405
