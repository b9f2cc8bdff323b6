"""How often something may be asked for, counted in the database and so by all server processes together.

Nobody's address or name is stored: a tally is kept under a keyed hash, and for a day at most.
"""

import ipaddress
import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from winnable.site import statements
from winnable.site.models import Tally

_KEPT = timedelta(days=1)
_TIDIED_EVERY = 3600  # seconds
_IPV6_HOME = 64  # bits of an address that one household or server has for itself


@dataclass(frozen=True, slots=True)
class Limit:
    """So many calls in a window of so many seconds."""

    name: str
    most: int
    seconds: int


SIGN_IN = Limit("sign-in", 10, 15 * 60)  # for one name from one address
SIGN_IN_ADDRESS = Limit("sign-in address", 150, 15 * 60)  # a club that comes together signs in at once
SIGN_IN_NAME = Limit("sign-in name", 300, 3600)  # for one name from everywhere
SIGN_UP = Limit("sign-up", 60, 3600)  # from one address
RESET_ADDRESS = Limit("reset address", 60, 3600)
RESET = Limit("reset", 3, 3600)  # for one e-mail address: nobody's mailbox is flooded
PASSWORD = Limit("password", 20, 15 * 60)  # of one account, where it is asked again
EXPORT = Limit("export", 10, 3600)  # of one account
TABLES = Limit("tables", 30_000, 3600)  # from one address: a school of 500, each with a new deal every minute
HINT = Limit("hint", 90, 60)  # of one player, as the next three
VERDICT = Limit("verdict", 600, 60)  # a page asks again each second until the solver has answered
SOLUTION = Limit("solution", 120, 60)
WINNABLE = Limit("winnable", 30, 60)  # new deals that must be proved winnable
SOLVER = Limit("solver", 6000, 60)  # all calls to the solver from one address


class TooOften(Exception):
    """A limit is reached; ``seconds`` from now a new window begins."""

    def __init__(self, limit: Limit, seconds: int) -> None:
        super().__init__(limit.name)
        self.seconds = seconds

    @property
    def sentence(self) -> str:
        """What the caller is told, in his language."""
        minutes = math.ceil(self.seconds / 60)
        if minutes == 1:
            said = ngettext(
                "That was too often; try again in %(count)d second.",
                "That was too often; try again in %(count)d seconds.",
                self.seconds,
            )
            return said % {"count": self.seconds}
        said = ngettext(
            "That was too often; try again in %(count)d minute.",
            "That was too often; try again in %(count)d minutes.",
            minutes,
        )
        return said % {"count": minutes}


def count(limit: Limit, who: str) -> None:
    """Count a call. Raises TooOften if it is one too many."""
    now = int(timezone.now().timestamp())
    begun = now - now % limit.seconds
    window = datetime.fromtimestamp(begun, UTC)
    if _counted(_key(limit, who), window) > limit.most:
        raise TooOften(limit, begun + limit.seconds - now)


def is_first(what: str, seconds: int) -> bool:
    """Whether nobody else, in any process, has asked this about the same thing in this window of so many seconds."""
    now = int(timezone.now().timestamp())
    return _counted(_key(Limit("first", 1, seconds), what), datetime.fromtimestamp(now - now % seconds, UTC)) == 1


def count_search(limit: Limit, request: HttpRequest, player: int) -> None:
    """Count a call for which the solver may have to search; ``player`` is his primary key. Raises TooOften."""
    count(limit, str(player))
    count(SOLVER, address_of(request))


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as far as it is known for sure; of an IPv6 address the part of the household."""
    address = request.META.get("REMOTE_ADDR", "")
    passed_on = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if 0 < settings.PROXIES <= len(passed_on):  # each proxy adds, at the end, whom it was called by
        address = passed_on[-settings.PROXIES].strip()
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and not found.ipv4_mapped:
        return str(ipaddress.ip_network((found, _IPV6_HOME), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)


def _key(limit: Limit, who: str) -> str:
    return salted_hmac("winnable.limits", f"{limit.name} {who}", algorithm="sha256").hexdigest()


def _counted(key: str, window: datetime) -> int:
    """How many calls there are in a window now, with this one; each is counted once, whichever process takes it."""
    _tidy()
    return statements.counted(Tally, {"key": key, "window": window})


_tidied = 0.0  # when this process last removed old tallies, by the monotonic clock


def _tidy() -> None:
    global _tidied  # noqa: PLW0603 - one clock for the process
    if time.monotonic() - _tidied > _TIDIED_EVERY or not _tidied:
        _tidied = time.monotonic()
        Tally.objects.filter(window__lt=timezone.now() - _KEPT).delete()
