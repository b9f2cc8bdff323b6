"""Positions as JSON: ``{"game", "options", "F", "T", "R", "W", "S", "pass"}``, every pile bottom first.

Where cards of the tableau lie face down (Klondike), ``"down"`` says how many of each pile.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

from winnable.cards import Card, card_from_text, card_text, quoted, rank_of, suit_of
from winnable.games import GAMES, UnknownGame, with_options
from winnable.notation.text import NotationError
from winnable.rules.game import Game
from winnable.rules.position import Pile, Position

_KEYS = {"game", "options", "F", "T", "R", "W", "S", "pass"}


def game_from_json(document: dict[str, Any]) -> Game:
    """The game that an object's keys "game" and "options" say. Raises NotationError."""
    name, options = document.get("game"), document.get("options", [])
    if not isinstance(name, str) or name not in GAMES:
        raise NotationError(f'There is no game {quoted(name)}; "game" must be one of {", ".join(GAMES)}.')
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise NotationError('"options" must be a list of texts such as "draw=1".')
    try:
        return with_options(GAMES[name], options)
    except UnknownGame as error:
        raise NotationError(str(error)) from None


def position_to_json(position: Position) -> dict[str, Any]:
    """The position as an object that ``json.dumps`` writes."""
    document: dict[str, Any] = {
        "game": position.game.name,
        "options": list(position.game.options),
        "F": [_texts(pile) for pile in position.foundations],
        "T": [_texts(pile) for pile in position.tableau],
        "R": [_texts(pile) for pile in position.reserves],
        "W": _texts(position.waste),
        "S": _texts(position.stock),
        "pass": position.passes,
    }
    if position.face_down:
        document["down"] = list(position.face_down)
    return document


def position_from_json(document: Any) -> Position:
    """The position that an object says. Raises NotationError that names the key and pile at fault."""
    if not isinstance(document, dict):
        raise NotationError('A position is a JSON object with the keys "game", "F", "T", "R", "W", "S" and "pass".')
    game = game_from_json(document)
    for key in sorted(_KEYS - set(document)):
        raise NotationError(f"The position lacks the key {key!r}.")
    for key in document:
        if key not in _KEYS and key != "down":
            raise NotationError(f"The position has an unknown key {quoted(key)}.")
    position = Position(
        game,
        _piles(document, "F", game.foundation_count),
        _piles(document, "T", game.tableau.piles),
        _piles(document, "R", game.reserve.piles),
        _pile(document["W"], "W"),
        _pile(document["S"], "S"),
        _pass(document["pass"], game),
        _face_down(document, game),
    )
    _check_cards(position)
    _check_foundations(position)
    _check_stock(position)
    return position


def _texts(pile: Pile) -> list[str]:
    return [card_text(card) for card in pile]


def _piles(document: dict[str, Any], key: str, count: int) -> tuple[Pile, ...]:
    piles = document[key]
    if not isinstance(piles, list) or len(piles) != count:
        raise NotationError(f'"{key}" must be a list of {count} piles.')
    return tuple(_pile(pile, f"{key}{number}") for number, pile in enumerate(piles, 1))


def _pile(texts: Any, name: str) -> Pile:
    if not isinstance(texts, list):
        raise NotationError(f"{name} must be a list of cards.")
    cards: list[Card] = []
    for place, text in enumerate(texts, 1):
        try:
            cards.append(card_from_text(text))
        except ValueError as error:
            raise NotationError(f"{name}, card {place}: {error}") from None
    return tuple(cards)


def _pass(number: Any, game: Game) -> int:
    most = (game.stock.passes or 10**9) if game.stock else 1
    if type(number) is not int or not 1 <= number <= most:
        raise NotationError(f'"pass" must be a whole number from 1 to {most}.')
    return number


def _face_down(document: dict[str, Any], game: Game) -> tuple[int, ...]:
    counts = document.get("down", [])
    piles = document["T"]
    if "down" in document and not any(row.face_down for row in game.deal):
        raise NotationError(f'"down" has no place here: all cards in the tableau of {game.title} lie face up.')
    if not isinstance(counts, list) or any(type(count) is not int or count < 0 for count in counts):
        raise NotationError('"down" must be a list of whole numbers, one for each pile of "T".')
    if counts and len(counts) != len(piles):
        raise NotationError('"down" must have one number for each pile of "T".')
    for number, (count, pile) in enumerate(zip(counts, piles, strict=False), 1):
        if count > max(len(pile) - 1, 0):
            raise NotationError(f"T{number} has too few cards for {count} face down under a face-up one.")
    return tuple(counts) if any(counts) else ()


def _check_cards(position: Position) -> None:
    game = position.game
    piles = (*position.foundations, *position.tableau, *position.reserves, position.waste, position.stock)
    held = Counter(card for pile in piles for card in pile)
    wanted = {Card(4 * rank + suit) for rank in range(game.ranks) for suit in range(game.suits)}
    for card in sorted(wanted | set(held)):
        expected = game.decks if card in wanted else 0
        if held[card] != expected:
            raise NotationError(f"{card_text(card)} is there {held[card]} times; {game.title} has it {expected} times.")


def _check_foundations(position: Position) -> None:
    game = position.game
    bases = {rank_of(pile[0]) for pile in position.foundations if pile}
    if len(bases) > 1 or (game.foundations.base in ("ace", "aces out") and bases - {0}):
        raise NotationError("The foundations F must all start with the base rank.")
    if game.foundations.base == "first card" and not bases:
        raise NotationError("One of the foundations F must hold the base card.")
    for number, pile in enumerate(position.foundations, 1):
        if game.foundations.base == "aces out" and not pile:
            raise NotationError(f"F{number} must hold its ace; the aces of {game.title} are out from the start.")
        _check_foundation(game, number, pile)


def _check_foundation(game: Game, number: int, pile: Pile) -> None:
    right_suit = not game.foundations.by_suit or all(suit_of(card) == number - 1 for card in pile)
    right_ranks = all((rank_of(low) + 1) % game.ranks == rank_of(high) for low, high in pairwise(pile))
    if not right_suit or not right_ranks:
        raise NotationError(f"F{number} is not built up{' in its suit' if game.foundations.by_suit else ''}.")
    if len(pile) > game.ranks:
        raise NotationError(f"F{number} holds {len(pile)} cards; a foundation takes {game.ranks}.")


def _check_stock(position: Position) -> None:
    """Whether cards lie where the game never has them, or a space that fills itself was left empty."""
    game, stock = position.game, position.game.stock
    if position.stock and stock is None:
        raise NotationError(f"S must be empty: {game.title} has no stock.")
    if position.waste and (stock is None or stock.to_reserves):
        raise NotationError(f"W must be empty: {game.title} has no waste.")
    fillers = {"stock": position.stock, "waste": position.waste, "reserve": any(position.reserves)}
    if () in position.tableau and any(fillers[source] for source in game.tableau.fill):
        raise NotationError(f"T{position.tableau.index(()) + 1} is empty, but {game.title} fills its spaces at once.")
