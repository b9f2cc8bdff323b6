"""What is answered to a request during which its account was deleted, from another tab or device."""

from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

Handler = Callable[[HttpRequest], HttpResponse]


class AccountGone:
    """Turns any fault of a view into the news that the account is gone, if it is."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        return self.handler(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer; None if the fault is another one."""
        if not request.user.is_authenticated or get_user_model().objects.filter(pk=request.user.pk).exists():
            return None
        if request.path.startswith("/api/"):
            sentence = gettext("There is no such game of yours.")
            return JsonResponse({"code": "not found", "message": sentence}, status=404)
        return redirect("account-deleted")
