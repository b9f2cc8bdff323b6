"""The addresses of the boards of the day."""

from datetime import date

from django.urls import path, register_converter

from winnable.site.daily import pages


class DayConverter:
    """A date such as 2026-11-30 in an address."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The date; a ValueError leads to no page."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Its text."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("", pages.today_page, name="daily"),
    path("archive/", pages.archive, name="daily-archive"),
    path("archive/<str:name>/", pages.archive, name="daily-archive-game"),
    path("<day:day>/<str:name>/", pages.board_page, name="daily-board"),
]
