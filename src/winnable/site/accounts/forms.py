"""The forms of the account pages. Each error is one sentence; the first field with one gets the focus."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorList
from django.utils.translation import gettext, gettext_lazy

from winnable.site.accounts import names

REQUIRED = {"required": gettext_lazy("Please fill this in.")}
PASSWORD_HELP = gettext_lazy("At least 10 characters. A few words that only you put together are good.")
EMAIL_HELP = gettext_lazy("Only for setting a new password when the old one is forgotten. Nobody else sees it.")
DIFFERENT = gettext_lazy("The two passwords differ; type the same one twice.")
_LONGEST_PASSWORD, _LONGEST_EMAIL = 256, 254


class Errors(ErrorList):
    """The errors of a field, which is described by them, or of the whole form, which are read out."""

    template_name = "accounts/errors.html"


class ClearForm(forms.Form):
    """A form whose labels, help and errors are tied to their fields."""

    template_name = "accounts/form.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"label_suffix": "", "error_class": Errors}
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)

    def get_context(self) -> dict[str, Any]:
        """What the template gets; the first wrong field will have the focus."""
        wrong = next((name for name in self.fields if name in self.errors), None) if self.is_bound else None
        if wrong:
            self.fields[wrong].widget.attrs["autofocus"] = True
        return dict(super().get_context())


def password_field(label: Any, autocomplete: str, help_text: Any = "") -> forms.CharField:
    """A field for a password, which is never shown again."""
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    errors = {**REQUIRED, "max_length": gettext_lazy("A password has at most 256 characters.")}
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=_LONGEST_PASSWORD,
        widget=widget,
        error_messages=errors,
    )


def email_field(label: Any, required: bool, help_text: Any = "") -> forms.EmailField:
    """A field for an e-mail address."""
    wrong = gettext_lazy("This is not an e-mail address; one looks like name@example.org.")
    return forms.EmailField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=_LONGEST_EMAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={**REQUIRED, "invalid": wrong, "max_length": wrong},
    )


def check_password(form: forms.Form, user: User, name: str = "password", again: str = "again") -> None:
    """Refuse a new password that is too weak, or was not typed the same way twice."""
    password, repeated = form.cleaned_data.get(name), form.cleaned_data.get(again)
    if password and repeated and password != repeated:
        form.add_error(again, DIFFERENT)
    if password:
        try:
            password_validation.validate_password(password, user)
        except ValidationError as error:
            form.add_error(name, error.messages[0])


class SignUpForm(ClearForm):
    """A new account."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("Others may see it on a leaderboard. 3 to 30 letters and digits."),
        max_length=names.LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={**REQUIRED, "max_length": gettext_lazy(names.SHAPE_SAID)},
    )
    password = password_field(gettext_lazy("Password"), "new-password", PASSWORD_HELP)
    again = password_field(gettext_lazy("The same password again"), "new-password")
    email = email_field(gettext_lazy("E-mail (may stay empty)"), required=False, help_text=EMAIL_HELP)

    def clean_username(self) -> str:
        """The name in its plain form. Raises ValidationError."""
        name = names.plain(self.cleaned_data["username"])
        if not names.is_allowed(name):
            raise ValidationError(gettext(names.SHAPE_SAID))
        if names.is_taken(name):
            raise ValidationError(gettext(names.TAKEN_SAID))
        return name

    def clean(self) -> dict[str, Any]:
        """Check the password beside the name."""
        user = User(username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", ""))
        check_password(self, user)
        return self.cleaned_data


class SignInForm(ClearForm, AuthenticationForm):
    """Django's form, which takes the name as its owner happens to type it."""

    error_messages: ClassVar = {
        "invalid_login": gettext_lazy("User name and password don't belong together; check both."),
        "inactive": gettext_lazy("User name and password don't belong together; check both."),
    }
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=names.LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={**REQUIRED, "max_length": gettext_lazy(names.SHAPE_SAID)},
    )
    password = password_field(gettext_lazy("Password"), "current-password")

    def clean_username(self) -> str:
        """The name of the account that is meant."""
        return names.account_name(self.cleaned_data["username"])


class AccountForm(ClearForm):
    """A form that changes an account."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)


class PasswordAskedForm(AccountForm):
    """A form that an account's owner confirms with his password."""

    current = password_field(gettext_lazy("Your password"), "current-password")

    def clean_current(self) -> str:
        """The password. Raises ValidationError if it is another's."""
        current: str = self.cleaned_data["current"]
        if not self.user.check_password(current):
            raise ValidationError(gettext("This is not the password of your account."))
        return current


class NewPasswordForm(AccountForm):
    """A new password for an account; for whoever has come by a link in a mail."""

    password = password_field(gettext_lazy("New password"), "new-password", PASSWORD_HELP)
    again = password_field(gettext_lazy("The same password again"), "new-password")

    def clean(self) -> dict[str, Any]:
        """Check the password."""
        check_password(self, self.user)
        return self.cleaned_data

    def save(self) -> User:
        """Store it; whoever is signed in to the account is signed out."""
        self.user.set_password(self.cleaned_data["password"])
        self.user.save(update_fields=["password"])
        return self.user


class ChangePasswordForm(PasswordAskedForm, NewPasswordForm):
    """A new password instead of the one that is known."""

    field_order = ("current", "password", "again")


class ChangeEmailForm(PasswordAskedForm):
    """Another e-mail address, or none."""

    email = email_field(gettext_lazy("E-mail (may stay empty)"), required=False, help_text=EMAIL_HELP)
    field_order = ("email", "current")


class PrivacyForm(ClearForm):
    """What is shown of an account's results."""

    leaderboard = forms.BooleanField(label=gettext_lazy("Show me on leaderboards"), required=False)
    results = forms.BooleanField(label=gettext_lazy("Show me my results"), required=False)


class ForgottenForm(ClearForm):
    """The e-mail address of an account whose password is forgotten."""

    email = email_field(gettext_lazy("E-mail"), required=True)
