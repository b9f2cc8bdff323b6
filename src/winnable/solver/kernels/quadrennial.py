"""The search of Quadrennial, Acquaintance and Leap Year: in layers by the number of turns."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.quadrennial_moves import find_order, list_takes
from winnable.solver.kernels.quadrennial_reach import count_blocked
from winnable.solver.kernels.quadrennial_rows import (
    DEAD_PILES,
    DOMINANCES,
    LIMIT,
    MIX,
    PASS,
    PASSES,
    ROW,
    STOCK,
    USED,
    Bytes,
    Integers,
    Number,
    Words,
    advance,
    full_takes,
)
from winnable.solver.kernels.quadrennial_score import BLOCKED_WEIGHT, cost_now, cost_of_choice, measure

Smalls = NDArray[Any]  # int32

# Entries of ``out``.
STATUS, EXPANDED, CUT, WON_FROM = range(4)
RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, STOPPED, FULL = range(6)

_SHIFT = np.uint64(29)


class Layer(NamedTuple):
    """The layer at work and, above all, the one that is made from it: first everything of the latter."""

    rows: Bytes  # uint8[2, 2 width, row], both layers by turns
    words: Words  # uint64, the same memory
    costs: Integers  # int64[2 width]
    keys: Words  # uint64[2 width]
    parents: Smalls  # int32[2 width], the number of the parent
    causes: Words  # uint64[2 width], the takes before the turn
    table: Smalls  # int32, a hash table of the rows
    counts: Integers  # int64, how many rows cost about so much
    state: Integers  # int64[5]: SIDE to TOTAL


class Tree(NamedTuple):
    """All positions that were kept, by number."""

    parents: Smalls  # int32
    causes: Words  # uint64


class Bench(NamedTuple):
    """Arrays to work on."""

    takes: Words  # uint64[MOST_TAKES]
    takes_table: Words  # uint64, a hash table
    orders_table: Words  # uint64, a hash table
    desk: Integers  # int64[DESK_ROWS, MOST_TAKES]


# Entries of a layer's state: where it lies, how many rows are made, what the dearest may cost, and numbers in the tree.
SIDE, MADE, DEAREST, FIRST, TOTAL = range(5)


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
def keep_best(layer: Layer, control: Integers) -> None:
    """Keep the rows of least cost, half of those there is room for, the earlier ones of equals, in their order."""
    state, costs, counts = layer.state, layer.costs, layer.counts
    words = layer.words[1 - state[SIDE]]
    count, room = state[MADE], len(costs) // 2
    least, most = costs[0], costs[0]
    for index in range(count):
        least = min(least, costs[index])
        most = max(most, costs[index])
    step = (most - least) // len(counts) + 1
    for level in range((most - least) // step + 1):
        counts[level] = 0
    for index in range(count):
        counts[(costs[index] - least) // step] += 1
    level = 0
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
                costs[kept], layer.keys[kept] = costs[index], layer.keys[index]
                layer.parents[kept], layer.causes[kept] = layer.parents[index], layer.causes[index]
            kept += 1
    fill_table(layer, kept)
    state[MADE] = kept
    state[DEAREST] = least + level * step


@inlined
def fill_table(layer: Layer, count: int) -> None:
    """Make the hash table of the first rows anew."""
    layer.table[:] = -1
    mask = np.uint64(len(layer.table) - 1)
    for index in range(count):
        slot = layer.keys[index] & mask
        while layer.table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        layer.table[slot] = index


@inlined
def can_clear(rules: Integers, row: Bytes, bench: Bench, out: Integers) -> Number:
    """Whether all reserves can be cleared now; CUT notes where nothing else is left to do and it can't be told."""
    if row[STOCK] > 0 or count_blocked(rules, row, False, bench.desk) > 0:
        return False
    length = find_order(rules, row, full_takes(rules, row), bench.orders_table, bench.desk)
    if length == -2 and row[PASS] >= rules[PASSES]:
        out[CUT] = 1
    return length >= 0


@inlined
def is_dead(rules: Integers, row: Bytes, desk: Integers) -> Number:
    """Whether a card can't be reached any more, in the last pass."""
    if not rules[DOMINANCES] & DEAD_PILES or row[PASS] < rules[PASSES]:
        return False
    return count_blocked(rules, row, True, desk) > 0


@inlined
def add(
    rules: Integers, cost: int, parent: int, takes: np.uint64, weights: Integers, layer: Layer, bench: Bench
) -> Number:
    """Count the row that was just made as the layer's, if it is alive, new and not too dear; False if too dear.

    ``cost`` is without the blocked cards.
    """
    made, dearest = layer.state[MADE], layer.state[DEAREST]
    row, words = layer.rows[1 - layer.state[SIDE], made], layer.words[1 - layer.state[SIDE]]
    if weights[BLOCKED_WEIGHT] > 0:
        cost += count_blocked(rules, row, False, bench.desk) * weights[BLOCKED_WEIGHT]
    if cost >= dearest:
        return False
    if is_dead(rules, row, bench.desk):
        return True
    key = key_of(rules, words[made])
    mask = np.uint64(len(layer.table) - 1)
    slot = key & mask
    while layer.table[slot] >= 0:
        other = layer.table[slot]
        if layer.keys[other] == key and same(rules, words[other], words[made]):
            return True
        slot = (slot + np.uint64(1)) & mask
    layer.table[slot] = made
    layer.keys[made], layer.costs[made], layer.parents[made], layer.causes[made] = key, cost, parent, takes
    layer.state[MADE] = made + 1
    return True


