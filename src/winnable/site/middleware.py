"""What holds for every request and answer."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext

from winnable.site.players import GUEST_KEY

Handler = Callable[[HttpRequest], HttpResponse]

_DIGITS = 10  # of a body's length; Python reads no number of more than 4300
_FORM = "application/x-www-form-urlencoded"

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)


class Sessions(SessionMiddleware):
    """Django's sessions, whose cookie is deleted only by a request that has ended its session.

    While one tab signs in, a move of another tab is on its way with the old cookie, which leads nowhere by now. Its
    answer must not delete the new one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Store what was changed."""
        unchanged = not request.session.modified
        answered: HttpResponse = super().process_response(request, response)
        if unchanged:
            answered.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answered


def security_headers(handler: Handler) -> Handler:
    """Let the browser load nothing from elsewhere, run nothing that is written into a page, and keep no answer."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if request.path.startswith("/api/") or _is_personal(request, SESSION_KEY):
            response.headers.setdefault("Cache-Control", "no-store")
        elif _is_personal(request, GUEST_KEY):
            response.headers.setdefault("Cache-Control", "private")
        return response

    return handle


def _is_personal(request: HttpRequest, key: str) -> bool:
    """Whether a page was made for someone whom the session names: it must not be there for whoever comes after him."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and key in session


def head_of_api(handler: Handler) -> Handler:
    """Answer HEAD in the API as GET, without a body; pages do so by themselves."""

    def handle(request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD" or not request.path.startswith("/api/"):
            return handler(request)
        request.method = "GET"
        try:
            response = handler(request)
        finally:
            request.method = "HEAD"
        response.headers["Content-Length"] = str(len(response.content))
        response.content = b""
        return response

    return handle


def body_limit(handler: Handler) -> Handler:
    """Refuse a body that no page of ours sends, before it is read."""

    def handle(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if len(length) > _DIGITS or not length.isdecimal() or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return JsonResponse({"code": "too large", "message": gettext("That is too large.")}, status=413)
        # Django refuses a form in another encoding too, but finds no page to say so: each of its own reads the form.
        if request.content_type == _FORM and (request.encoding or "utf-8").lower() != "utf-8":
            return JsonResponse({"code": "malformed", "message": gettext("The request is not understood.")}, status=400)
        return handler(request)

    return handle
