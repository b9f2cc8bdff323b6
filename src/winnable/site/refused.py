"""What is answered to a request that nothing here takes, in the reader's language: a page, or in the API a sentence."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from winnable.site.middleware import Handler

NOT_UNDERSTOOD = gettext_noop("The request is not understood.")
NOT_LIKE_THIS = gettext_noop("This address can't be opened like this.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that is not understood, and that may have got no further than to the first middleware."""
    with translation.override(translation.get_language_from_request(request)):
        return _answer(request, 400, "malformed", NOT_UNDERSTOOD)


def not_allowed(handler: Handler) -> Handler:
    """Say in words that an address can't be called by this method; ``Allow`` names those by which it can."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        if response.status_code != 405:
            return response
        answer = _answer(request, 405, "method", NOT_LIKE_THIS)
        answer.headers["Allow"] = response.headers["Allow"]
        return answer

    return handle


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"code": code, "message": gettext(sentence)}, status=status)
    return render(None, "refused.html", {"sentence": gettext(sentence)}, status=status)
