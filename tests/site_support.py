"""A site for tests: Django on a data folder and database of this test process, and guests who call it."""

import atexit
import ipaddress
import json
import os
import secrets
import shutil
import tempfile
from typing import Any

from databases import drop_postgresql, new_postgresql

_FOLDER = tempfile.mkdtemp(prefix="winnable-test-")
os.environ["WINNABLE_DATA"] = _FOLDER
os.environ["DJANGO_SETTINGS_MODULE"] = "winnable.site.settings"
for _name in ("DATABASE_URL", "WINNABLE_HOSTS", "WINNABLE_HTTPS", "WINNABLE_SECRET_KEY"):
    os.environ.pop(_name, None)
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
if os.environ.get("WINNABLE_TEST_SITE") == "postgresql":  # else a file; scripts/test runs the site's tests with both
    os.environ["DATABASE_URL"] = new_postgresql()
    atexit.register(drop_postgresql, os.environ["DATABASE_URL"])

from django.test import Client  # noqa: E402 - after the settings are named
from django.test.utils import setup_test_environment  # noqa: E402

from winnable.site.ready import migrate  # noqa: E402

migrate()
setup_test_environment()


PASSWORD = "correct-horse-battery-staple"  # noqa: S105 - of every account in the tests


class Answer:
    """An answer: its status and its body."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.text: str = response.content.decode(errors="replace") if not response.streaming else ""
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        self.json: Any = json.loads(self.text) if is_json and self.text else None


class Guest:
    """A guest with cookies and an address of his own; every call is checked as a browser's would be (CSRF)."""

    def __init__(self, language: str = "en") -> None:
        self.address = str(ipaddress.IPv4Address(0x0A000000 + secrets.randbelow(2**24)))
        self.client = Client(enforce_csrf_checks=True, headers={"accept-language": language}, REMOTE_ADDR=self.address)
        self.client.get("/")

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Call a path; the body is sent as JSON, or as it is if it is bytes."""
        data = body if isinstance(body, bytes) else json.dumps(body)
        sent = {"X-CSRFToken": self.client.cookies["csrftoken"].value, **headers}
        return Answer(
            self.client.generic(
                method, path, "" if body is None else data, content_type="application/json", headers=sent
            )
        )

    def send(self, path: str, **fields: str) -> Answer:
        """Send a form of a page."""
        token = self.client.cookies["csrftoken"].value
        return Answer(self.client.post(path, {"csrfmiddlewaretoken": token, **fields}))

    def sign_up(self, name: str, email: str = "") -> Answer:
        """Make an account with ``PASSWORD``; this browser is signed in then."""
        answer = self.send("/sign-up/", username=name, password=PASSWORD, again=PASSWORD, email=email)
        assert answer.status == 302, answer.text
        return answer

    def sign_in(self, name: str, password: str = "") -> Answer:
        """Sign in, by default with ``PASSWORD``."""
        return self.send("/sign-in/", username=name, password=password or PASSWORD)

    def deal(self, game: str = "canfield", number: int | str | None = 17, **form: Any) -> Any:
        """A new table."""
        name, *options = game.split(":")
        answer = self.call("POST", "/api/tables", {"game": name, "options": options, "number": number, **form})
        assert answer.status == 201, answer.text
        return answer.json

    def table(self, table: Any) -> Any:
        """How a table stands."""
        return self.call("GET", f"/api/tables/{table['id']}").json

    def step(self, table: Any, do: str, **form: Any) -> Answer:
        """One step after what the table shows."""
        form = {"after": table["seq"], "key": secrets.token_hex(8), "do": do, **form}
        return self.call("POST", f"/api/tables/{table['id']}/steps", form)

    def play(self, table: Any, *moves: str) -> Any:
        """Play moves, all of which must be accepted."""
        for move in moves:
            answer = self.step(table, "move", move=move)
            assert answer.status == 200, answer.text
            table = answer.json
        return table

    def stored(self, table: Any) -> Any:
        """A table as the database has it, brought in that state from a save."""
        return self.call("GET", f"/api/tables/{table['id']}/save").json
