"""``password``: an account whose owner has forgotten his password, and has no e-mail address in it."""

import getpass
import sys

from winnable.cli.errors import BadInput
from winnable.site.ready import NotReady, make_ready


def set_password(name: str) -> None:
    """Ask for a password and store it. Raises BadInput if there is no such account, or the password is too weak."""
    try:
        make_ready()
    except NotReady as error:
        raise BadInput(str(error)) from None
    from winnable.site.accounts.hosts_hand import NotSet, set_anew  # noqa: PLC0415 - needs the settings

    try:
        print(f"The password of {set_anew(name, _asked)} is set; all its devices are signed out.")
    except NotSet as error:
        raise BadInput(str(error)) from None


def _asked() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first, again = getpass.getpass("New password: "), getpass.getpass("The same again: ")
    if first != again:
        raise BadInput("The two passwords differ; nothing is changed.")
    return first
