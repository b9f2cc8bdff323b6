"""What a pile or the whole table means right now, in sentences made from the rules and the position."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from winnable.cards import RANKS
from winnable.rules.engine import Position, base_rank, can_turn, space_count, supermove_limit
from winnable.site import rules_text, texts


def space_note(position: Position) -> str | None:
    """Why a space of the tableau is empty, and what may fill it; None where any card may, at any time."""
    rules = position.game.tableau
    if "waste" in rules.fill and position.stock:
        return gettext("The next turn fills this space.")
    if rules.fill:
        return gettext("Nothing is left to fill this space by itself; any card that can move may go here.")
    return gettext("Only a king may go here.") if rules.only_high_to_space else None


def reserve_note(position: Position) -> str:
    """Why a reserve is empty, and whether it will be filled."""
    stock = position.game.stock
    if stock is None or not stock.to_reserves:
        return gettext("An empty reserve is not filled again.")
    if not can_turn(position):
        return gettext("No turn is left, so this reserve stays empty.")
    if not (stock.skip_empty and position.stock and any(position.reserves)):
        return gettext("The next turn deals a card here, as far as the cards go.")
    if _redeal_is_left(position):
        return gettext("Empty: a turn leaves this reserve out until the next redeal, or until all reserves are empty.")
    return gettext("Empty: a turn leaves this reserve out until all reserves are empty.")


def stock_note(position: Position) -> str | None:
    """Why the stock can't be turned, if it can't."""
    if can_turn(position):
        return None
    if not _redeal_is_left(position):
        return gettext("No redeal is left.")
    return gettext("No turn is left.")


def situation(position: Position) -> tuple[str, ...]:
    """What the line above the table says, explained: base rank, stock, cards at once, empty piles."""
    return (*_base(position), *_stock(position), *_moving(position), *_empty(position))


def _redeal_is_left(position: Position) -> bool:
    stock = position.game.stock
    return stock is not None and (stock.passes is None or position.passes < stock.passes)


def _base(position: Position) -> Iterator[str]:
    base, ranks = base_rank(position), texts.ranks()
    if position.game.foundations.base in ("ace", "aces out"):
        yield from rules_text.topics(position.game)["foundations"]
    elif base is None:
        yield gettext("No base rank is chosen yet: the first card on a foundation chooses it.")
    else:
        yield gettext(
            "The base rank is %(base)s: every foundation starts with it and goes up, ace on king, to %(last)s."
        ) % {"base": ranks[RANKS[base]], "last": ranks[RANKS[base - 1]]}


def _stock(position: Position) -> Iterator[str]:
    rules, cards = position.game.stock, len(position.stock)
    if rules is None:
        return
    if cards:
        yield ngettext("One card is left in the stock.", "%(cards)d cards are left in the stock.", cards) % {
            "cards": cards
        }
    else:
        yield stock_note(position) or gettext("The stock is out; a turn starts the next pass.")
    if rules.passes is None:
        yield gettext("This is pass %(pass)d; there may be any number.") % {"pass": position.passes}
    else:
        yield ngettext("There is only one pass.", "This is pass %(pass)d of %(passes)d.", rules.passes) % {
            "pass": position.passes,
            "passes": rules.passes,
        }


def _moving(position: Position) -> Iterator[str]:
    if position.game.tableau.take not in ("supermove", "doubling"):
        yield from rules_text.topics(position.game).get("moving", ())
        return
    onto_card, into_space = supermove_limit(position, False), supermove_limit(position, True)
    spaces = space_count(position)
    if spaces:
        yield ngettext("There is one space.", "There are %(spaces)d spaces.", spaces) % {"spaces": spaces}
    else:
        yield gettext("There is no space.")
    if onto_card >= position.game.ranks:
        yield gettext("A run of any length may move onto a card now.")
    else:
        yield ngettext(
            "Only one card at a time may move onto a card now.",
            "A run of up to %(count)d cards may move onto a card now.",
            onto_card,
        ) % {"count": onto_card}
    if spaces:
        yield _into_space(position, into_space)


def _into_space(position: Position, limit: int) -> str:
    if limit >= position.game.ranks:
        return gettext("A run of any length may move into a space.")
    return ngettext(
        "Only one card at a time may move into a space.",
        "A run of up to %(count)d cards may move into a space.",
        limit,
    ) % {"count": limit}


def _empty(position: Position) -> Iterator[str]:
    """Why piles are empty, each reason once, with the piles it is true of."""
    named = gettext("%(piles)s: %(note)s")
    spaces = [gettext("pile {number}").format(number=index) for index in _empty_places(position.tableau)]
    note = space_note(position) or " ".join(rules_text.topics(position.game).get("spaces", ()))
    if spaces:
        yield _capital(named % {"piles": ", ".join(spaces), "note": note})
    reserves = [gettext("reserve {number}").format(number=index) for index in _empty_places(position.reserves)]
    if reserves:
        yield _capital(named % {"piles": ", ".join(reserves), "note": reserve_note(position)})


def _empty_places(piles: tuple[tuple[int, ...], ...]) -> list[int]:
    return [number for number, pile in enumerate(piles, start=1) if not pile]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
