"""Numbers and nesting beyond what Python reads are refused like any other fault of a caller."""

import pytest

from site_support import Guest

LONG = b"9" * 5000  # digits: Python reads no number of more than 4300


@pytest.mark.parametrize("body", [b'{"game": "canfield", "number": %b}' % LONG, b"[" * 60_000, LONG])
@pytest.mark.parametrize("path", ["/api/tables", "/api/saves", "/api/settings"])
def test_a_body_that_can_not_be_read_is_refused(path: str, body: bytes) -> None:
    answer = Guest().call("PUT" if path == "/api/settings" else "POST", path, body)
    assert answer.status in (400, 422)
    assert answer.json["code"] == "malformed"


def test_a_number_in_an_address_is_refused() -> None:
    guest = Guest()
    table = guest.deal()
    answer = guest.call("GET", f"/api/tables/{table['id']}/verdict?after={LONG.decode()}")
    assert (answer.status, answer.json["code"]) == (422, "malformed")
    assert guest.call("GET", f"/play/canfield/?deal={LONG.decode()}").status == 404


def test_a_length_of_many_digits_is_too_large() -> None:
    answer = Guest().client.post("/api/tables", b"{}", "application/json", CONTENT_LENGTH=LONG.decode())
    assert answer.status_code == 413


MULTIPART = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\ncanfield\r\n--x--\r\n'


@pytest.mark.parametrize("path", ["/api/tables", "/api/saves"])
def test_a_form_instead_of_json_is_refused(path: str) -> None:
    """Looking for the CSRF token in a form of several parts reads it, and the API then found its body gone: 500."""
    guest = Guest()
    token = {"X-CSRFToken": guest.client.cookies["csrftoken"].value}
    answer = guest.client.generic("POST", path, MULTIPART, "multipart/form-data; boundary=x", headers=token)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("path", ["/sign-in/", "/i18n/setlang/", "/api/tables"])
@pytest.mark.parametrize(("language", "said"), [("en", "not understood"), ("de", "nicht zu verstehen")])
def test_a_form_in_another_encoding_is_refused(path: str, language: str, said: str) -> None:
    """Django refused it with pages that read the form once more, one after another, up to a 500 without headers."""
    body = "username=x".encode("utf-16")
    form = "application/x-www-form-urlencoded; charset=utf-16"
    answer = Guest(language).client.generic("POST", path, body, form)
    assert answer.status_code == 400
    assert said in answer.json()["message"]
    assert answer.headers["Content-Security-Policy"]
