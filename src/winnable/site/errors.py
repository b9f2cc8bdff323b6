"""What the API answers when something is not possible: ``{"code", "message"}`` in the player's language."""

from django.http import Http404, HttpRequest, HttpResponse, RawPostDataException
from django.utils.translation import gettext
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from winnable.session import NotPossible
from winnable.site.limits import TooOften
from winnable.site.players import SignedInMeanwhile
from winnable.site.refusals import sentence
from winnable.site.store import NoSuchTable


class Refused(Exception):
    """A call that is answered with a status, a code and a sentence."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def _out_of_date() -> str:
    return gettext("This page is out of date; load it again.")


def add_handlers(api: NinjaAPI) -> None:
    """Let the API answer every fault of a caller with one clear sentence."""

    def answer(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
        return api.create_response(request, {"code": code, "message": message}, status=status)

    @api.exception_handler(Refused)
    def refused(request: HttpRequest, error: Refused) -> HttpResponse:
        return answer(request, error.status, error.code, error.message)

    @api.exception_handler(TooOften)
    def too_often(request: HttpRequest, error: TooOften) -> HttpResponse:
        response = answer(request, 429, "too often", error.sentence)
        response.headers["Retry-After"] = str(error.seconds)
        return response

    @api.exception_handler(NotPossible)
    def not_possible(request: HttpRequest, error: NotPossible) -> HttpResponse:
        return answer(request, 422, error.code, sentence(error))

    @api.exception_handler(NoSuchTable)
    @api.exception_handler(Http404)
    def not_found(request: HttpRequest, error: Exception) -> HttpResponse:
        return answer(request, 404, "not found", gettext("There is no such game of yours."))

    @api.exception_handler(SignedInMeanwhile)
    def signed_in_meanwhile(request: HttpRequest, error: Exception) -> HttpResponse:
        return answer(request, 404, "out of date", _out_of_date())

    @api.exception_handler(ValidationError)
    def malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
        places = [".".join(str(part) for part in fault["loc"][2:]) or fault["loc"][-1] for fault in error.errors]
        where = ", ".join(dict.fromkeys(str(place)[:40] for place in places[:5]))
        return answer(request, 422, "malformed", gettext("The request is not understood: %(where)s") % {"where": where})

    @api.exception_handler(HttpError)
    def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        if error.status_code == 403:
            return answer(request, 403, "csrf", _out_of_date())
        return answer(request, error.status_code, "malformed", gettext("The request is not understood."))

    @api.exception_handler(RawPostDataException)
    def form(request: HttpRequest, error: RawPostDataException) -> HttpResponse:
        """A form instead of JSON, in which the CSRF token has been looked for."""
        return answer(request, 400, "malformed", gettext("The request is not understood."))
