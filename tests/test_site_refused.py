"""What nothing here takes is refused in words, in both languages, by a page or by the API."""

import pytest
from django.test import Client

from site_support import Guest


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
