"""The score of a position of Czarina or Four Seasons: how far from a win it looks.

A sum of learned weights, each for something that lies on the table. The weights of a layer are one row of
int32: first as they were learned (``seasons_weights``), then tables made of them by ``with_tables``.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.seasons import (
    DEALT,
    DECK,
    FROM_WASTE,
    HOMES,
    PILE_COUNT,
    RANKS,
    STOCK_SIZE,
    SUITS,
    TABLE,
    TOPS,
    WASTE,
    Array,
    Int,
    goes_up,
)

# Where the learned weights lie; the number of each kind in brackets.
WASTE_STEP = 0  # [13] rank of the card below minus rank of the card above, in the waste
WASTE_STEP_TWO = 13  # [13] the same, two below
WASTE_NEED = 26  # [6 * 6] class of need (rank minus cards up) times class of depth, of a card in the waste
WASTE_FITS = 62  # [5] the waste's card at this depth fits a pile
WASTE_OVER_LOWER, WASTE_OVER_LOWER_BY = 67, 68  # lies over a lower rank, and by how many ranks
WASTE_OVER_SUIT = 69  # lies over a lower rank of its suit
WASTE_OVER_NEARER, WASTE_OVER_NEARER_BY = 70, 71  # lies over a card needed sooner, and by how much
DIFFERENT_TOPS, SPACES = 72, 73
PILE_NEED = 74  # [6 * 4]
IN_SUIT = 98  # lies on the next card of its suit
WRAPPED, WRAPPED_DEPTH = 100, 101  # the highest rank lies on the lowest; the cards from there up
PILE_LENGTH = 102  # [10]
PILE_TOP = 112  # [13]
HOME = 125  # [14]
WANTED_NOW, WANTED_NEXT = 139, 146  # [7] class of distance in the stock
COMING = 153  # [6] the stock's card at this distance fits
LOWEST_HOME, HIGHEST_HOME, UP_CARDS = 159, 160, 161
PILE_OVER_LOWER, PILE_OVER_LOWER_BY, PILE_OVER_SUIT = 162, 163, 164
PILE_OVER_NEARER, PILE_OVER_NEARER_BY = 165, 166
PILE_RANK, PILE_BURIED = 167, 168
WASTE_RANK, WASTE_BURIED = 169, 170
TOP_NEED, WASTE_LENGTH = 171, 172
WASTE_TOP = 173  # [13]
TAKES_COMING, TAKES_SOON = 186, 187  # a card still in the stock (soon: among the next six) fits a pile's top
CONSTANT = 188
LEARNED = 189

# The tables made of them.
WASTE_PLACE = LEARNED  # [13 * 32] need and depth
PILE_PLACE = WASTE_PLACE + 13 * 32  # [13 * 16]
WASTE_OVER = PILE_PLACE + 13 * 16  # [13]
WASTE_BEFORE = WASTE_OVER + 13  # [13]
PILE_OVER = WASTE_BEFORE + 13  # [13]
PILE_BEFORE = PILE_OVER + 13  # [13]
TOP = PILE_BEFORE + 13  # [13] a top card of this rank, by what the stock still holds for it
FEATURES = TOP + 13

BLOCK = 4  # layers that share one row of weights, so that a turn leaves the parts of the piles as they are
_CLASS = np.array([0, 1, 2, 3, 3, 4, 4, 4, *[5] * 44])


def with_tables(learned: Array, rules: Array, stock: Array) -> Array:
    """The rows of weights (int32[layers, FEATURES]) from the learned ones (float[layers, LEARNED])."""
    layers = np.arange(len(learned))
    w = learned[np.minimum(layers // BLOCK * BLOCK + BLOCK // 2, len(learned) - 1)]
    tables = [
        w,
        _places(w, WASTE_NEED, 6, np.arange(32), WASTE_BURIED) + w[:, WASTE_LENGTH, None],
        _places(w, PILE_NEED, 4, np.arange(16), PILE_BURIED),
        _differences(w, WASTE_OVER_LOWER),
        _differences(w, WASTE_OVER_NEARER),
        _differences(w, PILE_OVER_LOWER),
        _differences(w, PILE_OVER_NEARER),
        _tops(w, int(rules[RANKS]), stock),
    ]
    rows: Array = np.rint(np.concatenate(tables, axis=1)).astype(np.int32)
    return rows


def _places(w: Array, first: Int, classes: Int, depths: Array, buried: Int) -> Array:
    """A table by need and depth (float[layers, 13 * depths]) from one by their classes."""
    needs = np.arange(13)
    kinds = first + classes * _CLASS[needs][:, None] + np.minimum(_CLASS[depths], classes - 1)
    weight = np.maximum(8 - needs, 0)[:, None] * depths
    places: Array = w[:, kinds.ravel()] + w[:, buried, None] * weight.ravel()
    return places


def _differences(w: Array, over: Int) -> Array:
    """A table by difference of ranks (float[layers, 13]) from a weight for any and one for each step up to six."""
    steps = np.arange(13)
    table: Array = w[:, over, None] * (steps > 0) + w[:, over + 1, None] * np.minimum(steps, 6)
    return table


def _tops(w: Array, ranks: Int, stock: Array) -> Array:
    """A table by the rank of a pile's top card (float[layers, 13]): the rank's own weight, and what may come on it."""
    waiting = np.zeros((len(stock) + 7, 13))
    for place in range(len(stock) - 1, -1, -1):
        waiting[place] = waiting[place + 1]
        waiting[place, ((stock[place] >> 2) + 1) % ranks] += 1
    coming = waiting[: len(w)]
    soon = coming - waiting[6 : 6 + len(w)]
    table: Array = w[:, PILE_TOP : PILE_TOP + 13] + w[:, TAKES_COMING, None] * coming + w[:, TAKES_SOON, None] * soon
    return table


@inlined
def walk(row: Array, top: Int, cards: Array) -> Int:
    """Write the cards of a pile to ``cards``, top first, and return how many."""
    count = 0
    card = top
    while card < TABLE:
        cards[count] = card
        count += 1
        card = row[card]
    return count


@inlined
def fits(tops: Int, rank: Int, ranks: Int) -> Int:
    """1 if a card of this rank can be put on a pile; ``tops`` has a bit for the rank of each pile's top."""
    return (tops >> (rank + 1 if rank + 1 < ranks else 0)) & 1


