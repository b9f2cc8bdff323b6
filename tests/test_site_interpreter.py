"""The interpreter is set up for many who play at once.

Guards against two faults that made every twentieth step with 200 players take 0.3 s and more: a search that was given
low priority was kept waiting while it held the lock that all wait for, and collections stopped everyone.
"""

import os
import subprocess
import sys
import threading

import pytest

from site_support import Guest
from winnable.site.searches import Searches

assert Guest  # the site is set up

_LOADED = """
import gc, sys, tempfile, os
os.environ["WINNABLE_DATA"] = tempfile.mkdtemp()
from winnable.site import ready
ready.migrate()
import winnable.site.asgi
print(gc.get_freeze_count() > 50_000, sys.getswitchinterval() < 0.002)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of threads")
def test_a_search_has_the_priority_of_whoever_waits_for_it() -> None:
    def priority(_: object = None) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert Searches().ask("me", 1, priority, 30.0) == priority()


def test_what_is_loaded_at_the_start_is_never_collected() -> None:
    told = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.split() == ["True", "True"], told.stderr
