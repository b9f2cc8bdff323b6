"""``backup``, ``restore`` and ``admin-user``: what a host does beside serving."""

# ruff: noqa: PLC0415 - Django reads the settings when the site's rooms are imported

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from winnable.cli.errors import BadInput
from winnable.site.backup import BackupFault
from winnable.site.ready import NotReady, make_ready, set_up, told

if TYPE_CHECKING:
    from winnable.site.backup.archive import About


def backup(file: Path) -> None:
    """Write a backup. Raises BadInput if that can't be done."""
    with _sentences():
        set_up()
        from winnable.site.backup.making import back_up

        print(f"{file} holds {_rows(back_up(file))}.")


def restore(file: Path, force: bool) -> None:
    """Restore a backup. Raises BadInput if that can't be done; then nothing has changed."""
    with _sentences():
        set_up()
        from winnable.site.backup.restoring import restore

        print(f"{_rows(restore(file, force))} were restored.")
    if os.environ.get("WINNABLE_SECRET_KEY"):
        print(
            "WINNABLE_SECRET_KEY is set: it must be the secret-key in the file, or all are signed out.", file=sys.stderr
        )


def admin_user(name: str, remove: bool) -> None:
    """Let an account into the administration, or no longer. Raises BadInput if there is none of this name."""
    with _sentences():
        make_ready()
        from django.contrib.auth.models import User

        from winnable.site.accounts.names import account_name

        found = User.objects.filter(username=account_name(name))
        if not found.update(is_staff=not remove, is_superuser=not remove):
            raise BadInput(f"There is no account {name!r}; make it on the site's own page first.")
    print(f"{name} may {'no longer ' if remove else ''}go to /admin/.")


def _rows(about: "About") -> str:
    return f"{sum(about.rows.values()):,} rows of {len(about.rows)} kinds"


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn what can go wrong into BadInput."""
    try:
        with told():
            yield
    except (NotReady, BackupFault) as error:
        raise BadInput(str(error)) from None
