"""Template tags of the boards of the day."""

from datetime import date, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from winnable.site.daily import sentences
from winnable.site.daily.days import end_of, today
from winnable.site.daily.overview import seen_day
from winnable.site.models import Table
from winnable.site.players import account_of
from winnable.site.results.counting import is_clean
from winnable.site.results.words import duration

register = template.Library()

register.filter("duration", duration)


@register.inclusion_tag("daily/home.html", takes_context=True)
def todays_boards(context: dict[str, Any]) -> dict[str, Any]:
    """Today's boards and how the player's attempts stand, for the start page."""
    account, day = account_of(context["request"]), today()
    return {"account": account, "boards": seen_day(account, day), "left": end_of(day) - timezone.now()}


@register.filter
def day_words(day: date) -> str:
    """A date as it is written out."""
    return sentences.day_words(day)


@register.filter
def state_words(state: str) -> str:
    """How an attempt stands."""
    return gettext(sentences.STATES[state])


@register.filter
def time_left(left: timedelta) -> SafeString:
    """Hours and minutes that are left; the page counts them down."""
    seconds, form = max(0, int(left.total_seconds())), gettext("%(hours)s h %(minutes)s min")
    hours, minutes = divmod(seconds // 60, 60)
    said = form % {"hours": hours, "minutes": minutes}
    return format_html('<span data-left="{}" data-form="{}">{}</span>', seconds, form, said)


@register.filter
def grouped(number: str) -> str:
    """A deal number in groups of three digits, to be read out."""
    return f"{int(number):,}".replace(",", "\u202f")


@register.filter
def clean(table: Table) -> bool:
    """Whether a result came about without any help."""
    return is_clean(table.result_hints, table.result_undos, table.helped)
