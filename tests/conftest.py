"""What holds for all tests."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest

# A worker that ran browser tests keeps Playwright's event loop in its thread, and Django then refuses its database
# there. Tests use it from one thread only, so nothing is at risk.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(autouse=True)
def no_language_is_left_behind() -> Iterator[None]:
    """A call by Django's test client leaves its language to the thread, and so to the next test."""
    yield
    if "site_support" in sys.modules:
        from django.utils import translation

        translation.deactivate()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes started meanwhile can be interrupted: a shell lets what runs in the background ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
