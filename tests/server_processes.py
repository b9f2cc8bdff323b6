"""Server processes as a host runs them, and guests who call them over HTTP."""

import http.client
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

PROGRAM = ("-m", "winnable.site.serve")


class Server:
    """A server process in a given environment, which can be killed and started again at the same address."""

    def __init__(
        self, environment: dict[str, str], *options: str, program: tuple[str, str] = PROGRAM, log: IO[str] | None = None
    ) -> None:
        self.data = Path(environment["WINNABLE_DATA"])
        self._environment, self._log = environment, log
        self._command = [sys.executable, *program, "--no-browser", *options]
        self._port = 0  # any that is free, at the first start
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [*self._command, "--port", str(self._port)]
        self.process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        address = re.search(r"http://[^/\s]+", self.said)
        assert address, self.said
        self.url = address[0]
        self.place = urlsplit(self.url).netloc
        self._port = int(self.place.rpartition(":")[2])

    def kill(self) -> None:
        """End it without any warning, as a power cut would."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Caller:
    """A guest over HTTP, who keeps his cookies from server to server."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def call(self, server: Server, method: str, path: str, form: Any = None) -> tuple[int, Any]:
        """Status and body. Raises OSError or HTTPException if the server dies meanwhile."""
        return self._ask(server, method, path, None if form is None else json.dumps(form), "application/json")

    def send(self, server: Server, path: str, **fields: str) -> int:
        """Send the form of a page; the status."""
        return self._ask(server, "POST", path, urlencode(fields), "application/x-www-form-urlencoded")[0]

    def _ask(self, server: Server, method: str, path: str, text: str | None, kind: str) -> tuple[int, Any]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Content-Type": kind, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        connection = http.client.HTTPConnection(server.place, timeout=60)
        try:
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, json.loads(body) if body.startswith((b"{", b"[")) else None

    def deal(self, server: Server, game: str = "canfield", number: int = 17) -> str:
        """The path of a new table."""
        if not self.cookies:
            self.call(server, "GET", "/")
        status, table = self.call(server, "POST", "/api/tables", {"game": game, "number": number})
        assert status == 201
        return f"/api/tables/{table['id']}"
