"""Pages with a form that may not be sent too often."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from winnable.site.limits import Limit, TooOften, count


class Limited:
    """For a form view: count each form that is sent, before anything is done with it."""

    def limits(self) -> Iterable[tuple[Limit, str]]:
        """Each limit, and who is counted."""
        raise NotImplementedError

    def post(self: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Take the form, or say when it can be sent again; what was typed stays, passwords excepted."""
        try:
            for limit, who in self.limits():
                count(limit, who)
        except TooOften as error:
            return self._refused(error)
        return super().post(request, *args, **kwargs)  # type: ignore[misc]

    def _refused(self: Any, error: TooOften) -> HttpResponse:
        wanted = self.get_form_kwargs()
        typed = wanted.pop("data").dict()
        wanted |= {"files": None, "initial": {**wanted["initial"], **typed}}
        context = self.get_context_data(form=self.get_form_class()(**wanted), refusal=error.sentence)
        response = self.render_to_response(context, status=429)
        response.headers["Retry-After"] = str(error.seconds)
        return response


def too_often_page(request: HttpRequest, error: TooOften) -> HttpResponse:
    """A page that says when to try again."""
    answer = render(request, "accounts/too_often.html", {"refusal": error.sentence}, status=429)
    answer.headers["Retry-After"] = str(error.seconds)
    return answer