@inlined
def weigh_waste(row: Array, ranks: Int, w: Array, cards: Array) -> Int:
    """The waste's part of the score, but for what depends on the piles. ``cards`` (int64[64]) is for scratch."""
    length = walk(row, row[WASTE], cards)
    if length == 0:
        return 0
    total = w[WASTE_TOP + (cards[0] >> 2)]
    lowest = 12
    nearest = 12
    lows = 0xFFFF
    below = -1
    second = -1
    rank_sum = 0
    for depth in range(length - 1, -1, -1):
        card = cards[depth]
        rank = card >> 2
        suit = card & 3
        need = rank - row[HOMES + suit]
        rank_sum += rank
        total += w[WASTE_PLACE + 32 * need + min(depth, 31)]
        if below >= 0:
            step = below - rank
            total += w[WASTE_STEP + (step + ranks if step < 0 else step)]
            if second >= 0:
                step = second - rank
                total += w[WASTE_STEP_TWO + (step + ranks if step < 0 else step)]
        total += w[WASTE_OVER + max(rank - lowest, 0)] + w[WASTE_BEFORE + max(need - nearest, 0)]
        low = (lows >> (4 * suit)) & 15
        if rank > low:
            total += w[WASTE_OVER_SUIT]
        else:
            lows ^= (low ^ rank) << (4 * suit)
        lowest = min(lowest, rank)
        nearest = min(nearest, need)
        second = below
        below = rank
    return total + w[WASTE_RANK] * rank_sum


