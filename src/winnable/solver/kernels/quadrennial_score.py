"""What a row of Quadrennial, Acquaintance or Leap Year costs; low is good.

A row is measured once; then what follows from it costs a few steps for each reserve, without being made.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.quadrennial_rows import (
    CARDS,
    COPIES,
    HIGHS,
    LOWEST,
    LOWS,
    PILE_COUNT,
    RANK_COUNT,
    SIZES,
    SKIP,
    STOCK,
    SUMS,
    UP,
    WORTHS,
    Bytes,
    Integers,
    Number,
    byte_of,
    full_takes,
    open_high,
    open_low,
    pack_ups,
    taken,
)

# Entries of ``weights``.
LEFT_WEIGHT, COVER_WEIGHT, DEPTH_WEIGHT, KINDS_WEIGHT, TOPS_WEIGHT, LOW_WEIGHT, TWIN_WEIGHT, BLOCKED_WEIGHT = range(8)

# Entries of ``desk[SUMS]``: what the cards not up cost before any takes; the takes that clear all reserves; where in
# the row the cards begin and end that a turn deals; the ranks there are, as ``open_low`` and ``open_high`` have them.
BASE, ALL, NEXT, END, LOW_RANKS, HIGH_RANKS = range(6)

_ONES = 0x0101010101010101
_NO_RANK = 99


@inlined
def measure(rules: Integers, row: Bytes, weights: Integers, with_turn: bool, desk: Integers) -> None:
    """Note what each reserve costs for each number of its cards that may stay, and what else ``cost_ahead`` needs.

    ``with_turn``: a turn deals the stock's next cards.
    """
    sums = desk[SUMS]
    sums[BASE], sums[LOW_RANKS], sums[HIGH_RANKS] = 0, 0, 0
    for rank in range(rules[RANK_COUNT]):
        sums[BASE] += (rules[COPIES] - row[UP + rank + 1]) * worth_of_card(rules, weights, rank)
        if rank < 8:
            sums[LOW_RANKS] |= 1 << (8 * rank)
        else:
            sums[HIGH_RANKS] |= 1 << (8 * (rank - 8))
    sums[ALL] = np.int64(full_takes(rules, row))
    first = CARDS
    for pile in range(rules[PILE_COUNT]):
        measure_pile(rules, row, first, np.int64(row[SIZES + pile]), first + pile, weights, desk)
        first += row[SIZES + pile]
    sums[NEXT] = first
    sums[END] = first + row[STOCK] if with_turn else first


@inlined
def worth_of_card(rules: Integers, weights: Integers, rank: Number) -> Number:
    """What a card of a rank costs until it is up."""
    return weights[LEFT_WEIGHT] + weights[LOW_WEIGHT] * (rules[RANK_COUNT] - rank - 1)


@inlined
def measure_pile(
    rules: Integers, row: Bytes, first: Number, size: Number, slot: Number, weights: Integers, desk: Integers
) -> None:
    """Note from ``slot`` on what a reserve costs if none, one, two ... of its cards stay, and their lowest rank: cards
    above lower ones, by how many ranks in all, neighbours of one rank; less what the cards that go cost until then.
    """
    worths, lowest = desk[WORTHS], desk[LOWEST]
    cost, least, before, gained = 0, _NO_RANK, _NO_RANK, 0
    worths[slot], lowest[slot] = 0, least
    for index in range(size):
        rank: Number = np.int64(row[first + index])
        cost += (rank > least) * weights[COVER_WEIGHT] + max(rank - least, 0) * weights[DEPTH_WEIGHT]
        cost += (rank == before) * weights[TWIN_WEIGHT]
        least = min(least, rank)
        before = rank
        worths[slot + index + 1], lowest[slot + index + 1] = cost, least
    for index in range(size):
        gained += worth_of_card(rules, weights, np.int64(row[first + size - 1 - index]))
        worths[slot + size - 1 - index] -= gained


@inlined
def cost_ahead(
    rules: Integers, row: Bytes, takes: np.uint64, low: Number, high: Number, weights: Integers, desk: Integers
) -> Number:
    """What the measured row costs after the takes, and a turn if it was measured so, but for blocked cards.

    ``low`` and ``high`` is what is up then.
    """
    worths, lowest, sums = desk[WORTHS], desk[LOWEST], desk[SUMS]
    playable_low, playable_high = open_low(low, high), open_high(high)
    kinds = (playable_low & sums[LOW_RANKS]) + (playable_high & sums[HIGH_RANKS])  # at most two in a byte
    cost = sums[BASE] - weights[KINDS_WEIGHT] * ((kinds * _ONES) >> 56)
    everywhere = rules[SKIP] == 0 or np.int64(takes) == sums[ALL]
    first, following, end = CARDS, sums[NEXT], sums[END]
    for pile in range(rules[PILE_COUNT]):
        keep = row[SIZES + pile] - taken(takes, pile)
        slot = first + pile + keep
        top: Number = np.int64(row[first + keep - 1]) if keep > 0 else -1
        cost += worths[slot]
        if following < end and (everywhere or keep > 0):
            dealt: Number = np.int64(row[following])
            following += 1
            least = lowest[slot]
            cost += (dealt > least) * weights[COVER_WEIGHT] + max(dealt - least, 0) * weights[DEPTH_WEIGHT]
            cost += (dealt == top) * weights[TWIN_WEIGHT]
            top = dealt
        if top >= 0:
            cost -= byte_of(playable_low, playable_high, top) * weights[TOPS_WEIGHT]
        first += row[SIZES + pile]
    return cost


@inlined
def cost_of_choice(
    rules: Integers, row: Bytes, takes: np.uint64, choice: Number, weights: Integers, desk: Integers
) -> Number:
    """``cost_ahead`` for takes that ``list_takes`` has listed at a place."""
    return cost_ahead(rules, row, takes, desk[LOWS, choice], desk[HIGHS, choice], weights, desk)


@inlined
def cost_now(rules: Integers, row: Bytes, weights: Integers, desk: Integers) -> Number:
    """What a row costs as it is, but for blocked cards."""
    measure(rules, row, weights, False, desk)
    return cost_ahead(rules, row, np.uint64(0), pack_ups(row, 0, 8), pack_ups(row, 8, 6), weights, desk)
