"""Czarina and Four Seasons for the kernels: positions, moves and what is safe.

Cards are renumbered ``4 * relative rank + suit``, so that every foundation starts with relative rank 0.
A position is a row of 64 bytes, one cache line:

====== ===========================================================================================
bytes  what
====== ===========================================================================================
0-51   for each card what it lies on: a card, TABLE (bottom of a pile), FLOOR (bottom of the waste),
       UP (on a foundation) or DECK (in the stock, or not in the game)
52-56  the top card of each pile, TABLE for a space
57     the waste's top card, FLOOR for none
58-61  cards on each foundation
62     cards dealt from the stock
63     unused
====== ===========================================================================================

``rules`` is int64: see RANKS to FLAGS. ``stock`` is uint8, the whole stock in the order of turning.
A position's 128-bit key is the exclusive or of a random number for each (card, what it lies on) in play:
it knows nothing of the order of the piles. All positions of a layer have dealt the same cards, so the key
need not name them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined

Array = NDArray[Any]
Int = Any  # an int64 in a kernel; read from an array, it has no narrower type for the checker
Bool = Any

TABLE, FLOOR, UP, DECK = 52, 53, 54, 55
TOPS, WASTE, HOMES, DEALT = 52, 57, 58, 62
PILES, FROM_WASTE, FROM_STOCK, TO_HOME, TO_WASTE = 5, 5, 6, 6, 7

RANKS, SUITS, PILE_COUNT, STOCK_SIZE, FILL, STOCK_TO_SPACE, FLAGS = range(7)
FILL_NONE, FILL_STOCK_FIRST, FILL_WASTE_FIRST = range(3)
SAFE_MOVES, TURN_BEFORE_SPACE, LATE_MOVES, RANKS_ONLY = 1, 2, 4, 8


@inlined
def copy(source: Array, target: Array, count: Int) -> None:
    """Copy the first entries of an array; a slice would make Numba allocate."""
    for index in range(count):
        target[index] = source[index]


@inlined
def shift(row: Array, key: Array, zobrist: Array, source: Int, target: Int) -> None:
    """Carry the top card of a pile or the waste (0-5) to a pile (0-4)."""
    card = row[TOPS + source]
    old = row[card]
    new = row[TOPS + target]
    row[TOPS + source] = old
    row[card] = new
    row[TOPS + target] = card
    key[0] ^= zobrist[card, old, 0] ^ zobrist[card, new, 0]
    key[1] ^= zobrist[card, old, 1] ^ zobrist[card, new, 1]


@inlined
def send_up(row: Array, key: Array, zobrist: Array, source: Int) -> None:
    """Carry the top card of a pile or the waste (0-5) to its foundation."""
    card = row[TOPS + source]
    old = row[card]
    row[TOPS + source] = old
    row[card] = UP
    row[HOMES + (card & 3)] += 1
    key[0] ^= zobrist[card, old, 0]
    key[1] ^= zobrist[card, old, 1]


@inlined
def deal_card(row: Array, key: Array, zobrist: Array, stock: Array, target: Int) -> None:
    """Carry the stock's next card to a pile (0-4) or the waste (5)."""
    card = stock[row[DEALT]]
    new = row[TOPS + target]
    row[DEALT] += 1
    row[card] = new
    row[TOPS + target] = card
    key[0] ^= zobrist[card, new, 0]
    key[1] ^= zobrist[card, new, 1]


@inlined
def refill(row: Array, key: Array, zobrist: Array, stock: Array, rules: Array, pile: Int) -> Int:
    """Fill a pile (0-4) as the rules say if it has become a space; return the piles changed, a bit for each (0-5)."""
    if rules[FILL] == FILL_NONE or row[TOPS + pile] != TABLE:
        return 0
    if rules[FILL] == FILL_STOCK_FIRST and row[DEALT] < rules[STOCK_SIZE]:
        deal_card(row, key, zobrist, stock, pile)
        return 0
    if row[WASTE] != FLOOR:
        shift(row, key, zobrist, FROM_WASTE, pile)
        return 1 << FROM_WASTE
    if row[DEALT] < rules[STOCK_SIZE]:
        deal_card(row, key, zobrist, stock, pile)
    return 0


