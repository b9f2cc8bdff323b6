"""Signing up, in and out."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST
from django.views.generic.edit import FormView

from winnable.site.accounts import names
from winnable.site.accounts.forms import SignInForm, SignUpForm
from winnable.site.accounts.limited import Limited
from winnable.site.accounts.takeover import new_account, take_over
from winnable.site.limits import SIGN_IN, SIGN_IN_ADDRESS, SIGN_IN_NAME, SIGN_UP, Limit, address_of
from winnable.site.players import forget_guest, guest_of, player_of_user

_BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(Limited, LoginView):
    """Sign in; what the guest has is taken over. Leads to ``next``, if that is a page of ours."""

    heading = button = gettext_lazy("Sign in")
    lead = gettext_lazy("The games you have played here as a guest come along.")
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def limits(self) -> Iterable[tuple[Limit, str]]:
        """By name and address, by each alone."""
        name = names.name_key(names.plain(self.request.POST.get("username", "")[: names.LONGEST_TYPED]))
        address = address_of(self.request)
        return (SIGN_IN, f"{address} {name}"), (SIGN_IN_ADDRESS, address), (SIGN_IN_NAME, name)

    def get_redirect_url(self) -> str:
        """Where to go afterwards; not to a page that would lead on at once."""
        wanted: str = super().get_redirect_url()
        circles = {reverse(name) for name in ("sign-in", "sign-up", "sign-out")}
        return "" if wanted.partition("?")[0].partition("#")[0] in circles else wanted

    def form_valid(self, form: Any) -> HttpResponse:
        """Name and password were right."""
        user, guest = form.get_user(), guest_of(self.request)
        try:
            if guest is not None:
                take_over(guest, player_of_user(user))
            login(self.request, user)
        except DatabaseError:
            if User.objects.filter(pk=user.pk).exists():
                raise
            form.add_error(None, form.get_invalid_login_error())  # it was deleted a moment ago
            return self.form_invalid(form)
        forget_guest(self.request)
        return redirect(self.get_success_url())


class SignUp(SignIn):
    """Make an account and be signed in; the guest becomes its player."""

    heading = button = gettext_lazy("Make an account")
    lead = gettext_lazy(
        "With an account your games are there on every device. All you have played here as a guest comes along."
    )
    template_name = "accounts/sign_up.html"
    authentication_form = SignUpForm

    def limits(self) -> Iterable[tuple[Limit, str]]:
        """By address."""
        return ((SIGN_UP, address_of(self.request)),)

    def get_form_kwargs(self) -> dict[str, Any]:
        """What the form is made from."""
        return dict(FormView.get_form_kwargs(self))

    def form_valid(self, form: Any) -> HttpResponse:
        """Everything filled in was right."""
        filled = form.cleaned_data
        try:
            user = new_account(guest_of(self.request), filled["username"], filled["email"], filled["password"])
        except IntegrityError:  # someone else was quicker
            form.add_error("username", gettext(names.TAKEN_SAID))
            return self.form_invalid(form)
        login(self.request, user, _BACKEND)
        forget_guest(self.request)
        return redirect(self.get_success_url())


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; this browser is a new guest then."""
    logout(request)
    return redirect("home")
