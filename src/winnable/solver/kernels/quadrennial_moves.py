"""What can be played between two turns of Quadrennial, Acquaintance and Leap Year, and in which order."""

from typing import Any

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.quadrennial_rows import (
    CARDS,
    COPIES,
    DOMINANCES,
    ENDS,
    FREE_CARDS,
    HIGHS,
    LOWS,
    MIX,
    PASS,
    PASSES,
    PATH,
    PILE_COUNT,
    SIZES,
    SKIP,
    STOCK,
    TRIES,
    UP,
    UPS,
    USED,
    Bytes,
    Integers,
    Number,
    Words,
    byte_of,
    high_unit,
    low_unit,
    open_high,
    open_low,
    pack_ups,
    taken,
)

MOST_TAKES = 1 << 11  # ways to play between two turns that are looked at
MOST_ORDERS = 1 << 14  # positions that are looked at to clear the table


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
