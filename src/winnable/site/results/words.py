"""What the figures are called and what each of them counts, in the player's language."""

from dataclasses import asdict, dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from winnable.games import UnknownGame, game
from winnable.site.results.counting import Figures, Outcome

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Word:
    """A figure: its name in ``Figures``, its heading, and what it counts."""

    key: str
    heading: str | Promise
    meaning: str | Promise


WORDS = (
    Word("dealt", _("Dealt"), _("Deals put on the table. Those left without a move are forgotten after 30 days.")),
    Word("played", _("Played"), _("Deals with at least one move. Only these count in all that follows.")),
    Word("won", _("Won"), _("Played deals that were won before they were given up. Winning one again adds nothing.")),
    Word("given_up", _("Given up"), _("Played deals that you gave up first, even if you won them afterwards.")),
    Word(
        "lost",
        _("Lost"),
        _("Deals you left, stuck or not, to play on another one of the same game. Go back and win it: it is won."),
    ),
    Word(
        "unfinished",
        _("Unfinished"),
        _("The deal of a game that you played on last, without a result; and boards of the day while one counts."),
    ),
    Word("win_rate", _("Win rate"), _("Won, divided by won, given up and lost together.")),
    Word(
        "clean",
        _("Clean"),
        _(
            "Wins without hint, undo or restart, with no solution watched and nothing told before of whether they can "
            "be won. Auto complete may finish them: by then nothing is left to decide."
        ),
    ),
    Word(
        "streak",
        _("Streak"),
        _("Wins since the last deal given up or lost, in the order in which you began the deals."),
    ),
    Word("best_streak", _("Best streak"), _("The longest such row of wins there ever was.")),
    Word("fewest_moves", _("Fewest moves"), _("Of a win, from the deal to its end; moves taken back are not counted.")),
    Word("mean_moves", _("Moves on average"), _("Of all wins.")),
    Word("best_seconds", _("Best time"), _("Of a win for which the timer ran from the first move on.")),
    Word("mean_seconds", _("Time on average"), _("Of all such wins.")),
    Word("hints", _("Hints"), _("Hints that gave a move, in all played deals up to their result.")),
    Word("undos", _("Undos"), _("Undos and restarts in all played deals up to their result.")),
)
OUTCOMES: dict[Outcome, str | Promise] = {
    "won": _("Won"),
    "given up": _("Given up"),
    "lost": _("Lost"),
    "unfinished": _("Unfinished"),
}
UNCOUNTED = {
    "save": _("not counted: opened from a save"),
    "again": _("not counted: you knew this deal"),
}


def shown(figures: Figures) -> dict[str, str]:
    """Each figure as a text, by its key."""
    values = asdict(figures)
    rate, moves = values.pop("win_rate"), values.pop("mean_moves")
    texts = {key: NOTHING if value is None else number_format(value) for key, value in values.items()}
    for key in ("best_seconds", "mean_seconds"):
        texts[key] = duration(values[key])
    return texts | {"win_rate": percent(rate), "mean_moves": NOTHING if moves is None else _tenths(moves)}


def percent(rate: float | None) -> str:
    """A rate from 0 to 1 in percent with one decimal."""
    if rate is None:
        return NOTHING
    return gettext("%(number)s%%") % {"number": _tenths(100 * rate)}


def duration(seconds: float | None) -> str:
    """Seconds as 4:05 or 1:02:03."""
    if seconds is None:
        return NOTHING
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _tenths(number: float) -> str:
    return number_format(round(number, 1), 1)  # which by itself cuts off


def title_of(full_name: str) -> str:
    """A game's title with its options, also of a game that is no longer here."""
    try:
        wanted = game(full_name)
    except UnknownGame:
        return full_name
    return f"{wanted.title} ({', '.join(wanted.options)})" if wanted.options else wanted.title
