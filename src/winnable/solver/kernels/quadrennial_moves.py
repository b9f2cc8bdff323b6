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
USED, PATH, UPS, TRIES, ENDS, POPS, MOST, LEAST, OWN, COVERS, DEPTHS, TWINS, LOWEST = range(13)
DESK_ROWS = 13

MOST_TAKES = 1 << 11  # ways to play between two turns that are looked at
MOST_ORDERS = 1 << 14  # positions that are looked at to clear the table

_WORD = np.uint64(0xFF)
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
def is_free(rules: Integers, row: Bytes, up: Integers, rank: int) -> Number:
    """Whether a card of this rank may be played at once: all cards of the rank below are up, so that no other card
    of its own rank ever waits for its place, and nothing is dealt otherwise for it.
    """
    return rules[DOMINANCES] & FREE_CARDS and up[rank] == rules[COPIES] and is_last_pass(rules, row)


@inlined
def set_limits(most: Integers, limit: Integers) -> None:
    """Fill ``limit`` with how many cards of each rank can be up at best, if so many of each can be played."""
    limit[0] = most[0]
    for rank in range(1, 14):
        limit[rank] = min(most[rank], limit[rank - 1])


@inlined
def lift(row: Bytes, pile: int, end: int, desk: Integers) -> Number:
    """Count as playable what can be reached in a reserve that ends before ``end``; return how many cards more."""
    pops, most, limit, own = desk[POPS], desk[MOST], desk[LEAST], desk[OWN]
    size: Number = np.int64(row[SIZES + pile])
    before = pops[pile]
    while pops[pile] < size:
        rank = row[end - 1 - pops[pile]]
        if own[16 * pile + rank] >= limit[rank]:
            break
        own[16 * pile + rank] += 1
        most[rank + 1] += 1
        pops[pile] += 1
    return pops[pile] - before


@inlined
def count_blocked(rules: Integers, row: Bytes, up: Integers, with_stock: bool, desk: Integers) -> Number:
    """How many cards in the reserves can't be reached, at best, without a turn, or without a redeal if the cards in
    the stock count as playable whenever they are needed (``with_stock``).

    At best: a card of a rank can be played if more cards of the rank below can be up than are up of its own rank now
    and above it in its own reserve. If one can't be reached before a redeal that never comes, the game is lost.
    """
    pops, most, own = desk[POPS], desk[MOST], desk[OWN]
    most[14] = 0
    for rank in range(14):
        most[rank] = up[rank]
    end, blocked = CARDS, 0
    for pile in range(rules[PILE_COUNT]):
        end += row[SIZES + pile]
        blocked += row[SIZES + pile]
        pops[pile] = 0
        for rank in range(rules[RANK_COUNT]):
            own[16 * pile + rank] = up[rank + 1]
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
def list_takes(rules: Integers, row: Bytes, takes: Words, table: Any, ups: Integers, used: Integers) -> Number:
    """List all takes that can be played here, those that leave a free card lying left out.

    ``takes`` gets them, ``used`` whether each is to be followed by a turn. Returns how many, negative if there were
    more than fit.
    """
    piles = rules[PILE_COUNT]
    table[:] = ~np.uint64(0)
    takes[0], used[0] = np.uint64(0), 1
    table[0] = np.uint64(0)
    count, done = 1, 0
    while done < count:
        now = takes[done]
        count_up(rules, row, now, ups)
        first, last, end = 0, piles, CARDS
        for pile in range(piles):
            end += row[SIZES + pile]
            back = taken(now, pile)
            if back < row[SIZES + pile]:
                rank = row[end - 1 - back]
                if ups[rank] > ups[rank + 1] and is_free(rules, row, ups, rank):
                    first, last = pile, pile + 1
                    used[done] = 0
                    break
        done += 1
        end = CARDS
        for pile in range(last):
            end += row[SIZES + pile]
            back = taken(now, pile)
            if pile < first or back >= row[SIZES + pile]:
                continue
            rank = row[end - 1 - back]
            if ups[rank] <= ups[rank + 1]:
                continue
            child = now + (np.uint64(1) << np.uint64(8 * pile))
            if not note(child, table):
                continue
            if count == len(takes):
                return -count
            takes[count], used[count] = child, 1
            count += 1
    return count