@inlined
def weigh_pile(row: Array, ranks: Int, top: Int, w: Array, cards: Array) -> Int:
    """A pile's part of the score. ``cards`` (int64[64]) is for scratch."""
    if top == TABLE:
        return w[SPACES]
    length = walk(row, top, cards)
    total = w[PILE_LENGTH + min(length, 9)]
    lowest = 12
    nearest = 12
    lows = 0xFFFF
    below = 99
    rank_sum = 0
    for depth in range(length - 1, -1, -1):
        card = cards[depth]
        rank = card >> 2
        suit = card & 3
        need = rank - row[HOMES + suit]
        rank_sum += rank
        total += w[PILE_PLACE + 16 * need + min(depth, 15)]
        if below == card + 4:
            total += w[IN_SUIT]
        if below < 4 and rank == ranks - 1:
            total += w[WRAPPED] + w[WRAPPED_DEPTH] * (depth + 1)
        total += w[PILE_OVER + max(rank - lowest, 0)] + w[PILE_BEFORE + max(need - nearest, 0)]
        low = (lows >> (4 * suit)) & 15
        if rank > low:
            total += w[PILE_OVER_SUIT]
        else:
            lows ^= (low ^ rank) << (4 * suit)
        lowest = min(lowest, rank)
        nearest = min(nearest, need)
        below = card
    return total + w[PILE_RANK] * rank_sum + w[TOP_NEED] * ((top >> 2) - row[HOMES + (top & 3)])


@inlined
def weigh_wanted(row: Array, place: Array, rank: Int, suit: Int, ranks: Int, w: Array, at: Int) -> Int:
    """What it costs that a card which is wanted soon is still in the stock."""
    if rank < ranks:
        card = 4 * rank + suit
        if row[card] == DECK:
            return w[at + min((place[card] - row[DEALT]) >> 2, 6)]
    return 0


@inlined
def weigh_homes(row: Array, rules: Array, place: Array, w: Array) -> Int:
    """The foundations' part of the score."""
    total = 0
    lowest = 15
    highest = 0
    ranks = rules[RANKS]
    for suit in range(rules[SUITS]):
        home = row[HOMES + suit]
        total += w[HOME + home] + w[UP_CARDS] * home
        total += weigh_wanted(row, place, home, suit, ranks, w, WANTED_NOW)
        total += weigh_wanted(row, place, home + 1, suit, ranks, w, WANTED_NEXT)
        lowest = min(lowest, home)
        highest = max(highest, home)
    return total + w[LOWEST_HOME] * lowest + w[HIGHEST_HOME] * highest


@inlined
def weigh_tops(row: Array, rules: Array, stock: Array, w: Array) -> Int:
    """What the tops of the piles are good for: for each other, for the waste's last cards and the stock's next."""
    ranks = rules[RANKS]
    total = 0
    tops = 0
    for pile in range(rules[PILE_COUNT]):
        top = row[TOPS + pile]
        if top != TABLE:
            if not (tops >> (top >> 2)) & 1:
                total += w[DIFFERENT_TOPS]
            tops |= 1 << (top >> 2)
            total += w[TOP + (top >> 2)]
    card = row[WASTE]
    depth = 0
    while card < TABLE and depth < 5:
        total += w[WASTE_FITS + depth] * fits(tops, card >> 2, ranks)
        depth += 1
        card = row[card]
    dealt = row[DEALT]
    for ahead in range(min(6, rules[STOCK_SIZE] - dealt)):
        card = stock[dealt + ahead]
        if fits(tops, card >> 2, ranks) or goes_up(row, card):
            total += w[COMING + ahead]
    return total


@inlined
def weigh(
    row: Array, rules: Array, stock: Array, place: Array, w: Array, parts: Array, changed: Int, cards: Array
) -> Int:
    """A position's score, lower is better.

    ``place`` (int64[52]) is each card's place in the stock, -1 for the others; ``parts`` (int32[6]) hold the
    parts of the piles and the waste, of which those with a bit in ``changed`` are reckoned anew.
    """
    for pile in range(rules[PILE_COUNT]):
        if (changed >> pile) & 1:
            parts[pile] = weigh_pile(row, rules[RANKS], row[TOPS + pile], w, cards)
    if (changed >> FROM_WASTE) & 1:
        parts[FROM_WASTE] = weigh_waste(row, rules[RANKS], w, cards)
    total = w[CONSTANT] + parts[FROM_WASTE] + weigh_homes(row, rules, place, w) + weigh_tops(row, rules, stock, w)
    for pile in range(rules[PILE_COUNT]):
        total += parts[pile]
    return total
