"""What a host does to an account from the command line."""

from collections.abc import Callable

from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from winnable.site.accounts.names import account_name


class NotSet(ValueError):
    """The password is as it was; the message is one sentence that says why."""


def set_anew(typed: str, asked: Callable[[], str]) -> str:
    """Give an account the password that is ``asked`` for; answers its user name. Raises NotSet."""
    user = User.objects.filter(username=account_name(typed)).first()
    if user is None:
        raise NotSet(f"There is no account of the name {typed[:60]!r}.")
    password = asked()
    try:
        password_validation.validate_password(password, user)
    except ValidationError as error:
        raise NotSet(error.messages[0]) from None
    user.set_password(password)
    user.save(update_fields=["password"])
    return str(user.get_username())
