"""Django's sessions in the database, read by a statement that is put together once: every call needs one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from winnable.site.statements import row


class SessionStore(db.SessionStore):
    """A session, as ``SESSION_ENGINE`` names it."""

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        found = row(Session, key) if key.isalnum() else None  # PostgreSQL can't be asked for every text
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
