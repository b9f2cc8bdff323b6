"""What holds for all tests."""

import os

# A worker that ran browser tests keeps Playwright's event loop in its thread, and Django then refuses its database
# there. Tests use it from one thread only, so nothing is at risk.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
