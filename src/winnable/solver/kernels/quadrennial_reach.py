"""What can be reached at best in the reserves of Quadrennial and its relatives: a bound that sees deadlocks."""

import numpy as np

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.quadrennial_rows import (
    CARDS,
    LEAST,
    MOST,
    OWN,
    PILE_COUNT,
    POPS,
    SIZES,
    STOCK,
    UP,
    Bytes,
    Integers,
    Number,
    byte_of,
    high_unit,
    low_unit,
    pack_ups,
)


@inlined
def set_limits(most: Integers, limit: Integers) -> None:
    """Fill ``limit`` with how many cards of each rank can be up at best, if so many of each can be played."""
    limit[0] = most[0]
    for rank in range(1, 14):
        limit[rank] = min(most[rank], limit[rank - 1])


@inlined
def lift(row: Bytes, pile: int, end: int, desk: Integers) -> Number:
    """Count as playable what can be reached in a reserve that ends before ``end``; return how many cards more."""
    pops, most, limit = desk[POPS], desk[MOST], desk[LEAST]
    low, high = desk[OWN, 2 * pile], desk[OWN, 2 * pile + 1]
    size: Number = np.int64(row[SIZES + pile])
    before = pops[pile]
    while pops[pile] < size:
        rank: Number = np.int64(row[end - 1 - pops[pile]])
        if byte_of(low, high, rank + 1) >= limit[rank]:
            break
        low += low_unit(rank + 1)
        high += high_unit(rank + 1)
        most[rank + 1] += 1
        pops[pile] += 1
    desk[OWN, 2 * pile], desk[OWN, 2 * pile + 1] = low, high
    return pops[pile] - before


@inlined
def count_blocked(rules: Integers, row: Bytes, with_stock: bool, desk: Integers) -> Number:
    """How many cards in the reserves can't be reached, at best, without a turn, or without a redeal if the cards in
    the stock count as playable whenever they are needed (``with_stock``).

    At best: a card of a rank can be played if more cards of the rank below can be up than are up of its own rank now
    and above it in its own reserve. If one can't be reached before a redeal that never comes, the game is lost.
    """
    most = desk[MOST]
    most[14] = 0
    for rank in range(14):
        most[rank] = row[UP + rank]
    low, high = pack_ups(row, 0, 8), pack_ups(row, 8, 6)
    end, blocked = CARDS, 0
    for pile in range(rules[PILE_COUNT]):
        end += row[SIZES + pile]
        blocked += row[SIZES + pile]
        desk[POPS, pile], desk[OWN, 2 * pile], desk[OWN, 2 * pile + 1] = 0, low, high
    if with_stock:
        for index in range(end, end + row[STOCK]):
            most[row[index] + 1] += 1
    reached = 1
    while reached > 0 and blocked > 0:
        reached = 0
        set_limits(most, desk[LEAST])
        end = CARDS
        for pile in range(rules[PILE_COUNT]):
            end += row[SIZES + pile]
            reached += lift(row, pile, end, desk)
        blocked -= reached
    return blocked
