"""``serve``: the table in the browser, from one process or several. ``python -m winnable.site.serve`` does the same."""

import argparse
import errno
import os
import socket
import sys
import threading
import webbrowser

import uvicorn
from uvicorn.supervisors import Multiprocess

from winnable.site.in_use import hold
from winnable.site.ready import NotReady, make_ready


class CanNotServe(RuntimeError):
    """The server could not start; the message is one sentence that says why."""


def serve(host: str = "127.0.0.1", port: int = 8000, open_browser: bool = True, processes: int = 1) -> int:
    """Serve until interrupted; port 0 takes a free one. Raises CanNotServe, for example if the port is in use."""
    listening = _listen(host, port)
    _allow(host)
    try:
        held = hold()
        make_ready()
    except NotReady as error:
        raise CanNotServe(str(error)) from None
    address = _address(host, listening.getsockname()[1])
    print(f"Winnable is at {address} (Ctrl+C ends it).", flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        "winnable.site.asgi:application",
        workers=processes,
        timeout_worker_healthcheck=60,  # seconds: a machine that is busy for a while is no reason to end a process
        lifespan="on",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a proxy is believed as far as WINNABLE_HTTPS and WINNABLE_PROXIES say
        log_config=None,  # what it has to say goes where Django's settings send it
    )
    with held:
        if processes > 1:
            _run_several(config, listening)
        else:
            uvicorn.Server(config).run(sockets=[listening])
    return 0


def _run_several(config: uvicorn.Config, listening: socket.socket) -> None:
    """Run processes that share the socket; one that dies is started anew."""
    from winnable.site import metrics  # noqa: PLC0415 - needs the settings

    with metrics.shared():
        Multiprocess(config, sockets=[listening]).run()


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens, so that a port in use is told before anything else happens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, because asyncio sends at once (TCP_NODELAY) only on sockets that name it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CanNotServe(_why(host, port, error)) from None
    except (OverflowError, TypeError, UnicodeError):
        listening.close()
        raise CanNotServe(f"{host[:60]!r}, port {port}, is no address to listen on.") from None
    listening.set_inheritable(True)
    return listening


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another Winnable; choose another with --port."
    return f"Can't listen on {host}, port {port}: {error.strerror or error}."


def _allow(host: str) -> None:
    """Let the site be called by the name it listens on; by any name if it listens on every address."""
    if host not in ("127.0.0.1", "localhost", "::1"):
        os.environ.setdefault("WINNABLE_HOSTS", "*" if host in ("0.0.0.0", "::") else host)  # noqa: S104  # nosec B104


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104  # nosec B104
    return f"http://{shown}:{port}/"


def main() -> int:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="winnable serve", description="Serve the table in the browser.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--no-browser", action="store_true")
    wanted = parser.parse_args()
    try:
        return serve(wanted.host, wanted.port, not wanted.no_browser, wanted.processes)
    except CanNotServe as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
