"""What an account's owner sees and changes."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.generic.edit import FormView

from winnable.site import limits
from winnable.site.accounts.belongings import delete_account, everything
from winnable.site.accounts.forms import ChangeEmailForm, ChangePasswordForm, PasswordAskedForm, PrivacyForm
from winnable.site.accounts.limited import Limited, too_often_page
from winnable.site.addresses import form_page
from winnable.site.players import change_settings, player_of_user, settings_of

DONE = {
    "password": gettext_noop("Your password is changed; other devices are signed out."),
    "email": gettext_noop("Your e-mail address is changed."),
    "elsewhere": gettext_noop("All other devices are signed out."),
    "privacy": gettext_noop("Your choice is stored."),
}


@form_page
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The account and what can be done with it; takes what is to be shown of its results."""
    player = player_of_user(request.user)
    if request.method == "POST":
        form = PrivacyForm(request.POST)
        form.is_valid()
        change_settings(player, {name: form.cleaned_data[name] for name in form.fields})
        return _done("privacy")
    form = PrivacyForm(initial=settings_of(player))
    done = gettext(DONE[request.GET["done"]]) if request.GET.get("done") in DONE else ""
    return render(request, "accounts/account.html", {"form": form, "done": done})


@require_safe
@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is stored of an account, as a JSON file."""
    try:
        limits.count(limits.EXPORT, str(request.user.pk))
    except limits.TooOften as error:
        return too_often_page(request, error)
    answer = JsonResponse(everything(request.user), json_dumps_params={"indent": 1})
    answer.headers["Content-Disposition"] = 'attachment; filename="winnable-account.json"'
    return answer


@method_decorator(never_cache, name="dispatch")
class PasswordAsked(LoginRequiredMixin, Limited, FormView):
    """A change that an account's owner confirms with his password."""

    template_name = "accounts/owner_form.html"
    form_class: Any = PasswordAskedForm
    heading = lead = button = ""  # what the page says

    def limits(self) -> Iterable[tuple[limits.Limit, str]]:
        """By account."""
        return ((limits.PASSWORD, str(self.request.user.pk)),)

    def get_form_kwargs(self) -> dict[str, Any]:
        """What the form is made from."""
        return {**super().get_form_kwargs(), "user": self.request.user}

    def form_valid(self, form: Any) -> HttpResponse:
        """The password was right."""
        return self.change(form)

    def change(self, form: Any) -> HttpResponse:
        """Do it."""
        raise NotImplementedError


class ChangePassword(PasswordAsked):
    """Another password; all other devices are signed out."""

    form_class = ChangePasswordForm
    heading, button = gettext_lazy("Change the password"), gettext_lazy("Change it")
    lead = gettext_lazy("All other devices will be signed out.")

    def change(self, form: Any) -> HttpResponse:
        """Store the new password."""
        update_session_auth_hash(self.request, form.save())
        return _done("password")


class ChangeEmail(PasswordAsked):
    """Another e-mail address, or none."""

    form_class = ChangeEmailForm
    heading, button = gettext_lazy("Change the e-mail address"), gettext_lazy("Change it")

    def get_initial(self) -> dict[str, Any]:
        """The address of now."""
        return {"email": self.request.user.email}

    def change(self, form: Any) -> HttpResponse:
        """Store the address."""
        self.request.user.email = form.cleaned_data["email"]
        self.request.user.save(update_fields=["email"])
        return _done("email")


class SignOutElsewhere(PasswordAsked):
    """Sign out everywhere but here."""

    heading, button = gettext_lazy("Sign out on all other devices"), gettext_lazy("Sign them out")

    def change(self, form: Any) -> HttpResponse:
        """Store the same password with new salt: sessions hold a digest of what is stored, and lose their account."""
        user = self.request.user
        user.set_password(form.cleaned_data["current"])
        user.save(update_fields=["password"])
        update_session_auth_hash(self.request, user)
        return _done("elsewhere")


class Delete(PasswordAsked):
    """Delete the account and all that is tied to it."""

    heading, button = gettext_lazy("Delete the account"), gettext_lazy("Delete it for good")
    forgets = True  # the browser too, the games that it keeps for times without the server
    lead = gettext_lazy("Your games, results and settings are deleted with it, at once and for good.")

    def change(self, form: Any) -> HttpResponse:
        """Delete it."""
        user = self.request.user
        logout(self.request)
        delete_account(user)
        return redirect("account-deleted")


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """What follows the deletion of an account."""
    return render(request, "accounts/deleted.html")


def _done(what: str) -> HttpResponse:
    return redirect(f"{reverse('account')}?done={what}")
