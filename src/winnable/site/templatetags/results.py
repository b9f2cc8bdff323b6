"""Template filters of the results' pages."""

from django import template

from winnable.site.results import words
from winnable.site.results.counting import Outcome

register = template.Library()

register.filter("percent", words.percent)
register.filter("duration", words.duration)


@register.filter
def outcome(name: Outcome) -> str:
    """What became of a deal."""
    return str(words.OUTCOMES[name])


@register.filter
def uncounted(name: str) -> str:
    """Why a deal does not count."""
    return str(words.UNCOUNTED[name])


@register.filter
def plain(number: float) -> str:
    """A number as SVG has it, whatever the language."""
    return f"{number:.1f}"
