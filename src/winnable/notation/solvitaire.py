"""Deals as Solvitaire reads them, and the rules to read them by.

Solvitaire (github.com/thecharlesblake/Solvitaire) is a published solver. Its deals are JSON objects with the keys
``tableau piles``, ``foundations``, ``stock``, ``waste`` and ``reserve``; every pile bottom first, so that the last
card of ``stock`` is turned next; foundations and reserve are plain lists of cards. Ten is ``10``; a suit in lower case
means face down. The format has no place for more than two decks, for building up, for rows dealt to reserves, for a
base rank that is not chosen yet, nor for a number of passes between one and any.

Where our rules wrap, Solvitaire lays no card on one of the base rank: what it wins is winnable here too, what it calls
lost need not be.
"""

from typing import Any

from winnable.cards import RANKS, SUITS, Card, card_from_text, quoted, rank_of, suit_of
from winnable.notation.json_form import position_from_json, position_to_json
from winnable.notation.text import NotationError, pile_text
from winnable.rules.game import Game, Stock
from winnable.rules.play import deal
from winnable.rules.position import Pile, Position

_KEYS = ("tableau piles", "foundations", "stock", "waste", "reserve")
_SPACES = {
    (): "any",
    ("waste", "stock"): "auto-waste-then-stock",
    ("reserve", "waste"): "auto-reserve-then-waste",
    ("reserve",): "auto-reserve-then-any",
}
_BUILD = {"any": "any-suit", "suit": "same-suit", "colour": "red-black"}
_GROUPS = {"card": "no", "run": "yes", "whole": "whole-pile"}
_INITIAL = {"ace": "none", "first card": "one", "aces out": "all"}
_RANK_TEXTS = {rank.replace("T", "10"): rank for rank in RANKS}


class CannotSay(ValueError):
    """A game or position that Solvitaire's format can't say; the message says why."""


def is_solvitaire(document: Any) -> bool:
    """Whether a document from outside looks like a deal in Solvitaire's form."""
    return isinstance(document, dict) and "tableau piles" in document


def position_to_solvitaire(position: Position) -> dict[str, object]:
    """The position as a deal for Solvitaire. Raises CannotSay for a game whose rules it can't be told."""
    rules_to_solvitaire(position.game)
    downs = position.face_down or (0,) * len(position.tableau)
    document: dict[str, object] = {
        "tableau piles": [_texts(pile, down) for pile, down in zip(position.tableau, downs, strict=True)],
        "foundations": [text for pile in position.foundations for text in _texts(pile)],
    }
    if position.game.stock is not None:
        document["stock"] = _texts(position.stock[::-1])
        document["waste"] = _texts(position.waste)
    if position.reserves:
        document["reserve"] = [text for pile in position.reserves for text in _texts(pile)]
    return document


def position_from_solvitaire(document: Any, game: Game) -> Position:
    """The position that a deal for Solvitaire says, played by the rules of a game.

    Raises NotationError that names the key at fault, and CannotSay.
    """
    rules_to_solvitaire(game)
    if not is_solvitaire(document):
        raise NotationError('A deal for Solvitaire is a JSON object with the key "tableau piles".')
    for key in document:
        if key not in _KEYS:
            raise NotationError(f"The deal has an unknown key {quoted(key)}.")
    tableau = document["tableau piles"]
    if not isinstance(tableau, list):
        raise NotationError('"tableau piles" must be a list of piles.')
    piles = [_read_pile(pile, "tableau piles") for pile in tableau]
    plain: dict[str, list[Card]] = {key: _read_pile(document.get(key, []), key)[0] for key in _KEYS[1:]}
    form = position_to_json(deal(game, 1))
    form["T"] = [pile_text(cards).split() for cards, _ in piles]
    form["F"] = [pile_text(pile).split() for pile in _foundations(plain["foundations"], game)]
    form["S"], form["W"] = pile_text(plain["stock"][::-1]).split(), pile_text(plain["waste"]).split()
    form["R"] = [pile_text(plain["reserve"]).split()] if game.reserve.piles else []
    if plain["reserve"] and not game.reserve.piles:
        raise NotationError(f'"reserve" must be empty: {game.title} has no reserve.')
    form.pop("down", None)
    if any(row.face_down for row in game.deal):
        form["down"] = [down for _, down in piles]
    return position_from_json(form)


