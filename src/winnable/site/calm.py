"""Whether players leave time for what is worked out ahead: it waits while they keep this process busy."""

import time
from collections import deque

MANY = 20  # requests within the seconds of ``LATELY``: as many as some ten people make
LATELY = 2.0
LONGEST = 30.0  # seconds; a site that is never calm gets on too, only slower
_LOOK = 0.5  # seconds between two looks

_requests: deque[float] = deque(maxlen=MANY)  # when the last ones came, by the monotonic clock


def request_came() -> None:
    """Count a request; called for each, from any thread."""
    _requests.append(time.monotonic())


def is_busy() -> bool:
    """Whether many requests came lately."""
    return len(_requests) == MANY and time.monotonic() - _requests[0] < LATELY


def wait(longest: float = LONGEST) -> None:
    """Wait until the process is calm, for so many seconds at most."""
    until = time.monotonic() + longest
    while is_busy() and time.monotonic() < until:
        time.sleep(_LOOK)
