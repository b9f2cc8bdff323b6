"""Positions of Quadrennial, Acquaintance and Leap Year as rows of bytes, and what can be played between two turns.

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

MOST_TAKES = 1 << 11  # ways to play between two turns that are looked at
MOST_ORDERS = 1 << 14  # positions that are looked at to clear the table

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
def is_last_pass(rules: Integers, row: Bytes) -> Number:
    """Whether no card taken now changes where another one will be dealt."""
    return row[PASS] >= rules[PASSES] and (rules[SKIP] == 0 or row[STOCK] == 0)


@inlined
def knows_free_cards(rules: Integers, row: Bytes) -> Number:
    """Whether a card may be played at once when all cards of the rank below are up: no other card of its own rank
    ever waits for its place then, and nothing is dealt otherwise for it.
    """
    return rules[DOMINANCES] & FREE_CARDS and is_last_pass(rules, row)


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


@inlined
def forced_pile(rules: Integers, row: Bytes, goal: np.uint64, takes: np.uint64, desk: Integers) -> Number:
    """A reserve whose top card may be played first without doubt, -1 for none: all cards of the rank below are up.

    An order exists with this card first if one exists at all, whatever the dominances: all in the goal go.
    """
    for pile in range(rules[PILE_COUNT]):
        if taken(takes, pile) < taken(goal, pile):
            if desk[UPS, row[desk[ENDS, pile] - 1 - taken(takes, pile)]] == rules[COPIES]:
                return pile
    return -1


@inlined
def note(takes: np.uint64, table: Any) -> Number:
    """Note takes in the hash table (uint64, a power of two of entries); False if they were there."""
    mask = np.uint64(len(table) - 1)
    slot = (takes * MIX) >> np.uint64(40) & mask
    while table[slot] != ~np.uint64(0) and table[slot] != takes:
        slot = (slot + np.uint64(1)) & mask
    if table[slot] == takes:
        return False
    table[slot] = takes
    return True


@inlined
def untried_pile(
    rules: Integers, row: Bytes, goal: np.uint64, takes: np.uint64, length: int, table: Any, desk: Integers
) -> Number:
    """The next reserve to play from after ``length`` plays, where that leads to takes not met yet; -1 for none."""
    tries, ups = desk[TRIES], desk[UPS]
    while tries[length] < rules[PILE_COUNT]:
        pile = tries[length]
        tries[length] += 1
        if taken(takes, pile) < taken(goal, pile):
            rank = row[desk[ENDS, pile] - 1 - taken(takes, pile)]
            if ups[rank] > ups[rank + 1] and note(takes + (np.uint64(1) << np.uint64(8 * pile)), table):
                return pile
    return -1


@inlined
def find_order(rules: Integers, row: Bytes, goal: np.uint64, table: Any, desk: Integers) -> Number:
    """Find an order in which the goal's cards can be played; the reserves go to ``desk[PATH]``.

    Returns how many, -1 if there is no order, -2 if too many positions were looked at.
    """
    path, ups, tries, ends = desk[PATH], desk[UPS], desk[TRIES], desk[ENDS]
    table[:] = ~np.uint64(0)
    end, length, total, seen = CARDS, 0, 0, 0
    for pile in range(rules[PILE_COUNT]):
        end += row[SIZES + pile]
        ends[pile] = end
        total += taken(goal, pile)
    for rank in range(14):
        ups[rank] = row[UP + rank]
    takes = np.uint64(0)
    tries[0] = 0
    while length < total:
        pile = forced_pile(rules, row, goal, takes, desk) if tries[length] == 0 else -1
        if pile >= 0:
            tries[length] = rules[PILE_COUNT]
        else:
            pile = untried_pile(rules, row, goal, takes, length, table, desk)
            seen += pile >= 0
            if 2 * seen > len(table):
                return -2
        if pile >= 0:
            path[length] = pile
            takes += np.uint64(1) << np.uint64(8 * pile)
            ups[row[ends[pile] - taken(takes, pile)] + 1] += 1
            length += 1
            tries[length] = 0
        elif length == 0:
            return -1
        else:
            length -= 1
            pile = path[length]
            ups[row[ends[pile] - taken(takes, pile)] + 1] -= 1
            takes -= np.uint64(1) << np.uint64(8 * pile)
    return total


@kernel
def order(rules: Integers, row: Bytes, goal: np.uint64, table: Any, desk: Integers) -> Number:
    """``find_order`` for Python; the reserves go to ``desk[PATH]``."""
    return find_order(rules, row, goal, table, desk)


@kernel
def turn(rules: Integers, row: Bytes, takes: np.uint64, new: Bytes) -> Number:
    """``advance`` for Python."""
    return advance(rules, row, takes, new)


@inlined
def full_takes(rules: Integers, row: Bytes) -> np.uint64:
    """The takes that clear all reserves."""
    takes = np.uint64(0)
    for pile in range(rules[PILE_COUNT]):
        takes |= np.uint64(row[SIZES + pile]) << np.uint64(8 * pile)
    return takes


@inlined
def list_takes(rules: Integers, row: Bytes, takes: Words, table: Words, desk: Integers) -> Number:
    """List all takes that can be played here, those that leave a free card lying left out.

    ``takes`` gets them, ``desk[USED]`` whether each is to be followed by a turn, ``desk[LOWS]`` and ``desk[HIGHS]``
    what is up then. Returns how many, negative if there were more than fit.
    """
    used, lows, highs = desk[USED], desk[LOWS], desk[HIGHS]
    table[:] = ~np.uint64(0)
    takes[0], used[0], lows[0], highs[0] = np.uint64(0), 1, pack_ups(row, 0, 8), pack_ups(row, 8, 6)
    table[0] = np.uint64(0)
    count, done, with_free = 1, 0, knows_free_cards(rules, row)
    while done < count:
        first, last = 0, rules[PILE_COUNT]
        free = free_pile(rules, row, takes[done], lows[done], highs[done], desk) if with_free else -1
        if free >= 0:
            first, last = free, free + 1
            used[done] = 0
        count = list_more(row, done, first, last, count, takes, table, desk)
        if count < 0:
            return count
        done += 1
    return count


@inlined
def free_pile(rules: Integers, row: Bytes, takes: np.uint64, low: Number, high: Number, desk: Integers) -> Number:
    """The first reserve whose top card can be played while all cards of the rank below are up; -1 for none."""
    end, playable_low, playable_high = CARDS, open_low(low, high), open_high(high)
    for pile in range(rules[PILE_COUNT]):
        end += row[SIZES + pile]
        back = taken(takes, pile)
        if back < row[SIZES + pile]:
            rank: Number = np.int64(row[end - 1 - back])
            if byte_of(playable_low, playable_high, rank) and byte_of(low, high, rank) == rules[COPIES]:
                return pile
    return -1


@inlined
def list_more(
    row: Bytes, done: Number, first: Number, last: Number, count: Number, takes: Words, table: Words, desk: Integers
) -> Number:
    """List what one card more, off the reserves from ``first`` and before ``last``, makes of the takes ``done``.

    Returns how many takes are listed now, negative if there were more than fit.
    """
    used, lows, highs = desk[USED], desk[LOWS], desk[HIGHS]
    now: Number = takes[done]
    low, high = lows[done], highs[done]
    end, playable_low, playable_high = CARDS, open_low(low, high), open_high(high)
    for pile in range(last):
        end += row[SIZES + pile]
        back = taken(now, pile)
        if pile < first or back >= row[SIZES + pile]:
            continue
        rank: Number = np.int64(row[end - 1 - back])
        if not byte_of(playable_low, playable_high, rank):
            continue
        child = now + (np.uint64(1) << np.uint64(8 * pile))
        if not note(child, table):
            continue
        if count == len(takes):
            return -count
        takes[count], used[count] = child, 1
        lows[count], highs[count] = low + low_unit(rank + 1), high + high_unit(rank + 1)
        count += 1
    return count