def rules_to_solvitaire(game: Game) -> dict[str, object]:
    """The rules of a game for Solvitaire's ``--custom-rules``. Raises CannotSay."""
    why = _obstacle(game)
    if why is not None:
        raise CannotSay(f"Solvitaire's format can't say {game.full_name}: {why}.")
    tableau = game.tableau
    rules: dict[str, object] = {
        "tableau piles": {
            "count": tableau.piles,
            "build policy": _BUILD[tableau.match],
            "spaces policy": "kings" if tableau.only_high_to_space else _SPACES[tableau.fill],
            "move built group": _GROUPS[tableau.take],
            "diagonal deal": any(row.first > 1 for row in game.deal),
            "face up cards": "top" if any(row.face_down for row in game.deal) else "all",
        },
        "foundations": {
            "initial cards": _INITIAL[game.foundations.base],
            "base card": "random" if game.foundations.base == "first card" else "A",
            "removable": game.foundations.take_back,
        },
        "max rank": game.ranks,
    }
    if game.stock is not None:
        rules["stock"] = _stock_rules(game, game.stock)
    if game.reserve.piles:
        rules["reserve"] = {"size": len(deal(game, 1).reserves[0]), "stacked": True}
    return rules


def _stock_rules(game: Game, stock: Stock) -> dict[str, object]:
    start = deal(game, 1)
    size = len(start.stock) + len(start.waste)
    return {"size": size, "deal count": stock.draw, "redeal": stock.passes is None}


def _obstacle(game: Game) -> str | None:
    """Which rule of a game the format has no words for; None if it has words for all."""
    foundations, stock, tableau = game.foundations, game.stock, game.tableau
    obstacles = (
        (game.decks > 1 or game.suits < 4, "it knows one or two whole decks"),
        (stock is not None and stock.to_reserves, "a turn deals a row to the reserves"),
        (foundations.base == "chosen", "the base rank is not chosen yet"),
        (tableau.direction != "down", "the tableau is built up too"),
        (
            tableau.fill not in _SPACES,
            "spaces are filled from the stock first (fill=waste is the nearest it knows)",
        ),
        (tableau.take not in _GROUPS, "supermoves depend on the spaces"),
        (stock is not None and stock.to_space, "the stock's next card may be put in a space"),
        (stock is not None and stock.passes not in (1, None), "it knows one pass or any number"),
        (game.reserve.piles > 1 or foundations.between or foundations.opens, "its reserves and foundations differ"),
        (tableau.wrap != (foundations.base == "first card"), "it wraps where the first card sets the base, only"),
    )
    return next((why for is_so, why in obstacles if is_so), None)


def _texts(pile: Pile, face_down: int = 0) -> list[str]:
    return [_text(card, index < face_down) for index, card in enumerate(pile)]


def _text(card: Card, is_down: bool) -> str:
    suit = SUITS[suit_of(card)]
    return RANKS[rank_of(card)].replace("T", "10") + (suit.lower() if is_down else suit)


def _read_pile(texts: Any, key: str) -> tuple[list[Card], int]:
    """The cards of a pile and how many of them lie face down, under the others."""
    if not isinstance(texts, list):
        raise NotationError(f'"{key}" must hold lists of cards.')
    cards = []
    for text in texts:
        rank = _RANK_TEXTS.get(text[:-1].upper()) if isinstance(text, str) else None
        if rank is None or text[-1:].upper() not in SUITS:
            raise NotationError(f'"{key}": {quoted(text)} is not a card; write rank and suit, such as 7H or 10D.')
        cards.append(card_from_text(rank + text[-1].upper()))
    return cards, sum(text[-1].islower() for text in texts)


def _foundations(cards: list[Card], game: Game) -> list[list[Card]]:
    piles: list[list[Card]] = [[] for _ in range(game.foundation_count)]
    for card in cards:
        piles[suit_of(card)].append(card)
    return piles
