"""How many deals can be won: the figures that ``scripts/measure_winnability.py`` wrote, and how to say them."""

import json
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from math import ceil, floor
from pathlib import Path

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from winnable.rules.game import Game

FILE = Path(__file__).parent / "winnability.json"


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one game with its options, on the deals 1 to ``deals``."""

    deals: int
    winnable: int
    lost: int
    undecided: int
    interval: tuple[float, float]  # of the share of winnable deals, 0 to 1, at 95 % confidence
    careless: dict[str, int] | None  # of the first "deals", those "won" by putting up what goes up, else at random
    nodes: int  # the solver's budget for a deal
    solver: str
    date: str  # ISO

    @property
    def can_or_may(self) -> int:
        """How many deals are not proved lost: where the bar of the page turns to lost."""
        return self.winnable + self.undecided


def figures(game: Game) -> Figures | None:
    """The figures of a game with exactly these options, or None if they were not measured."""
    return _measured().get(game.full_name)


@cache
def _measured() -> dict[str, Figures]:
    names = [field.name for field in fields(Figures)]
    entries = json.loads(FILE.read_text("utf-8"))["games"]
    # A game that is being measured has no interval yet.
    finished = {name: entry for name, entry in entries.items() if "interval" in entry}
    return {name: Figures(**{key: entry[key] for key in names}) for name, entry in finished.items()}


def in_short(found: Figures) -> str:
    """The figures in a few words, for a card or a row of a table."""
    if found.undecided:
        return _("at least %(winnable)s of %(deals)s deals can be won") % _numbers(found)
    return _("%(winnable)s of %(deals)s deals can be won") % _numbers(found)


def in_short_sentence(found: Figures) -> str:
    """The same as a sentence."""
    text = in_short(found)
    return f"{text[0].upper()}{text[1:]}."


def counts(found: Figures) -> str:
    """How many deals are winnable, lost and not settled."""
    if found.undecided and found.lost:
        text = _(
            "Of the deals 1 to %(deals)s at least %(winnable)s can be won and at least %(lost)s can't; "
            "%(undecided)s are not settled."
        )
    elif found.undecided:
        text = _(
            "Of the deals 1 to %(deals)s at least %(winnable)s can be won and none is proved lost; "
            "%(undecided)s are not settled."
        )
    elif found.lost:
        text = _("Of the deals 1 to %(deals)s exactly %(winnable)s can be won and %(lost)s can't.")
    else:
        text = _("All deals from 1 to %(deals)s can be won.")
    return text % _numbers(found)


def share(found: Figures) -> str:
    """What that says of all deals. The ends are rounded outwards."""
    low, high = floor(1000 * found.interval[0]) / 10, ceil(1000 * found.interval[1]) / 10
    return _("So between %(low)s %% and %(high)s %% of all deals can be won (95 %% confidence).") % {
        "low": number_format(low, 1),
        "high": number_format(high, 1),
    }


def careless(found: Figures) -> str:
    """How far playing without a thought gets; "" where that was not measured."""
    if found.careless is None:
        return ""
    if not found.careless["won"]:
        return _(
            "A player who puts up every card that goes up, and otherwise moves at random, won none of the deals 1 to "
            "%(deals)d."
        ) % {"deals": found.careless["deals"]}
    return (
        _(
            "A player who puts up every card that goes up, and otherwise moves at random, won %(won)d of the deals "
            "1 to %(deals)d."
        )
        % found.careless
    )


def method(found: Figures) -> str:
    """How the figures were found."""
    return _(
        "The solver could look at up to %(nodes)s positions a deal; every win was replayed by the rules, every loss "
        "proved. Measured on %(date)s with solver %(solver)s."
    ) % {
        "nodes": number_format(found.nodes, force_grouping=True),
        "date": date_format(date.fromisoformat(found.date), "DATE_FORMAT"),
        "solver": found.solver,
    }


def every_deal(found: Figures) -> str:
    """Whether every deal can be won, as far as it is known."""
    if found.lost:
        return _("No. There are deals that nobody can win: they are proved lost.")
    if found.undecided:
        return _("That is not known: no deal tried is proved lost, but not all are settled.")
    return _("Every deal that was tried can be won. Among those that were not, one may be lost all the same.")


def _numbers(found: Figures) -> dict[str, str]:
    names = ("deals", "winnable", "lost", "undecided")
    return {name: number_format(getattr(found, name), force_grouping=True) for name in names}
