"""Cards, deal numbers, and that each game is laid out as PySolFC lays it.

The layouts here are dealt by hand from ``pysol_cards``, following PySolFC's ``startGame`` of each game
(``pysollib/games``: windmill, canfield, klondike, beleagueredcastle, auldlangsyne).
"""

import numpy as np
import pytest
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game as PysolDeal
from pysol_cards.random import LCRandom31, shuffle
from pysol_cards.random_base import RandomBase

from rules_support import cards, texts
from winnable.cards import (
    LARGEST_DEAL_NUMBER,
    card_from_text,
    card_text,
    first_dealt,
    is_red,
    make_card,
    quoted,
    rank_of,
    shuffled_deck,
    suit_of,
)
from winnable.games import GAMES
from winnable.rules.engine import deal

NUMBERS = [1, 2, 617, 11_982, 31_999, 32_000, 32_001, 123_456_789, 10**19 + 7]


def pysol_deck(number: int, decks: int = 1) -> list[str]:
    """PySolFC's cards of a deal number, first dealt first, as our texts."""
    dealt = shuffle(createCards(decks), number, RandomBase.DEALS_PYSOLFC)[::-1]
    return ["_A23456789TJQK"[card.rank] + "CSHD"[card.suit] for card in dealt]


def test_a_number_out_of_numpy_deals_what_pythons_own_deals() -> None:
    """It was a TypeError out of Python's random numbers; studies count deals with NumPy."""
    for number in (5, 50_000):
        assert shuffled_deck(np.int64(number)) == shuffled_deck(number)
        assert first_dealt(np.int64(number), 6) == first_dealt(number, 6)


def test_texts_of_all_cards() -> None:
    assert [card_text(card_from_text(text)) for text in ("AC", "TD", "7H", "KS")] == ["AC", "TD", "7H", "KS"]
    assert len({card_text(make_card(rank, suit)) for rank in range(13) for suit in range(4)}) == 52
    for rank in range(13):
        for suit in range(4):
            card = make_card(rank, suit)
            assert (rank_of(card), suit_of(card)) == (rank, suit)
            assert card_from_text(card_text(card)) == card
            assert is_red(card) == (card_text(card)[1] in "DH")


@pytest.mark.parametrize(
    "text",
    ["", "7", "7h", "10H", "1H", "H7", "7H ", "KX", None, 7, [], 10**5000],
    ids=lambda text: type(text).__name__,
)
def test_what_is_not_a_card_is_named(text: object) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card_from_text(text)  # type: ignore[arg-type]


def test_quoted_shows_any_value_shortly() -> None:
    assert quoted("x" * 1000) == repr("x" * 40)
    assert quoted(10**5000) == "a value of type int"


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("decks", [1, 2, 4])
def test_decks_are_those_of_pysol_cards(number: int, decks: int) -> None:
    assert texts(shuffled_deck(number, decks)) == pysol_deck(number, decks)


def test_the_range_of_microsoft_numbers_uses_its_generator() -> None:
    """Deal 1 as FreeCell players know it: its first row is JD 2D 9H JC 5D 7H 7C 5H."""
    assert texts(shuffled_deck(1))[:8] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]
    assert texts(shuffled_deck(617))[:8] == ["7D", "AD", "5C", "3S", "5S", "8C", "2D", "AH"]


@pytest.mark.parametrize(
    ("number", "decks", "first"),
    [
        (31_999, 1, "JD JH AD QH KH 6S"),
        (32_001, 1, "4C AC JD 8H 5S 6S"),
        (123_456_789, 1, "8H 2H JD 3D KH 6S"),
        (7, 4, "TC 9H 9S 6S 5S 8S 3C 7H"),
        (123_456_789, 4, "4H 9C TD 4S TC 3H 8H 9H"),
    ],
)
def test_vectors_do_not_change(number: int, decks: int, first: str) -> None:
    """Written down once, so that a new version of pysol-cards can't change the deals unseen."""
    assert " ".join(texts(shuffled_deck(number, decks))).startswith(first)


def test_four_decks_come_from_the_same_generator() -> None:
    generator = LCRandom31()
    generator.setSeed(7)
    order = generator.shuffle(list(range(208)))[::-1]
    deck = ["A23456789TJQK"[place % 13] + "CSHD"[place // 13 % 4] for place in order]
    assert texts(shuffled_deck(7, decks=4)) == deck


@pytest.mark.parametrize("number", [0, -1, 10**20, 10**30])
def test_numbers_out_of_range_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="is not a deal number"):
        shuffled_deck(number)


def test_the_largest_number_deals() -> None:
    assert len(set(shuffled_deck(LARGEST_DEAL_NUMBER))) == 52


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("decks", "ranks"), [(1, 13), (4, 13), (2, 3)])
def test_the_first_cards_are_those_of_the_whole_shuffle(number: int, decks: int, ranks: int) -> None:
    deck = shuffled_deck(number, decks, ranks)
    for count in (0, 1, 12, len(deck) - 1, len(deck), len(deck) + 1):
        assert first_dealt(number, count, decks, ranks) == deck[:count]


