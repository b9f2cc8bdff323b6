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
