"""The server as a process of its own, as a host runs it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process with its own data folder, which can be killed and started again."""

    def __init__(self, data: Path, program: tuple[str, str] = ("-m", "winnable.site.serve")) -> None:
        self.data = data
        self.program = program
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, *self.program, "--port", str(self.port), "--no-browser"]
        log = (self.data / "server.log").open("ab")
        environment = {**os.environ, "WINNABLE_DATA": str(self.data)}
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/api/games", timeout=5).close()  # noqa: S310
                return
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, (self.data / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("The server does not answer:\n" + (self.data / "server.log").read_text())

    def kill(self) -> None:
        """End the process without any warning, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
