"""The days of the boards. A day is one of UTC, from midnight to midnight, wherever the player is."""

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

DAY = timedelta(days=1)


def today() -> date:
    """The day that it is now."""
    return timezone.now().astimezone(UTC).date()


def end_of(day: date) -> datetime:
    """The midnight at which a day ends: from then on nobody can begin its boards."""
    return datetime.combine(day + DAY, time.min, UTC)


def closing_of(day: date) -> datetime:
    """When a day's results are final: a day after its end, so that whoever plays at midnight can finish."""
    return end_of(day + DAY)


def is_open(day: date) -> bool:
    """Whether boards of this day can be begun."""
    return day == today()


def is_closed(day: date) -> bool:
    """Whether a result of this day would come too late to count."""
    return timezone.now() >= closing_of(day)


def first_counting_day() -> date:
    """The earliest day of which a result would still count."""
    return today() - DAY


def counts(day: date, finished: datetime | None) -> bool:
    """Whether a result of that moment counts for the day's streak and leaderboard."""
    return finished is not None and finished < closing_of(day)