def test_small_decks() -> None:
    assert sorted(shuffled_deck(5, ranks=4)) == list(range(16))
    assert sorted(shuffled_deck(5, ranks=4, suits=2)) == [0, 1, 4, 5, 8, 9, 12, 13]
    assert sorted(shuffled_deck(5, decks=2, ranks=2)) == sorted([*range(8), *range(8)])


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", ["czarina", "four-seasons"])
def test_czarina_and_four_seasons_lie_as_in_pysolfc(name: str, number: int) -> None:
    """Base card to its suit, a row of five; the card PySolFC turns up at once is next in the stock."""
    deck, position = pysol_deck(number), deal(GAMES[name], number)
    base = card_from_text(deck[0])
    assert position.foundations == tuple((base,) if suit == suit_of(base) else () for suit in range(4))
    assert [texts(pile) for pile in position.tableau] == [[card] for card in deck[1:6]]
    assert texts(position.stock) == deck[6:]
    assert (position.waste, position.reserves, position.passes) == ((), (), 1)


@pytest.mark.parametrize("number", NUMBERS)
def test_canfield_lies_as_in_pysolfc(number: int) -> None:
    """Base card, 13 to the reserve (the last on top), a row dealt from right to left."""
    deck, position = pysol_deck(number), deal(GAMES["canfield"], number)
    base = card_from_text(deck[0])
    assert position.foundations[suit_of(base)] == (base,)
    assert sum(map(len, position.foundations)) == 1
    assert texts(position.reserves[0]) == deck[1:14]
    assert [texts(pile) for pile in position.tableau] == [[deck[17]], [deck[16]], [deck[15]], [deck[14]]]
    assert (texts(position.stock), position.waste) == (deck[18:], ())


@pytest.mark.parametrize("number", NUMBERS)
def test_klondike_lies_as_pysol_cards_deals_it(number: int) -> None:
    board = PysolDeal("klondike", number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    talon, *columns = board.splitlines()
    position = deal(GAMES["klondike"], number)
    hidden = position.face_down
    shown = [
        " ".join(f"<{text}>" if place < hidden[index] else text for place, text in enumerate(texts(pile)))
        for index, pile in enumerate(position.tableau)
    ]
    assert shown == columns
    assert "Talon: " + " ".join(texts(position.stock)) == talon
    assert [len(pile) for pile in position.tableau] == [1, 2, 3, 4, 5, 6, 7]
    assert hidden == (0, 1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", ["chessboard", "fortress", "lasker"])
def test_chessboard_and_fortress_lie_as_in_pysolfc(name: str, number: int) -> None:
    """Five rows of ten and the last two cards on T1 and T2, as PySolFC's ``dealRowAvail`` lays them."""
    deck, position = pysol_deck(number), deal(GAMES[name], number)
    assert [texts(pile) for pile in position.tableau] == [deck[column::10] for column in range(10)]
    assert [len(pile) for pile in position.tableau] == [6, 6, 5, 5, 5, 5, 5, 5, 5, 5]
    assert not any(position.foundations)


@pytest.mark.parametrize("number", NUMBERS)
def test_castles_end_lies_as_in_pysolfc(number: int) -> None:
    deck, position = pysol_deck(number), deal(GAMES["castles-end"], number)
    assert [texts(pile) for pile in position.tableau] == [deck[column:50:10] for column in range(10)]
    assert [texts(pile) for pile in position.reserves] == [[deck[50]], [deck[51]]]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("name", "decks", "reserves"), [("acquaintance", 1, 4), ("quadrennial", 4, 8), ("leap-year", 4, 8)]
)
def test_aces_are_out_by_suit_and_the_rest_keeps_its_order(name: str, decks: int, reserves: int, number: int) -> None:
    """PySolFC's ``_shuffleHookMoveToTop`` of the aces leaves the other cards in their order."""
    rest = [card for card in pysol_deck(number, decks) if card[0] != "A"]
    position = deal(GAMES[name], number)
    assert [texts(pile) for pile in position.foundations] == [[f"A{suit}"] for suit in "CDHS" for _ in range(decks)]
    assert [texts(pile) for pile in position.reserves] == [[card] for card in rest[:reserves]]
    assert texts(position.stock) == rest[reserves:]


def test_the_support_of_tests_reads_piles() -> None:
    assert texts(cards("7H 6C")) == ["7H", "6C"]
