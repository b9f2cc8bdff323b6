"""What the tests of the rules share: every variant of every game, random walks, and a table in plain texts."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from winnable.cards import Card, card_from_text, card_text, make_card, rank_of
from winnable.games import GAMES, game, with_options
from winnable.rules.engine import TURN, Move, Pile, Position, apply, base_rank, deal, legal_moves, refusal
from winnable.rules.game import Game, Option


def _settings(option: Option) -> list[str | None]:
    values = ["2" if value == "N" else value for value in option.values]
    return [None, *([f"{option.name}={value}" for value in values] or [option.name])]


def variants_of(plain: Game) -> dict[str, Game]:
    """The game with every combination of its options, by full name; numbers stand at 2."""
    found: dict[str, Game] = {}
    for chosen in product(*(_settings(option) for option in plain.choices)):
        variant = with_options(plain, [option for option in chosen if option is not None])
        found[variant.full_name] = variant
    return found


VARIANTS: dict[str, Game] = {name: variant for plain in GAMES.values() for name, variant in variants_of(plain).items()}


def small(variant: Game) -> Game:
    """The same rules with a deck of seven ranks, in which random games come to their end."""
    return replace(variant, ranks=7)


@lru_cache(maxsize=512)
def dealt(variant: Game, number: int) -> Position:
    return deal(variant, number)


def choose(moves: list[Move], dice: random.Random) -> Move:
    """A random move, with a leaning that ``dice`` takes: up to the foundations, the stock, or any."""
    upward = [move for move in moves if move.target[0] == "F" and move.source[0] != "F"]
    lean = dice.random()
    if upward and lean < 0.5:
        return dice.choice(upward)
    return TURN if moves[-1] == TURN and lean > 0.75 else dice.choice(moves)


def walk(variant: Game, number: int, length: int) -> Iterator[Position]:
    """The positions of a random game, its deal first."""
    position, dice = dealt(variant, number), random.Random(number)
    for _ in range(length):
        yield position
        moves = legal_moves(position)
        if not moves:
            return
        position = apply(position, choose(moves, dice))[0]


def table_of(position: Position) -> dict[str, Any]:
    """The position as ``brute_force`` holds it."""
    groups = {"F": position.foundations, "T": position.tableau, "R": position.reserves}
    return {
        "game": position.game.name,
        "options": list(position.game.options),
        "ranks": position.game.ranks,
        "suits": position.game.suits,
        **{name: [texts(pile) for pile in piles] for name, piles in groups.items()},
        "W": texts(position.waste),
        "S": texts(position.stock),
        "pass": position.passes,
        "down": list(position.face_down or [0] * len(position.tableau)),
    }


def texts(pile: Pile) -> list[str]:
    return [card_text(card) for card in pile]


def cards(text: str) -> Pile:
    """The pile of a text such as ``7H 6C``, bottom first."""
    return tuple(card_from_text(word) for word in text.split())


def position(full_name: str, **piles: Any) -> Position:
    """A position made by hand: ``F``, ``T`` and ``R`` as lists of texts, ``W`` and ``S`` as a text.

    The piles that are not named are empty. Not all cards need to be there.
    """
    variant = game(full_name)
    counts = {"F": variant.foundation_count, "T": variant.tableau.piles, "R": variant.reserve.piles}
    groups: dict[str, tuple[Pile, ...]] = {}
    for name, count in counts.items():
        given = [cards(text) for text in piles.pop(name, [])]
        assert len(given) <= count, f"{name} has {count} piles"
        groups[name] = (*given, *((),) * (count - len(given)))
    face_down = tuple(piles.pop("down", ()))
    waste, stock = cards(piles.pop("W", "")), cards(piles.pop("S", ""))
    passes = piles.pop("passes", 1)
    assert not piles, piles
    return Position(variant, groups["F"], groups["T"], groups["R"], waste, stock, passes, face_down)


def moves_of(here: Position) -> set[str]:
    return {str(move) for move in legal_moves(here)}


def scattered(variant: Game, number: int) -> Position:
    """A position such as late play may bring: foundations of any height, the rest in runs and spaces, piles empty.

    It may have spaces that would have filled themselves (see ``settled``).
    """
    dice = random.Random(number)
    deck = [make_card(rank, suit) for rank in range(variant.ranks) for suit in range(variant.suits)] * variant.decks
    foundations = _risen(variant, deck, dice)
    dice.shuffle(deck)
    reserves = _heaps(deck, variant.reserve.piles, dice)
    stock, waste = [], []
    if variant.stock:
        stock = _taken(deck, dice)
        waste = [] if variant.stock.to_reserves else _taken(deck, dice)
    tableau = _built(variant, deck, dice)
    loose = reserves[0] if reserves else stock
    loose.extend(deck)
    hides = any(row.face_down for row in variant.deal)
    face_down = tuple(dice.randrange(len(pile)) if pile else 0 for pile in tableau) if hides else ()
    passes = dice.randint(1, (variant.stock.passes or 3) if variant.stock else 1)
    return Position(
        variant,
        _piles(foundations),
        _piles(tableau),
        _piles(reserves),
        tuple(waste),
        tuple(stock),
        passes,
        face_down if any(face_down) else (),
    )


def cornered(variant: Game, number: int) -> Position:
    """A scattered position with the stock out and nothing left to turn: the rest in piles, as it comes."""
    start, dice = scattered(variant, number), random.Random(number)
    loose = loose_cards(start)
    dice.shuffle(loose)
    group = "tableau" if variant.tableau.piles else "reserves"
    return _gathered(start, group, [dice.randrange(len(getattr(start, group))) for _ in loose], loose)


def ordered(variant: Game, number: int) -> Position:
    """A scattered position made so that it is in order: the rest in the tableau, high relative ranks below."""
    start, dice = scattered(variant, number), random.Random(number)
    base, loose = base_rank(start), loose_cards(start)
    dice.shuffle(loose)
    loose.sort(key=lambda card: (rank_of(card) - (base or 0)) % variant.ranks, reverse=True)
    return _gathered(start, "tableau", [dice.randrange(variant.tableau.piles) for _ in loose], loose)


def loose_cards(here: Position) -> list[Card]:
    """The cards that are not on the foundations."""
    return [card for pile in (*here.tableau, *here.reserves, here.waste, here.stock) for card in pile]


def _gathered(start: Position, group: str, places: list[int], loose: list[Card]) -> Position:
    """The position with nothing but foundations and one group, in which each card has its place."""
    piles: list[list[Card]] = [[] for _ in getattr(start, group)]
    for place, card in zip(places, loose, strict=True):
        piles[place].append(card)
    passes = (start.game.stock.passes or 1) if start.game.stock else 1
    bare = replace(start, tableau=((),) * len(start.tableau), reserves=((),) * len(start.reserves))
    bare = replace(bare, waste=(), stock=(), passes=passes, face_down=())
    return replace(bare, **{group: _piles(piles)})  # type: ignore[arg-type]


def _piles(lists: list[list[Card]]) -> tuple[Pile, ...]:
    return tuple(tuple(pile) for pile in lists)


def settled(position: Position) -> bool:
    """Whether no space is left that would have filled itself."""
    fillers = {"stock": position.stock, "waste": position.waste, "reserve": any(position.reserves)}
    return all(position.tableau) or not any(fillers[source] for source in position.game.tableau.fill)


def _risen(variant: Game, deck: list[Card], dice: random.Random) -> list[list[Card]]:
    """Foundations of random height, their cards taken out of the deck."""
    rules, most = variant.foundations, dice.randint(0, variant.ranks)
    base = 0 if rules.base in ("ace", "aces out") else dice.randrange(variant.ranks)
    heights = [dice.randint(0, most) for _ in range(variant.foundation_count)]
    if rules.base == "first card":
        heights[0] = max(heights[0], 1)
    if rules.base == "aces out":
        heights = [max(height, 1) for height in heights]
    foundations: list[list[Card]] = []
    for index, height in enumerate(heights):
        pile: list[Card] = []
        for rank in range(base, base + height):
            suit = index if rules.by_suit else dice.randrange(variant.suits)
            left = [card for card in deck if rank_of(card) == rank % variant.ranks]
            card = make_card(rank % variant.ranks, suit)
            pile.append(card if card in left else left[0])
            deck.remove(pile[-1])
        foundations.append(pile)
    return foundations


def _taken(deck: list[Card], dice: random.Random) -> list[Card]:
    count = dice.choice((0, 0, 1, 2, 4, len(deck) // 2))
    taken, deck[:] = deck[:count], deck[count:]
    return taken


def _heaps(deck: list[Card], count: int, dice: random.Random) -> list[list[Card]]:
    return [_taken(deck, dice) if dice.random() < 0.5 else [] for _ in range(count)]


def _built(variant: Game, deck: list[Card], dice: random.Random) -> list[list[Card]]:
    """Tableau piles, some empty, most ending in runs."""
    piles: list[list[Card]] = [[] for _ in range(variant.tableau.piles)]
    live = [pile for pile in piles if dice.random() < 0.75] or piles
    while deck and piles:
        pile = dice.choice(live)
        fits = [card for card in deck if pile and card in variant.builds[pile[-1]]]
        card = dice.choice(fits) if fits and dice.random() < 0.8 else deck[-1]
        deck.remove(card)
        pile.append(card)
    return piles


def code(here: Position, move: Move) -> str | None:
    """Why a move is refused, None if it is not."""
    refused = refusal(here, move)
    return refused.code if refused else None
