"""A new password for someone who has forgotten his, by a link in a mail."""

import logging
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.views import PasswordResetConfirmView
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext_lazy, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.generic.edit import FormView

from winnable.site.accounts.forms import ForgottenForm, NewPasswordForm
from winnable.site.accounts.limited import Limited
from winnable.site.limits import RESET, RESET_ADDRESS, Limit, address_of

_log = logging.getLogger(__name__)
# Beside the answer, which takes the same time whether there is such an account or not.
_outbox = ThreadPoolExecutor(1, "mail")


@method_decorator(never_cache, name="dispatch")
class Forgotten(Limited, FormView):
    """Ask for the mail. The answer doesn't say whether there is an account with that address."""

    heading, button = gettext_lazy("Password forgotten?"), gettext_lazy("Send me a link")
    lead = gettext_lazy("A mail to the address in your account will bring a link to a new password.")
    template_name = "accounts/forgotten.html"
    form_class = ForgottenForm

    def limits(self) -> Iterable[tuple[Limit, str]]:
        """By the e-mail address and by whom it is asked."""
        email = self.request.POST.get("email", "")[:254].strip().casefold()
        return (RESET_ADDRESS, address_of(self.request)), (RESET, email)

    def form_valid(self, form: Any) -> HttpResponse:
        """Let the mail be sent."""
        _outbox.submit(
            _send, form.cleaned_data["email"], self.request.get_host(), self.request.is_secure(), get_language()
        )
        return redirect("reset-sent")


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """What to do next."""
    return render(request, "accounts/reset_sent.html")


class NewPassword(PasswordResetConfirmView):
    """The page that the link leads to; whoever was signed in is signed out by the new password."""

    template_name = "accounts/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("reset-done")


@require_safe
def done(request: HttpRequest) -> HttpResponse:
    """The new password is stored."""
    return render(request, "accounts/reset_done.html")


def wait() -> None:
    """Wait until every mail that was asked for is sent."""
    last: Future[None] = _outbox.submit(lambda: None)
    last.result()


def _send(email: str, host: str, secure: bool, language: str) -> None:
    form = PasswordResetForm({"email": email})
    try:
        with override(language):
            form.is_valid()
            form.save(
                domain_override=host,
                use_https=secure,
                subject_template_name="accounts/reset_subject.txt",
                email_template_name="accounts/reset_mail.txt",
            )
    except Exception:  # nobody waits for what this thread would raise
        _log.exception("A mail with a link to a new password could not be made.")
    finally:
        connection.close()
