"""The solver's kernels are compiled once for each machine, in the background while people already play."""

import logging
import os
import subprocess
import sys
import threading
from typing import Literal

from winnable import solver
from winnable.games import GAMES
from winnable.rules.engine import deal
from winnable.site import interpreter, logs
from winnable.site.relatives import ONE_OF_EACH_FAMILY
from winnable.solver import Budget

START_AFTER = 1.0  # seconds; the first page comes first
_log = logging.getLogger(__name__)
_ready = threading.Event()
_failed = threading.Event()
_over = threading.Event()  # ready, or it has turned out that the solver does not work here
_begun = threading.Lock()

_COMPILE = """
import os, sys, threading
from winnable.solver import warm_up
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()  # ends when its parent has ended
warm_up()
"""


def is_ready() -> bool:
    """Whether the solver answers at once."""
    return _ready.is_set()


def state() -> Literal["ok", "being prepared", "failed"]:
    """How far the solver is."""
    if _failed.is_set():
        return "failed"
    return "ok" if _ready.is_set() else "being prepared"


def wait() -> None:
    """Wait until the solver is ready."""
    _ready.wait()


def wait_to_end() -> None:
    """Wait until the solver is ready, or has turned out not to work."""
    _over.wait()


def start() -> None:
    """Begin to compile or load the kernels in the background; once in a process."""
    if _begun.acquire(blocking=False):
        timer = threading.Timer(START_AFTER, _warm_up)
        timer.daemon = True
        timer.start()


def _warm_up() -> None:
    try:
        compiled = solver.is_compiled()
        if not compiled:
            logs.say(
                "The solver is being compiled; this is done once and takes up to a minute. You can play meanwhile."
            )
            _compile()
        solver.warm_up()
        for name in ONE_OF_EACH_FAMILY:
            solver.solve(deal(GAMES[name], 1), Budget(nodes=1_000))
        interpreter.keep_loaded()
    except Exception:
        _log.exception("The solver's kernels could not be compiled; hints are not available.")
        _failed.set()
        _over.set()
        return
    _ready.set()
    _over.set()
    if not compiled:
        logs.say("The solver is ready: hints are there now.")


def _compile() -> None:
    """Compile in a process of its own, at low priority, so that nobody's move waits for it."""
    command = [sys.executable, "-c", _COMPILE]
    if os.name == "posix":
        command = ["nice", "-n", "10", *command]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:  # noqa: S603 - our own command
        process.wait()  # what it left undone is done here afterwards