@inlined
def make_move(row: Array, key: Array, zobrist: Array, stock: Array, rules: Array, source: Int, target: Int) -> Int:
    """Make a move: source 0-4 a pile, 5 the waste, 6 the stock; target 0-4 a pile, 6 a foundation, 7 the waste.

    Return the piles changed, a bit for each (0-4, 5 for the waste).
    """
    if source == FROM_STOCK:
        pile = FROM_WASTE if target == TO_WASTE else target
        deal_card(row, key, zobrist, stock, pile)
        return 1 << pile
    changed = 1 << source
    if target == TO_HOME:
        send_up(row, key, zobrist, source)
    else:
        shift(row, key, zobrist, source, target)
        changed |= 1 << target
    if source < PILES:
        changed |= refill(row, key, zobrist, stock, rules, source)
    return changed


@inlined
def goes_up(row: Array, card: Int) -> Bool:
    """Whether a card (0-51) is the next one its foundation needs."""
    return (card >> 2) == row[HOMES + (card & 3)]


@inlined
def takes(rules: Array, below: Int, card: Int) -> Bool:
    """Whether a pile whose top is ``below`` (TABLE for a space) takes a card as one rank lower."""
    above = (card >> 2) + 1
    return below < TABLE and (below >> 2) == (0 if above == rules[RANKS] else above)


@inlined
def will_refill(row: Array, rules: Array) -> Bool:
    """Whether, in a game whose spaces are refilled, there is a card left to do so."""
    return row[WASTE] != FLOOR or row[DEALT] < rules[STOCK_SIZE]


@inlined
def least_homes(rank: Int) -> Int:
    """How many cards every foundation must have for a card of this rank (not the base rank) to be safe."""
    return max(np.int64(rank) - 1, 1)


@inlined
def is_safe(row: Array, rules: Array, source: Int) -> Bool:
    """Whether sending up the top card of a pile or the waste (0-5) can never be worse than not.

    Only a card one rank lower could ever be put on it; if each of those is up or can go up whenever it could
    be put there, nothing is lost - unless a refill hangs on the move, or the card may be wanted as a refill.
    A card of the base rank can always go up, but need not be better there: the highest rank may be put on it.
    """
    card = row[TOPS + source]
    rank = card >> 2
    if rank == 0:
        return False
    for suit in range(rules[SUITS]):
        if row[HOMES + suit] < least_homes(rank):
            return False
    if rules[FILL] == FILL_NONE:
        return True
    if source == FROM_WASTE:
        return rules[FILL] == FILL_STOCK_FIRST or row[DEALT] == rules[STOCK_SIZE]
    return row[card] != TABLE or not will_refill(row, rules)


@inlined
def safe_source(row: Array, rules: Array) -> Int:
    """A pile or the waste (0-5) whose top card may safely go up, or -1."""
    if rules[FLAGS] & SAFE_MOVES:
        for source in range(PILES + 1):
            card = row[TOPS + source]
            if card < TABLE and goes_up(row, card) and is_safe(row, rules, source):
                return source
    return -1


@inlined
def rise_safely(row: Array, key: Array, zobrist: Array, rules: Array) -> Int:
    """Send up all cards that may safely go; return how many."""
    count = 0
    source = safe_source(row, rules)
    while source >= 0:
        send_up(row, key, zobrist, source)
        count += 1
        source = safe_source(row, rules)
    return count


@inlined
def is_won(row: Array, rules: Array) -> Bool:
    """Whether all cards are up."""
    up = row[HOMES] + row[HOMES + 1] + row[HOMES + 2] + row[HOMES + 3]
    return up == rules[RANKS] * rules[SUITS]


@inlined
def list_moves(row: Array, rules: Array, moves: Array) -> Int:
    """Write the moves to ``moves`` (int64, 16 * source + target) and return how many; the turn comes last.

    A lone card never moves to a space, and only the first space is used. Putting the stock's card in a space
    (an option) is a turn and then a move from the waste: with TURN_BEFORE_SPACE it is left out.
    """
    count = 0
    space = -1
    for pile in range(rules[PILE_COUNT]):
        if row[TOPS + pile] == TABLE:
            space = pile
            break
    for source in range(PILES + 1):
        card = row[TOPS + source]
        if card >= TABLE:
            continue
        if goes_up(row, card):
            moves[count] = 16 * source + TO_HOME
            count += 1
        for target in range(rules[PILE_COUNT]):
            if target != source and takes(rules, row[TOPS + target], card):
                moves[count] = 16 * source + target
                count += 1
        if space >= 0 and row[card] != TABLE:
            moves[count] = 16 * source + space
            count += 1
    if row[DEALT] < rules[STOCK_SIZE]:
        if space >= 0 and rules[STOCK_TO_SPACE] and not rules[FLAGS] & TURN_BEFORE_SPACE:
            moves[count] = 16 * FROM_STOCK + space
            count += 1
        moves[count] = 16 * FROM_STOCK + TO_WASTE
        count += 1
    return count
