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
        """Change the key, as signing in does; who still calls by the old one is known to be late, not new.

        What is left stands in the old session's own row: two tabs that sign in at once leave the same thing there.
        """
        old, data = self.session_key, self._session
        with transaction.atomic():
            self.create()
            self._session_cache = data
            if old:
                left, until = self.encode({REPLACED: True}), timezone.now() + _LEFT
                Session.objects.filter(pk=old).update(session_data=left, expire_date=until)

    def save(self, must_create: bool = False) -> None:
        """As Django's; a call that is late may not put itself in the place of what was left. Raises UpdateError."""
        with transaction.atomic():
            if not must_create and self._is_replaced():
                raise UpdateError
            super().save(must_create=must_create)

    def _is_replaced(self) -> bool:
        """Whether another call has changed this session's key; none can until the transaction is over."""
        there = Session.objects.select_for_update().filter(pk=self.session_key or "").first()
        return there is not None and bool(there.get_decoded().get(REPLACED))
