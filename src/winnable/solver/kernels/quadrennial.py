"""The search of Quadrennial, Acquaintance and Leap Year: in layers by the number of turns.

Suits don't matter in these games, so a card is its rank, and which of several equal foundations takes it does not
matter either. A position is a row of bytes: how many cards of each rank are up, how many lie in the stock, the pass,
the sizes of the reserves, then all other cards: reserve by reserve, bottom first, and the stock, next first.
What is played between two turns is the number of cards taken off each reserve, eight bytes in one integer: *takes*.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.chessboard_jit import inlined, kernel

Number = Any  # a Python integer to the type checker, a machine integer to Numba
Bytes = NDArray[Any]  # uint8
Words = NDArray[Any]  # uint64
Integers = NDArray[Any]  # int64
Smalls = NDArray[Any]  # int32

PILES = 8
UP, STOCK, PASS, SIZES, CARDS = 0, 14, 15, 16, 24  # parts of a row; entry UP counts the foundations

# Entries of ``rules``.
PILE_COUNT, RANK_COUNT, COPIES, SKIP, PASSES, DOMINANCES, ROW, LIMIT = range(8)

# Dominances.
FREE_CARDS, DEAD_PILES = 1, 2

# Entries of ``out``.
STATUS, EXPANDED, CUT, WON_FROM, CANDIDATES = range(5)
RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, STOPPED, FULL = range(6)

# Entries of ``weights``.
LEFT_WEIGHT, COVER_WEIGHT, DEPTH_WEIGHT, KINDS_WEIGHT, TOPS_WEIGHT, LOW_WEIGHT, TWIN_WEIGHT, BLOCKED_WEIGHT = range(8)

# Rows of the desk: arrays to work on.
USED, PATH, UPS, TRIES, ENDS, POPS, MOST, LEAST, OWN = range(9)

MOST_TAKES = 1 << 11  # ways to play between two turns that are looked at
MOST_ORDERS = 1 << 14  # positions that are looked at to clear the table

_WORD = np.uint64(0xFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


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
def count_blocked(
    rules: Integers,
    row: Bytes,
    up: Integers,
    with_stock: bool,
    pops: Integers,
    most: Integers,
    limit: Integers,
    own: Integers,
) -> Number:
    """How many cards in the reserves can't be reached, at best, without a turn, or without a redeal if the cards in
    the stock count as playable whenever they are needed (``with_stock``).

    At best: a card of a rank can be played if more cards of the rank below can be up than are up of its own rank now
    and above it in its own reserve. If one can't be reached before a redeal that never comes, the game is lost.
    """
    piles, ranks = rules[PILE_COUNT], rules[RANK_COUNT]
    most[14] = 0
    for rank in range(14):
        most[rank] = up[rank]
    end, blocked = CARDS, 0
    for pile in range(piles):
        end += row[SIZES + pile]
        blocked += row[SIZES + pile]
        pops[pile] = 0
    if with_stock:
        for index in range(end, end + row[STOCK]):
            most[row[index] + 1] += 1
    changed = True
    while changed and blocked > 0:
        changed = False
        end = CARDS
        limit[0] = most[0]
        for rank in range(1, 14):
            limit[rank] = min(most[rank], limit[rank - 1])
        for pile in range(piles):
            size: Number = np.int64(row[SIZES + pile])
            end += size
            if pops[pile] == size:
                continue
            rank = row[end - 1 - pops[pile]]
            if up[rank + 1] >= limit[rank]:
                continue
            for rank in range(ranks):
                own[rank] = up[rank + 1]
            for back in range(pops[pile]):
                own[row[end - 1 - back]] += 1
            while pops[pile] < size:
                rank = row[end - 1 - pops[pile]]
                if own[rank] >= limit[rank]:
                    break
                own[rank] += 1
                most[rank + 1] += 1
                pops[pile] += 1
                blocked -= 1
                changed = True
    return blocked


@inlined
def find_order(
    rules: Integers,
    row: Bytes,
    goal: np.uint64,
    table: Any,
    path: Integers,
    ups: Integers,
    tries: Integers,
    ends: Integers,
) -> Number:
    """Find an order in which the goal's cards can be played; the reserves go to ``path``.

    Returns how many, -1 if there is no order, -2 if too many positions were looked at.
    """
    piles = rules[PILE_COUNT]
    table[:] = ~np.uint64(0)
    mask = np.uint64(len(table) - 1)
    tries[0] = 0
    end, length, total = CARDS, 0, 0
    for pile in range(piles):
        end += row[SIZES + pile]
        ends[pile] = end
        total += taken(goal, pile)
    for rank in range(14):
        ups[rank] = row[UP + rank]
    takes, seen = np.uint64(0), 0
    while length < total:
        found = False
        forced = -1
        if tries[length] == 0:
            for pile in range(piles):
                if taken(takes, pile) < taken(goal, pile):
                    rank = row[ends[pile] - 1 - taken(takes, pile)]
                    if ups[rank] == rules[COPIES]:
                        forced = pile
                        break
        if forced >= 0:
            # An order exists with this card first if one exists at all, whatever the dominances: all in the goal go.
            tries[length] = piles
            path[length] = forced
            takes += np.uint64(1) << np.uint64(8 * forced)
            ups[row[ends[forced] - taken(takes, forced)] + 1] += 1
            length += 1
            tries[length] = 0
            continue
        while tries[length] < piles:
            pile = tries[length]
            tries[length] += 1
            if taken(takes, pile) >= taken(goal, pile):
                continue
            rank = row[ends[pile] - 1 - taken(takes, pile)]
            if ups[rank] <= ups[rank + 1]:
                continue
            child = takes + (np.uint64(1) << np.uint64(8 * pile))
            slot = (child * _MIX) >> np.uint64(40) & mask
            while table[slot] != ~np.uint64(0) and table[slot] != child:
                slot = (slot + np.uint64(1)) & mask
            if table[slot] == child:
                continue
            seen += 1
            if 2 * seen > len(table):
                return -2
            table[slot] = child
            path[length] = pile
            takes = child
            ups[rank + 1] += 1
            length += 1
            tries[length] = 0
            found = True
            break
        if not found:
            if length == 0:
                return -1
            length -= 1
            pile = path[length]
            ups[row[ends[pile] - taken(takes, pile)] + 1] -= 1
            takes -= np.uint64(1) << np.uint64(8 * pile)
    return total


@kernel
def order(rules: Integers, row: Bytes, goal: np.uint64, table: Any, desk: Integers) -> Number:
    """``find_order`` for Python; the reserves go to ``desk[PATH]``."""
    return find_order(rules, row, goal, table, desk[PATH], desk[UPS], desk[TRIES], desk[ENDS])


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
    mask = np.uint64(len(table) - 1)
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
            slot = (child * _MIX) >> np.uint64(40) & mask
            while table[slot] != ~np.uint64(0) and table[slot] != child:
                slot = (slot + np.uint64(1)) & mask
            if table[slot] == child:
                continue
            if count == len(takes):
                return -count
            table[slot] = child
            takes[count], used[count] = child, 1
            count += 1
    return count


@inlined
def cost_of(
    rules: Integers,
    row: Bytes,
    weights: Integers,
    ups: Integers,
    pops: Integers,
    most: Integers,
    limit: Integers,
    own: Integers,
) -> Number:
    """How far a position seems from a win; the least is searched first."""
    piles, copies = rules[PILE_COUNT], rules[COPIES]
    cover, depth, tops, low, twins = 0, 0, 0, 0, 0
    end = CARDS
    for pile in range(piles):
        least = 99
        before = 99
        for index in range(end, end + row[SIZES + pile]):
            rank: Number = np.int64(row[index])
            if rank > least:
                cover += 1
                depth += rank - least
            elif rank < least:
                least = rank
            if rank == before:
                twins += 1
            before = rank
        end += row[SIZES + pile]
        if row[SIZES + pile] > 0:
            top: Number = np.int64(row[end - 1])
            if row[UP + top] > row[UP + top + 1]:
                tops += 1
    left, kinds = 0, 0
    for rank in range(1, rules[RANK_COUNT] + 1):
        missing: Number = copies - np.int64(row[UP + rank])
        left += missing
        low += missing * (rules[RANK_COUNT] - rank)
        if row[UP + rank] < row[UP + rank - 1]:
            kinds += 1
    cost = left * weights[LEFT_WEIGHT] + cover * weights[COVER_WEIGHT] + depth * weights[DEPTH_WEIGHT]
    cost -= kinds * weights[KINDS_WEIGHT] + tops * weights[TOPS_WEIGHT]
    cost += low * weights[LOW_WEIGHT] + twins * weights[TWIN_WEIGHT]
    if weights[BLOCKED_WEIGHT] > 0:
        for rank in range(14):
            ups[rank] = row[UP + rank]
        cost += count_blocked(rules, row, ups, False, pops, most, limit, own) * weights[BLOCKED_WEIGHT]
    return cost


@inlined
def key_of(rules: Integers, words: Words) -> np.uint64:
    """A mix of a row's words. Equal keys don't make equal rows: rows are compared."""
    key = np.uint64(0)
    for index in range(rules[ROW] >> 3):
        key = (key ^ words[index]) * _MIX
        key ^= key >> _SHIFT
    return key


@inlined
def same(rules: Integers, one: Words, other: Words) -> Number:
    """Whether two rows are equal."""
    for index in range(rules[ROW] >> 3):  # noqa: SIM110 - Numba knows no generators
        if one[index] != other[index]:
            return False
    return True


@inlined
def keep_best(
    width: int,
    count: int,
    costs: Integers,
    words: Words,
    keys: Words,
    parents: Smalls,
    causes: Words,
    counts: Integers,
    table: Any,
    control: Integers,
) -> Number:
    """Keep the ``width`` rows of least cost, the earlier ones of equals, in their order. Returns the dearest cost."""
    least, most = costs[0], costs[0]
    for index in range(count):
        least = min(least, costs[index])
        most = max(most, costs[index])
    step = (most - least) // len(counts) + 1
    counts[:] = 0
    for index in range(count):
        counts[(costs[index] - least) // step] += 1
    level, room = 0, width
    while level < len(counts) and counts[level] <= room:
        room -= counts[level]
        level += 1
    kept = 0
    for index in range(count):
        if control[0] != 0:
            break
        at = (costs[index] - least) // step
        if at < level or (at == level and room > 0):
            if at == level:
                room -= 1
            if kept < index:
                for word in range(words.shape[1]):
                    words[kept, word] = words[index, word]
                costs[kept], keys[kept] = costs[index], keys[index]
                parents[kept], causes[kept] = parents[index], causes[index]
            kept += 1
    table[:] = -1
    mask = np.uint64(len(table) - 1)
    for index in range(kept):
        slot = keys[index] & mask
        while table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        table[slot] = index
    return least + level * step


@kernel
def search_layers(
    rules: Integers,
    weights: Integers,
    width: int,
    control: Integers,
    rows: Bytes,
    words: Words,
    costs: Integers,
    keys: Words,
    parents: Smalls,
    causes: Words,
    table: Any,
    counts: Integers,
    all_parents: Smalls,
    all_causes: Words,
    takes: Words,
    takes_table: Words,
    orders_table: Words,
    desk: Integers,
    out: Integers,
) -> None:
    """Search from the position in ``rows[0, 0]``, keeping the ``width`` best positions of each layer.

    ``rows`` are uint8 (2, 2 width, row) and ``words`` the same as uint64; ``costs``, ``keys``, ``parents`` and
    ``causes`` (2 width) belong to the layer that is made; ``all_parents`` and ``all_causes`` keep the way to each
    position. ``out`` gets the status, the positions expanded, whether any position was left out, and where the win
    was found.
    """
    used, path, ups, tries, ends = desk[USED], desk[PATH], desk[UPS], desk[TRIES], desk[ENDS]
    pops, most, limit, own = desk[POPS], desk[MOST], desk[LEAST], desk[OWN]
    here, there = 0, 1
    size, first = 1, 0
    all_parents[0], all_causes[0] = -1, np.uint64(0)
    total, nodes = 1, 0
    mask = np.uint64(len(table) - 1)
    while size > 0:
        made = 0
        dearest: Number = np.int64(1) << np.int64(60)
        table[:] = -1
        for at in range(size):
            if control[0] != 0:
                out[STATUS], out[EXPANDED] = STOPPED, nodes
                return
            row = rows[here, at]
            if row[STOCK] == 0:
                for rank in range(14):
                    ups[rank] = row[UP + rank]
                if count_blocked(rules, row, ups, False, pops, most, limit, own) == 0:
                    length = find_order(rules, row, full_takes(rules, row), orders_table, path, ups, tries, ends)
                    if length >= 0:
                        out[STATUS], out[EXPANDED], out[WON_FROM] = FOUND, nodes + 1, first + at
                        return
                    if length == -2 and row[PASS] >= rules[PASSES]:
                        out[CUT] = 1
                if row[PASS] >= rules[PASSES]:
                    nodes += 1
                    if nodes >= rules[LIMIT]:
                        out[STATUS], out[EXPANDED] = OUT_OF_NODES, nodes
                        return
                    continue
            count = list_takes(rules, row, takes, takes_table, ups, used)
            if count < 0:
                count = -count
                out[CUT] = 1
            for choice in range(count):
                nodes += 1
                if nodes >= rules[LIMIT]:
                    out[STATUS], out[EXPANDED] = OUT_OF_NODES, nodes
                    return
                if used[choice] == 0:
                    continue
                new = rows[there, made]
                if not advance(rules, row, takes[choice], new):
                    continue
                if rules[DOMINANCES] & DEAD_PILES and new[PASS] >= rules[PASSES]:
                    for rank in range(14):
                        ups[rank] = new[UP + rank]
                    if count_blocked(rules, new, ups, True, pops, most, limit, own) > 0:
                        continue
                phase = 1 if new[PASS] >= rules[PASSES] else 0
                key = key_of(rules, words[there, made])
                cost = cost_of(rules, new, weights[phase], ups, pops, most, limit, own)
                if cost >= dearest:
                    out[CUT] = 1
                    continue
                slot = key & mask
                while table[slot] >= 0:
                    if keys[table[slot]] == key and same(rules, words[there, table[slot]], words[there, made]):
                        break
                    slot = (slot + np.uint64(1)) & mask
                if table[slot] >= 0:
                    continue
                table[slot] = made
                keys[made], costs[made], parents[made], causes[made] = key, cost, first + at, takes[choice]
                made += 1
                if made == 2 * width:
                    dearest = keep_best(width, made, costs, words[there], keys, parents, causes, counts, table, control)
                    made = width
                    out[CUT] = 1
        if made > width:
            keep_best(width, made, costs, words[there], keys, parents, causes, counts, table, control)
            made = width
            out[CUT] = 1
        if total + made > len(all_parents):
            out[STATUS], out[EXPANDED] = FULL, nodes
            return
        first = total
        for index in range(made):
            all_parents[total], all_causes[total] = parents[index], causes[index]
            total += 1
        here, there = there, here
        size = made
        control[1] = nodes
    out[STATUS], out[EXPANDED] = EXHAUSTED, nodes