@inlined
def follow(
    rules: Integers, row: Bytes, parent: int, choice: int, weights: Integers, layer: Layer, bench: Bench
) -> Number:
    """Make the row after some of the listed takes and a turn, and let it be the layer's; False if it was too dear."""
    takes = bench.takes[choice]
    new = layer.rows[1 - layer.state[SIDE], layer.state[MADE]]
    if row[STOCK] > 0:
        phase = 1 if row[PASS] >= rules[PASSES] else 0
        cost = cost_of_choice(rules, row, takes, choice, weights[phase], bench.desk)
        if cost >= layer.state[DEAREST]:
            return False
        advance(rules, row, takes, new)
        return add(rules, cost, parent, takes, weights[phase], layer, bench)
    if not advance(rules, row, takes, new):
        return True
    phase = 1 if new[PASS] >= rules[PASSES] else 0
    return add(rules, cost_now(rules, new, weights[phase], bench.desk), parent, takes, weights[phase], layer, bench)


@inlined
def expand(
    rules: Integers, weights: Integers, at: int, control: Integers, layer: Layer, bench: Bench, out: Integers
) -> None:
    """Make all rows that can follow one of the layer's, each by takes and a turn."""
    state = layer.state
    row = layer.rows[state[SIDE], at]
    count = list_takes(rules, row, bench.takes, bench.takes_table, bench.desk)
    if count < 0:
        count = -count
        out[CUT] = 1
    measure(rules, row, weights[1 if row[PASS] >= rules[PASSES] else 0], True, bench.desk)
    for choice in range(count):
        if not count_node(rules, out):
            return
        if bench.desk[USED, choice] == 0:
            continue
        if not follow(rules, row, state[FIRST] + at, choice, weights, layer, bench):
            out[CUT] = 1
        if state[MADE] == len(layer.costs):
            keep_best(layer, control)
            out[CUT] = 1


@inlined
def count_node(rules: Integers, out: Integers) -> Number:
    """Count a node; False if it was the last one allowed."""
    out[EXPANDED] += 1
    if out[EXPANDED] >= rules[LIMIT]:
        out[STATUS] = OUT_OF_NODES
    return out[STATUS] == RUNNING


@inlined
def search_layer(
    rules: Integers, weights: Integers, size: int, control: Integers, layer: Layer, bench: Bench, out: Integers
) -> None:
    """Look whether a row of the layer can be cleared, and make the next layer from the others."""
    state = layer.state
    state[MADE], state[DEAREST] = 0, np.int64(1) << np.int64(60)
    layer.table[:] = -1
    for at in range(size):
        if control[0] != 0:
            out[STATUS] = STOPPED
        if out[STATUS] != RUNNING:
            return
        row = layer.rows[state[SIDE], at]
        if can_clear(rules, row, bench, out):
            out[STATUS], out[WON_FROM] = FOUND, state[FIRST] + at
            out[EXPANDED] += 1
        elif row[STOCK] == 0 and row[PASS] >= rules[PASSES]:
            count_node(rules, out)
        else:
            expand(rules, weights, at, control, layer, bench, out)
    if state[MADE] > len(layer.costs) // 2:
        keep_best(layer, control)
        out[CUT] = 1


@inlined
def close_layer(layer: Layer, tree: Tree, out: Integers) -> None:
    """Note the ways to the rows of the next layer, and go on to it."""
    state = layer.state
    if state[TOTAL] + state[MADE] > len(tree.parents):
        out[STATUS] = FULL
        return
    state[FIRST] = state[TOTAL]
    for index in range(state[MADE]):
        tree.parents[state[TOTAL]], tree.causes[state[TOTAL]] = layer.parents[index], layer.causes[index]
        state[TOTAL] += 1
    state[SIDE] = 1 - state[SIDE]


@kernel
def search_layers(
    rules: Integers, weights: Integers, control: Integers, layer: Layer, tree: Tree, bench: Bench, out: Integers
) -> None:
    """Search from the position in ``layer.rows[0, 0]``, keeping the best rows of each layer.

    ``weights`` (int64[2, 8]) has a row for the passes before the last and one for that. ``out`` (int64[4]) gets the
    status, the nodes, whether any position was left out, and where the win was found.
    """
    out[:] = 0
    layer.state[:] = 0
    layer.state[TOTAL] = 1
    tree.parents[0], tree.causes[0] = -1, np.uint64(0)
    size = 1
    while size > 0 and out[STATUS] == RUNNING:
        search_layer(rules, weights, size, control, layer, bench, out)
        if out[STATUS] == RUNNING:
            close_layer(layer, tree, out)
        size = layer.state[MADE]
        control[1] = out[EXPANDED]
    if out[STATUS] == RUNNING:
        out[STATUS] = EXHAUSTED
