"""A position of Chessboard and its relatives as it is expanded, and what is counted on it.

A set of cards is one integer with a bit for each card. Whatever a card may lie on is an integer too: a card
0-51, or ``SPACE`` (it is the bottom of a tableau pile), ``HOME`` (it is on its foundation) or ``HELD`` (it is the
bottom of a reserve pile).
"""

from typing import NamedTuple

from winnable.solver.kernels.chessboard_pool import BASE_BIT, CARDS_A_WORD, UNCHOSEN, Integers
from winnable.solver.kernels.jit import inlined

SPACE, HOME, HELD = 52, 53, 54
LIFT_CARD, LIFT_RUN, LIFT_SUPERMOVE, LIFT_DOUBLING = range(4)
FORCE_NONE, FORCE_ABOVE_BASE, FORCE_ALL = range(3)


class Rules(NamedTuple):
    """The rules of the game, and the tables that go with them and the root."""

    piles: int
    ranks: int
    suits: int
    cards: int
    take_back: bool
    keep: int  # cards of a foundation that can't be taken back
    opens: bool  # the first move must go to a foundation
    lift: int  # how many cards move as a unit, LIFT_*
    fixed: bool  # the base rank is not chosen by the player
    force: int  # which foundation moves are played at once, FORCE_*
    codes: Integers  # (52, 55): the three-bit code of a card lying on something
    belows: Integers  # (52, 8): the reverse, what a card with a code lies on; -1 for cards not in the deck
    places: Integers  # (52, 6): the four cards a card may be put on or -1, then SPACE, then HOME
    earlier: Integers  # (14, 52): for base rank and card, the set of cards it is in the way of if it lies above them
    weights: Integers  # (6,): see UP_WEIGHT and the entries after it


# Entries of Rules.weights.
UP_WEIGHT, BAD_WEIGHT, LOOSE_WEIGHT, DEPTH_WEIGHT, PRICE, LENGTH_WEIGHT = range(6)


class Board(NamedTuple):
    """The position being expanded."""

    key: Integers  # (3,)
    below: Integers  # (52,): what a card lies on
    above: Integers  # (52,): how many cards lie on it
    beneath: Integers  # (52,): the set of cards in its pile beneath it
    tops: Integers  # (52,): the top cards of the piles and reserves, in no order that matters
    needed: Integers  # (4,): for suit, the card its foundation takes next, -1 for none or any
    heights: Integers  # (4,): for suit, the cards on its foundation
    facts: Integers  # (12,): see OPEN and the entries after it


# Entries of Board.facts: the set of cards that others may be put on; the spaces; the base rank or UNCHOSEN; cards up;
# cards in the way of earlier ones; cards lying on others that don't take them; cards on needed ones; top cards;
# the top of the pile a run is lifted from; the top card that counts as up already, or -1; moves from the root.
OPEN, SPACES, BASE, UP, BAD, LOOSE, DEPTH, TOPS, LIFTED, RAISED, LENGTH = range(11)
TO_SPACE, TO_HOME = 4, 5  # columns of Rules.places


@inlined
def has(cards: int, card: int) -> int:
    """1 if a set of cards holds a card, else 0."""
    return (cards >> card) & 1


@inlined
def takes(rules: Rules, on: int, card: int) -> bool:
    """Whether a card takes another."""
    places = rules.places
    return bool(places[card, 0] == on or places[card, 1] == on or places[card, 2] == on or places[card, 3] == on)


@inlined
def is_loose(rules: Rules, board: Board, card: int) -> bool:
    """Whether a card lies on another that doesn't take it."""
    below = board.below[card]
    return bool(below < SPACE and not takes(rules, below, card))


@inlined
def is_bad(rules: Rules, base: int, card: int, beneath: int) -> int:
    """1 if a card is in the way of an earlier one among those beneath it, else 0."""
    return 1 if rules.earlier[base, card] & beneath else 0


@inlined
def unpack(rules: Rules, board: Board) -> int:
    """Fill the board from its key, but for what the other functions count. Returns the set of top cards."""
    below, facts = board.below, board.facts
    covered = 0
    lying = 0
    spaces = rules.piles
    up = 0
    for suit in range(4):
        board.heights[suit] = 0
    for card in range(4 * rules.ranks):
        code = (board.key[card // CARDS_A_WORD] >> (3 * (card % CARDS_A_WORD))) & 7
        on = rules.belows[card, code]
        below[card] = on
        if on == HOME:
            board.heights[card & 3] += 1
            up += 1
        elif on >= 0:
            lying |= 1 << card
            if on < SPACE:
                covered |= 1 << on
            elif on == SPACE:
                spaces -= 1
    facts[SPACES] = spaces
    facts[UP] = up
    chosen = board.key[2] >> BASE_BIT
    facts[BASE] = chosen - 1 if chosen else UNCHOSEN
    return lying & ~covered


@inlined
def walk_piles(rules: Rules, board: Board, tops: int) -> None:
    """Walk down from each of the set of top cards: count the cards above each card, and note those beneath it."""
    below, facts = board.below, board.facts
    facts[OPEN] = 0
    facts[TOPS] = 0
    for top in range(4 * rules.ranks):
        if not has(tops, top):
            continue
        board.tops[facts[TOPS]] = top
        facts[TOPS] += 1
        pile = 0
        depth = 0
        card = top
        while card < SPACE:
            pile |= 1 << card
            board.above[card] = depth
            depth += 1
            card = below[card]
        if card == SPACE:
            facts[OPEN] |= 1 << top
        card = top
        while card < SPACE:
            pile &= ~(1 << card)
            board.beneath[card] = pile
            card = below[card]


@inlined
def assess(rules: Rules, board: Board) -> None:
    """Count the features for the base rank, as if the top card in RAISED were on its foundation."""
    facts = board.facts
    base, raised = facts[BASE], facts[RAISED]
    facts[BAD] = 0
    facts[LOOSE] = 0
    facts[DEPTH] = 0
    for index in range(facts[TOPS]):
        card = board.tops[index]
        if card == raised:
            card = board.below[card]
        while card < SPACE:
            facts[BAD] += is_bad(rules, base, card, board.beneath[card])
            facts[LOOSE] += is_loose(rules, board, card)
            card = board.below[card]
    for suit in range(4):
        board.needed[suit] = -1
        height = board.heights[suit]
        if raised >= 0 and raised & 3 == suit:
            height += 1
        if base != UNCHOSEN and suit < rules.suits and height < rules.ranks:
            card = 4 * ((base + height) % rules.ranks) + suit
            board.needed[suit] = card
            facts[DEPTH] += board.above[card]
            if raised >= 0:
                facts[DEPTH] -= has(board.beneath[raised], card)


@inlined
def needed_among(board: Board, cards: int) -> int:
    """How many of the next needed cards are in a set."""
    count = 0
    for suit in range(4):
        if board.needed[suit] >= 0:
            count += has(cards, board.needed[suit])
    return count


@inlined
def under(board: Board, on: int) -> int:
    """The set of cards that are under a card put on another, or in a space."""
    return board.beneath[on] | (1 << on) if on < SPACE else 0
