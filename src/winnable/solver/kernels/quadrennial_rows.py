"""Positions of Quadrennial, Acquaintance and Leap Year as rows of bytes, and what a turn makes of them.

Suits don't matter in these games, so a card is its rank, and which of several equal foundations takes it does not
matter either. A position is a row of bytes: how many cards of each rank are up, how many lie in the stock, the pass,
the sizes of the reserves, then all other cards: reserve by reserve, bottom first, and the stock, next first.
What is played between two turns is the number of cards taken off each reserve, eight bytes in one integer: *takes*.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined, kernel

Number = Any  # a Python integer to the type checker, a machine integer to Numba
Bytes = NDArray[Any]  # uint8
Words = NDArray[Any]  # uint64
Integers = NDArray[Any]  # int64

PILES = 8
UP, STOCK, PASS, SIZES, CARDS = 0, 14, 15, 16, 24  # parts of a row; entry UP counts the foundations

# Entries of ``rules``.
PILE_COUNT, RANK_COUNT, COPIES, SKIP, PASSES, DOMINANCES, ROW, LIMIT = range(8)

# Dominances.
FREE_CARDS, DEAD_PILES = 1, 2

# Rows of the desk: arrays to work on.
USED, LOWS, HIGHS, PATH, UPS, TRIES, ENDS, POPS, MOST, LEAST, OWN, WORTHS, LOWEST, SUMS = range(14)
DESK_ROWS = 14

_WORD = np.uint64(0xFF)
_ONES, _SEVENS = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F  # in each byte 1, and all bits but the highest
MIX = np.uint64(0x9E3779B97F4A7C15)


@inlined
def taken(takes: np.uint64, pile: int) -> Number:
    """How many cards are taken off a reserve."""
    return np.int64((takes >> np.uint64(8 * pile)) & _WORD)


@inlined
def count_up(rules: Integers, row: Bytes, takes: np.uint64, up: Any) -> None:
    """Fill ``up`` with how many cards of each rank are up after the takes (entry 0: the foundations)."""
    for rank in range(14):
        up[rank] = row[UP + rank]
    end = CARDS
    for pile in range(rules[PILE_COUNT]):
        end += row[SIZES + pile]
        for back in range(taken(takes, pile)):
            up[row[end - 1 - back] + 1] += 1


@inlined
def pack_ups(row: Bytes, first: Number, count: Number) -> Number:
    """Some of a row's counts of cards up, at most eight, a byte each. A count is less than 128."""
    packed: Number = 0
    for index in range(count):
        packed |= np.int64(row[UP + first + index]) << (8 * index)
    return packed


@inlined
def open_low(low: Number, high: Number) -> Number:
    """Bit 8r for each rank r up to 7 of which a card could be played, if ``low`` and ``high`` are up: a count is
    above the next one.
    """
    return ((low - ((low >> 8) | (high << 56)) + _SEVENS) >> 7) & _ONES


@inlined
def open_high(high: Number) -> Number:
    """Bit 8(r - 8) for each rank r from 8 on of which a card could be played; 13 counts as a rank here."""
    return ((high - (high >> 8) + _SEVENS) >> 7) & _ONES


@inlined
def byte_of(low: Number, high: Number, rank: Number) -> Number:
    """The byte of a rank in two words."""
    return (low >> (8 * rank)) & 0xFF if rank < 8 else (high >> (8 * (rank - 8))) & 0xFF


@inlined
def low_unit(rank: Number) -> Number:
    """What one card more makes of the first of two words of counts."""
    return 1 << (8 * rank) if rank < 8 else 0


@inlined
def high_unit(rank: Number) -> Number:
    """What one card more makes of the second of two words of counts."""
    return 1 << (8 * (rank - 8)) if rank >= 8 else 0


@inlined
def advance(rules: Integers, row: Bytes, takes: np.uint64, new: Bytes) -> Number:
    """Make ``new`` the row after the takes and a turn; False if there is no turn left."""
    piles, write = rules[PILE_COUNT], CARDS
    stock: Number = np.int64(row[STOCK])
    held = 0
    for pile in range(piles):
        held += row[SIZES + pile] - taken(takes, pile)
    if stock == 0 and (row[PASS] >= rules[PASSES] or held == 0):
        return False
    count_up(rules, row, takes, new)
    read, dealt = CARDS, 0
    first = CARDS
    for pile in range(piles):
        first += row[SIZES + pile]
    everywhere = rules[SKIP] == 0 or held == 0
    for pile in range(piles):
        size: Number = np.int64(row[SIZES + pile])
        keep = size - taken(takes, pile)
        for index in range(keep):
            new[write] = row[read + index]
            write += 1
        read += size
        new[SIZES + pile] = keep
        if (everywhere or keep > 0) and dealt < stock:
            new[write] = row[first + dealt]
            new[SIZES + pile] += 1
            dealt += 1
            write += 1
    new[PASS] = row[PASS]
    if stock == 0:
        new[PASS] += 1
        dealt = min(piles, held)
        for pile in range(piles):
            new[SIZES + pile] = 1 if pile < dealt else 0
        new[STOCK] = held - dealt
    else:
        new[STOCK] = stock - dealt
        for index in range(first + dealt, first + stock):
            new[write] = row[index]
            write += 1
    for pile in range(piles, PILES):
        new[SIZES + pile] = 0
    for index in range(write, rules[ROW]):
        new[index] = 0
    return True


@inlined
def full_takes(rules: Integers, row: Bytes) -> np.uint64:
    """The takes that clear all reserves."""
    takes = np.uint64(0)
    for pile in range(rules[PILE_COUNT]):
        takes |= np.uint64(row[SIZES + pile]) << np.uint64(8 * pile)
    return takes


@kernel
def turn(rules: Integers, row: Bytes, takes: np.uint64, new: Bytes) -> Number:
    """``advance`` for Python."""
    return advance(rules, row, takes, new)
