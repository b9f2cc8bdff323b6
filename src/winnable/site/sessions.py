"""Django's sessions in the database, read and written by statements that are put together once: every call needs one.

Each is one statement, so nobody holds the database while he waits for Python's lock.
"""

import json
from datetime import timedelta
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, CreateError, UpdateError
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from winnable.site.memory import Memory
from winnable.site.statements import add, change, values

REPLACED = "replaced"  # in what is left in place of a session whose key was changed
_LEFT = "replaced"  # how that is stored; no session is, as those are signed
_LEFT_FOR = timedelta(hours=1)  # longer than any call is under way
_KEY_LENGTH = 32


_decoded: Memory[str] = Memory(most=5_000)


class SessionStore(db.SessionStore):
    """A session, as ``SESSION_ENGINE`` names it."""

    def load(self) -> dict[str, Any]:
        """What the session says; nothing, and no key, if there is none or it has run out."""
        key = self.session_key or ""
        found = values(Session, key) if key.isalnum() else None  # PostgreSQL can't be asked for every text
        if found is not None:
            _, data, until = found
            if until > timezone.now():
                return self.decode(data)
        self._session_key = None
        return {}

    def decode(self, session_data: str) -> dict[str, Any]:
        """What a row of the database says; what says the same is looked into once, as its seal costs the most."""
        text = _decoded.get(session_data)
        if text is None:
            text = json.dumps({REPLACED: True} if session_data == _LEFT else super().decode(session_data))
            _decoded.put(session_data, text)
        return dict(json.loads(text))

    def cycle_key(self) -> None:
        """Change the key, as signing in does; who still calls by the old one is known to be late, not new.

        What is left stands in the old session's own row: two tabs that sign in at once leave the same thing there.
        """
        old, data = self.session_key, self._session
        with transaction.atomic():
            self.create()
            self._session_cache = data
            if old:
                change(
                    Session, {"session_key": old}, {"session_data": _LEFT, "expire_date": timezone.now() + _LEFT_FOR}
                )

    def save(self, must_create: bool = False) -> None:
        """As Django's; a call that is late may not put itself in the place of what was left.

        Raises CreateError if there is a session of this key, UpdateError if there is none, or none any more.
        """
        if self.session_key is None:
            self.create()
            return
        data = self._get_session(no_load=must_create)
        new = {"session_data": self.encode(data), "expire_date": self.get_expiry_date()}
        if must_create:
            self._add(new)
        elif not change(Session, {"session_key": self.session_key}, new, unless={"session_data": _LEFT}):
            raise UpdateError

    def _add(self, new: dict[str, Any]) -> None:
        try:
            add(Session, {"session_key": self.session_key, **new})
        except IntegrityError:
            raise CreateError from None

    def _get_new_session_key(self) -> str:
        """A key that nobody has: Django asks the database first, but a key in use is refused when it is stored."""
        return get_random_string(_KEY_LENGTH, VALID_KEY_CHARS)
