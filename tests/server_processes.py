"""Server processes as a host runs them, and guests who call them over HTTP."""

import http.client
import json
import re
import subprocess
import sys
from typing import IO, Any
from urllib.parse import urlsplit


class Server:
    """A server process in a given environment, which can be killed."""

    def __init__(self, environment: dict[str, str], *options: str, log: IO[str] | None = None) -> None:
        command = [sys.executable, "-m", "winnable.site.serve", "--port", "0", "--no-browser", *options]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        address = re.search(r"http://\S+", self.said)
        assert address, self.said
        self.place = urlsplit(address[0]).netloc

    def kill(self) -> None:
        """End it without any warning."""
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
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        connection = http.client.HTTPConnection(server.place, timeout=60)
        try:
            connection.request(method, path, None if form is None else json.dumps(form), headers)
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
