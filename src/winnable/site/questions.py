"""Questions and answers about a game. What an answer says of the rules is taken from the rules in words, and what it
says of winning from the measured figures, so that neither can be contradicted."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from winnable.rules.game import Game
from winnable.site import rules_text, texts, winnability
from winnable.site.relatives import Difference, differences, relatives


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a game and its answer; ``versus`` is the other game where two are compared."""

    key: str
    text: str
    answer: tuple[str, ...]
    versus: Game | None = None
    table: tuple[Difference, ...] = ()


def questions(game: Game) -> tuple[Question, ...]:
    """The questions that a game's rules raise, in the active language."""
    return tuple(question for question in _all(game) if question.answer or question.table)


def _all(game: Game) -> Iterator[Question]:
    said, title = rules_text.topics(game), {"title": game.title}
    yield Question("winnable", _("Can every deal of %(title)s be won?") % title, _winnable(game))
    yield Question("hard", _("How hard is %(title)s?") % title, _hard(game))
    yield Question("base", _("What is the base rank?"), _base(game))
    yield Question("passes", _("How many passes through the stock are there?"), said.get("passes", ()))
    yield Question("turns", _("What does a turn do?"), said.get("turns", ()))
    yield Question("spaces", _("Where does a space get its card?"), said.get("spaces", ()))
    yield Question("reserve", _("Is an empty reserve filled again?"), _reserve(game))
    yield Question("moving", _("How many cards may move at once?"), said.get("moving", ()))
    yield Question("back", _("May a card come back from a foundation?"), said["back"])
    for other in relatives(game):
        text = _("How does %(title)s differ from %(other)s?") % {"title": game.title, "other": other.title}
        yield Question("differs", text, (), other, differences(game, other))


def _winnable(game: Game) -> tuple[str, ...]:
    found = winnability.figures(game)
    if found is None:
        return (_("With these options together it was not measured."),)
    return winnability.every_deal(found), winnability.counts(found), winnability.share(found)


def _hard(game: Game) -> tuple[str, ...]:
    found = winnability.figures(game)
    if found is None:
        return ()
    answer = [winnability.careless(found), winnability.in_short_sentence(found)]
    if not _all_cards_are_seen(game):
        answer.append(
            _("Winnable means: for a player who knew every card. Who does not see the hidden ones will win less often.")
        )
    return tuple(text for text in answer if text)


def _all_cards_are_seen(game: Game) -> bool:
    return game.stock is None and not game.reserve.hidden and not any(row.face_down for row in game.deal)


def _base(game: Game) -> tuple[str, ...]:
    if game.foundations.base not in ("first card", "chosen"):
        return ()
    ranks = texts.ranks()
    example = _(
        "If it is the %(base)s, each foundation goes up to the %(king)s, then %(ace)s, %(two)s and on to the %(last)s."
    )
    return (
        _("The rank with which every foundation starts."),
        *rules_text.topics(game)["start"],
        example % {"base": ranks["7"], "king": ranks["K"], "ace": ranks["A"], "two": ranks["2"], "last": ranks["6"]},
    )


def _reserve(game: Game) -> tuple[str, ...]:
    if not game.reserve.piles:
        return ()
    if game.stock is None or not game.stock.to_reserves:
        return (_("No. Once its cards are played, an empty reserve stays empty."),)
    return rules_text.topics(game)["turns"]
