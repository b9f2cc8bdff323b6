"""Python itself, set up for many who play at once: nobody's answer waits long for what another thread does.

Measured with 200 players on two cores (``scripts/load.py``): a full collection stopped everyone for 0.2 s, and whoever
needed the interpreter's lock waited 5 ms for each thread in front of him.
"""

import gc
import sys

_SWITCH = 0.0005  # seconds that a thread may keep the interpreter's lock while others wait
_COLLECT = 5_000, 20, 100  # positions are no cycles, so there is little to collect


def set_up() -> None:
    """Set how threads take turns and how often what is unused is looked for; once in a process."""
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_COLLECT)


def keep_loaded() -> None:
    """Leave out of every later collection what is there now: modules and kernels, which stay."""
    gc.collect()
    gc.freeze()
