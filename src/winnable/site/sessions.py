"""Django's sessions in the database, read by a statement that is put together once: every call needs one."""

from datetime import timedelta

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from winnable.site.statements import row

REPLACED = "replaced"  # in what is left in place of a session whose key was changed
_LEFT = timedelta(hours=1)  # longer than any call is under way


class SessionStore(db.SessionStore):
    """A session, as ``SESSION_ENGINE`` names it."""

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        found = row(Session, key) if key.isalnum() else None  # PostgreSQL can't be asked for every text
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found

    def cycle_key(self) -> None:
        """Change the key, as signing in does; who still calls by the old one is known to be late, not new."""
        old = self.session_key
        with transaction.atomic():
            super().cycle_key()
            if old:
                left = SessionStore(old).create_model_instance({REPLACED: True})
                left.expire_date = timezone.now() + _LEFT
                left.save(force_insert=True)

    def save(self, must_create: bool = False) -> None:
        """As Django's; a call that is late may not put itself in the place of what was left. Raises UpdateError."""
        there = None if must_create or not self.session_key else row(Session, self.session_key)
        if there is not None and there.get_decoded().get(REPLACED):
            raise UpdateError
        super().save(must_create=must_create)
