"""What is said about boards and results, in the player's language."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from winnable.site.daily.overview import Seen
from winnable.site.results.counting import is_clean

STATES = {
    "not begun": gettext_noop("not begun"),
    "under way": gettext_noop("under way"),
    "won": gettext_noop("won"),
    "given up": gettext_noop("given up"),
}


def day_over() -> str:
    """Why a board can't be begun any more."""
    return gettext("The day of this board is over; you can begin today's boards.")


def not_picked() -> str:
    """Why a board can't be begun yet."""
    return gettext("This board is being picked just now; try again in a moment.")


def day_words(day: date) -> str:
    """A date as it is written out."""
    return date_format(day, gettext("j F Y"))


def result_sentence(seen: Seen) -> str:
    """A sentence to share one's result with, which says nothing about the cards."""
    table, names = seen.table, {"game": seen.game.title, "date": day_words(seen.day)}
    if table is None or table.result != "won":
        return gettext("%(game)s, board of %(date)s: I gave up. Can you win it?") % names
    moves = table.result_moves
    if is_clean(table.result_hints, table.result_undos, table.helped):
        text = ngettext(
            "%(game)s, board of %(date)s: won in %(moves)s move, without any help. Can you win it too?",
            "%(game)s, board of %(date)s: won in %(moves)s moves, without any help. Can you win it too?",
            moves,
        )
    else:
        text = ngettext(
            "%(game)s, board of %(date)s: won in %(moves)s move. Can you win it too?",
            "%(game)s, board of %(date)s: won in %(moves)s moves. Can you win it too?",
            moves,
        )
    return text % {**names, "moves": moves}
