"""The rules of a game in words, made from its rule data, so that an option changes play and text alike."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from winnable.rules.game import Game, Option


@dataclass(frozen=True)
class Section:
    """A part of the rules: its heading and its paragraphs."""

    key: str
    heading: str
    paragraphs: tuple[str, ...]


SUMMARIES = {
    "czarina": gettext_noop(
        "Five piles in a cross, foundations in its corners, and spaces that fill themselves at once."
    ),
    "four-seasons": gettext_noop(
        "A cross of five piles with foundations in its corners; you decide what fills a space."
    ),
    "canfield": gettext_noop("Thirteen cards lie in reserve, and the base rank is different in every deal."),
    "klondike": gettext_noop("The classic: seven piles, hidden cards, and spaces for kings alone."),
    "chessboard": gettext_noop("All cards lie open in ten piles, and you choose the base rank yourself."),
    "fortress": gettext_noop("All cards lie open in ten piles built up or down in suit; aces first."),
    "lasker": gettext_noop("Chessboard with runs that move as one, however long they are."),
    "castles-end": gettext_noop(
        "Ten open piles in alternating colours, two reserve cards, and a first move that decides."
    ),
    "quadrennial": gettext_noop("Four decks, sixteen foundations, eight reserves: turn, and find the right order."),
    "acquaintance": gettext_noop("One deck, four aces, four reserves and three passes: small and quick."),
    "leap-year": gettext_noop("Each turn covers the reserves anew, and there is only one pass to bring all cards up."),
}
OPTION_MEANINGS = {
    "a space is filled from the waste first, then from the stock": gettext_noop(
        "a space is filled from the waste first, then from the stock"
    ),
    "one turn is made with the deal": gettext_noop("one turn is made with the deal"),
    "the stock's next card may be put in a space": gettext_noop("the stock's next card may be put in a space"),
    "only a whole pile or its top card moves": gettext_noop("only a whole pile or its top card moves"),
    "cards a turn": gettext_noop("cards a turn"),
    "passes through the stock": gettext_noop("passes through the stock"),
    "once the reserve is out, the player fills the spaces": gettext_noop(
        "once the reserve is out, the player fills the spaces"
    ),
    "no take-back": gettext_noop("no take-back"),
    "a supermove carries at most 2^spaces cards": gettext_noop("a supermove carries at most 2^spaces cards"),
    "a turn deals to all reserves": gettext_noop("a turn deals to all reserves"),
    "a turn leaves out the empty reserves": gettext_noop("a turn leaves out the empty reserves"),
    "one deck and four reserves": gettext_noop("one deck and four reserves"),
}


def summary(game: Game) -> str:
    """One sentence about a game, in the active language."""
    return _(SUMMARIES[game.name])


def option_meaning(option: Option) -> str:
    """What an option means, in the active language."""
    return _(option.meaning)


def option_words(game: Game) -> str:
    """The options of a game in words, such as ``cards a turn: 1``; "" without any."""
    given = dict(text.partition("=")[::2] for text in game.options)
    chosen = [option for option in game.choices if option.name in given]
    return ", ".join(_worded(option, given[option.name]) for option in chosen)


def _worded(option: Option, value: str) -> str:
    return f"{option_meaning(option)}: {value}" if value.isdecimal() else option_meaning(option)


def sections(game: Game) -> tuple[Section, ...]:
    """The rules of a game with its options, in the active language."""
    said = topics(game)
    headings = {"goal": _("Goal"), "setup": _("Setup"), "play": _("How to play"), "end": _("How a game ends")}
    parts = [
        Section(key, heading, tuple(text for topic in SECTION_TOPICS[key] for text in said.get(topic, ())))
        for key, heading in headings.items()
    ]
    return (*parts, Section("options", _("Options"), tuple(_options(game))))


SECTION_TOPICS = {
    "goal": ("goal",),
    "setup": ("decks", "start", "piles", "reserves", "stock"),
    "play": ("foundations", "back", "building", "moving", "spaces", "reserve cards", "turns", "passes"),
    "end": ("end",),
}


def topics(game: Game) -> dict[str, tuple[str, ...]]:
    """What the rules say of each topic, in the active language; a topic that a game does not have is left out."""
    said = {
        "goal": _goal(game),
        "decks": _decks(game),
        "start": _start(game),
        "piles": _setup_tableau(game),
        "reserves": _setup_reserve(game),
        "stock": _setup_stock(game),
        "foundations": _foundations(game),
        "back": _back(game),
        "building": _building(game),
        "moving": _moving(game),
        "spaces": _spaces(game),
        "reserve cards": _reserve(game),
        "turns": _turns(game),
        "passes": _passes(game),
        "end": _end(game),
    }
    found = {topic: tuple(texts) for topic, texts in said.items()}
    return {topic: texts for topic, texts in found.items() if texts}


def _goal(game: Game) -> Iterator[str]:
    if game.foundations.by_suit:
        yield _("Build all %(cards)d cards up on the foundations, each in its suit.") % {"cards": game.card_count}
    else:
        yield _("Build all %(cards)d cards up on the foundations, regardless of suit.") % {"cards": game.card_count}


def _decks(game: Game) -> Iterator[str]:
    if game.decks > 1:
        yield _("Played with %(decks)d decks.") % {"decks": game.decks}


def _start(game: Game) -> Iterator[str]:
    yield {
        "ace": _("The foundations start with the aces as they turn up."),
        "aces out": _("All aces lie on the foundations from the start."),
        "first card": _("The first card dealt lies on its suit's foundation; its rank is the base rank of all four."),
        "chosen": _("The foundations are empty: the first card you put on one chooses the base rank of all four."),
    }[game.foundations.base]


def _setup_reserve(game: Game) -> Iterator[str]:
    if game.reserve.piles == 1:
        cards = sum(row.times for row in game.deal if row.group == "R")
        yield _("%(cards)d cards lie in the reserve; only its top lies face up.") % {"cards": cards}
    elif game.reserve.piles:
        yield _("One card lies face up on each of %(piles)d reserves.") % {"piles": game.reserve.piles}


def _setup_stock(game: Game) -> Iterator[str]:
    if game.stock is not None and game.stock.open_waste:
        yield _("The rest is the stock, and one turn is made with the deal.")
    elif game.stock is not None:
        yield _("The rest is the stock.")


def _setup_tableau(game: Game) -> Iterator[str]:
    piles = game.tableau.piles
    if not piles:
        return
    times = sum(row.times for row in game.deal if row.group == "T" and row.first == 1)
    if any(row.face_down for row in game.deal):
        yield _("%(piles)d piles of one card to %(piles)d cards; only the top of each lies face up.") % {"piles": piles}
    elif times == 1:
        yield _("One card lies on each of %(piles)d piles.") % {"piles": piles}
    elif game.stock is None and not game.reserve.piles:
        yield _("The deck is dealt in rows, face up, on %(piles)d piles; the last two cards lie on the first two.") % {
            "piles": piles
        }
    else:
        yield _("%(times)d cards lie face up on each of %(piles)d piles.") % {"times": times, "piles": piles}


def _foundations(game: Game) -> Iterator[str]:
    rules = game.foundations
    if rules.opens:
        yield _("The first move of the game must put a card on a foundation.")
    if rules.base in ("ace", "aces out"):
        yield _("Foundations go up from ace to king.")
    else:
        yield _("Foundations go up round the corner, ace on king, to the rank below the base rank.")


def _back(game: Game) -> Iterator[str]:
    rules = game.foundations
    if rules.take_back and rules.keep:
        yield _("A foundation's top card may be taken back to a pile that takes it, but its first card stays.")
    elif rules.take_back:
        yield _("A foundation's top card may be taken back to a pile that takes it, by drag.")
    elif rules.between:
        yield _("A foundation's top card may be moved to another foundation that takes it; it is never taken back.")
    else:
        yield _("A card on a foundation is never taken back.")


def _building(game: Game) -> Iterator[str]:
    if game.tableau.piles:
        yield _build(game)
    if game.tableau.wrap:
        yield _("King and ace are neighbours there.")


def _moving(game: Game) -> Iterator[str]:
    if not game.tableau.piles:
        return
    yield {
        "card": _("One card moves at a time: the top of a pile."),
        "run": _("The cards on the end of a pile that are built correctly move together, as many as you like."),
        "whole": _("A whole pile may move together, or its top card alone."),
        "supermove": _(
            "A run may move together when single moves could do it: onto a card with at least one space, into a "
            "space with one more. Its length does not matter."
        ),
        "doubling": _(
            "A run may move together as far as the spaces carry it: 1 card without a space, 2 with one, 4 with "
            "two, 8 with three; a space that is the target does not count."
        ),
    }[game.tableau.take]


def _spaces(game: Game) -> Iterator[str]:
    if game.tableau.piles:
        yield _space(game)


def _build(game: Game) -> str:
    rules = game.tableau
    return {
        ("down", "any"): _("Piles are built down regardless of suit."),
        ("down", "colour"): _("Piles are built down in alternating colours."),
        ("down", "suit"): _("Piles are built down in suit."),
        ("up or down", "any"): _("Piles are built up or down regardless of suit."),
        ("up or down", "colour"): _("Piles are built up or down in alternating colours."),
        ("up or down", "suit"): _("Piles are built up or down in suit."),
    }[rules.direction, rules.match]


def _space(game: Game) -> str:
    if game.tableau.only_high_to_space:
        return _("Only a king, with the run on it, may go to a space.")
    return {
        (): _("Any card that can move may fill a space, when you like."),
        ("stock", "waste"): _(
            "A pile that becomes empty is filled at once by the stock's next card; when the stock is out, by "
            "the waste's top card; when both are out, any card may fill it."
        ),
        ("waste", "stock"): _(
            "A pile that becomes empty is filled at once by the waste's top card; when the waste is empty, by "
            "the stock's next card; when both are out, any card may fill it."
        ),
        ("reserve", "waste"): _(
            "A space fills by itself from the reserve; when that is out, from the waste; when the waste is "
            "empty too, with the next turn. When all are out, you fill it with a card or a run."
        ),
        ("reserve",): _("A space fills by itself from the reserve; when that is out, you fill it when you like."),
    }[game.tableau.fill]


def _reserve(game: Game) -> Iterator[str]:
    if not game.reserve.piles:
        return
    if game.reserve.only_to_foundations:
        yield _("Only the top card of a reserve can be played, and only to a foundation.")
    elif game.reserve.piles == 1:
        yield _("The top card of the reserve can be played to foundations and piles.")
    else:
        yield _("Reserve cards can be played to foundations and piles; an empty reserve is not filled again.")


def _turns(game: Game) -> Iterator[str]:
    rules = game.stock
    if rules is None:
        return
    if rules.to_reserves:
        yield from _reserve_turns(game)
    elif rules.draw == 1:
        yield _("A turn puts one card from the stock on the waste; the waste's top card can be played.")
    else:
        yield _(
            "A turn puts %(cards)d cards from the stock on the waste (fewer at the end); only the top one plays."
        ) % {"cards": rules.draw}
    if rules.to_space:
        yield _("The stock's next card may also be put straight in a space.")


def _reserve_turns(game: Game) -> Iterator[str]:
    if game.stock is not None and game.stock.skip_empty:
        yield _("A turn deals one card on every reserve that is not empty, left to right.")
        if game.stock.passes != 1:
            yield _("Empty reserves stay free until the next redeal; only when all are empty is a full row dealt.")
        else:
            yield _("Empty reserves stay free; only when all are empty is a full row dealt.")
    else:
        yield _("A turn deals one card on every reserve, left to right, empty or not.")
    yield _("You may turn although cards could still be played.")


def _passes(game: Game) -> Iterator[str]:
    if game.stock is not None:
        yield _passes_text(game.stock.passes, game.stock.to_reserves)


def _passes_text(passes: int | None, to_reserves: bool) -> str:
    if passes is None:
        return _(
            "You may go through the stock any number of times: with the stock out, a turn takes the waste back, "
            "in the same order."
        )
    if passes == 1:
        return _("There is one pass through the stock and no redeal.")
    if to_reserves:
        return _(
            "There are %(passes)d passes: with the stock out, a turn gathers the reserves in order, unshuffled, "
            "and deals the first row."
        ) % {"passes": passes}
    return _("There are %(passes)d passes through the stock, the waste being taken back in the same order.") % {
        "passes": passes
    }


def _end(game: Game) -> Iterator[str]:
    yield _("You have won when all cards are on the foundations.")
    if game.stock is None:
        yield _("You are stuck when no card can move.")
    else:
        yield _("You are stuck when no card can move and no turn that is left brings up one that can.")


def _options(game: Game) -> Iterator[str]:
    if not game.choices:
        yield _("This game has no options.")
    given = {text.partition("=")[0]: text.partition("=")[2] for text in game.options}
    for option in game.choices:
        meaning = option_meaning(option)
        if option.name not in given and not option.values:
            yield _("%(name)s – %(meaning)s: off.") % {"name": option.name, "meaning": meaning}
        elif option.name not in given:
            yield _("%(name)s – %(meaning)s: as usual.") % {"name": option.name, "meaning": meaning}
        elif given[option.name]:
            values = {"name": option.name, "meaning": meaning, "value": given[option.name]}
            yield _("%(name)s – %(meaning)s: now %(value)s.") % values
        else:
            yield _("%(name)s – %(meaning)s: now on.") % {"name": option.name, "meaning": meaning}
