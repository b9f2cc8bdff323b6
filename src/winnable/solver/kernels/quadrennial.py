"""The search of Quadrennial, Acquaintance and Leap Year: in layers by the number of turns."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.quadrennial_moves import (
    CARDS,
    COPIES,
    DEAD_PILES,
    DOMINANCES,
    ENDS,
    LEAST,
    LIMIT,
    MIX,
    MOST,
    OWN,
    PASS,
    PASSES,
    PATH,
    PILE_COUNT,
    POPS,
    RANK_COUNT,
    ROW,
    SIZES,
    STOCK,
    TRIES,
    UP,
    UPS,
    USED,
    Bytes,
    Integers,
    Number,
    Words,
    advance,
    count_blocked,
    find_order,
    full_takes,
    list_takes,
)

Smalls = NDArray[Any]  # int32

# Entries of ``out``.
STATUS, EXPANDED, CUT, WON_FROM, CANDIDATES = range(5)
RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, STOPPED, FULL = range(6)

# Entries of ``weights``.
LEFT_WEIGHT, COVER_WEIGHT, DEPTH_WEIGHT, KINDS_WEIGHT, TOPS_WEIGHT, LOW_WEIGHT, TWIN_WEIGHT, BLOCKED_WEIGHT = range(8)

_SHIFT = np.uint64(29)


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
        key = (key ^ words[index]) * MIX
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
