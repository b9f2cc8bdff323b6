"""Czarina and Four Seasons: the search in layers by the number of cards dealt. It never goes back.

A waiting position is 16 words of 64 bits, two cache lines:

===== ==============================================================
words what
===== ==============================================================
0-7   the position (``kernels.seasons``)
8-9   its key
10    its parent's number times 128, plus the move that made it
11    the next waiting position of the same bucket, -1 for none
12-14 the parts of its score (int32[6])
===== ==============================================================

``pool`` (int64[2, width, 16]) holds the positions waiting in the layer at work and in the next; ``pool_bytes`` and
``pool_parts`` are the same memory. ``heads`` (int32[2, BUCKETS]) are the first of each bucket, by score;
``tables`` (int64[2, size, 2]) the keys met in each layer; ``state`` (int64[2, 6]) what is in use.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.seasons import (
    DEALT,
    FLOOR,
    HOMES,
    PILE_COUNT,
    RANKS,
    STOCK_SIZE,
    SUITS,
    TABLE,
    TO_HOME,
    TOPS,
    UP,
    WASTE,
    Array,
    Bool,
    Int,
    is_won,
    list_moves,
    make_move,
    rise_safely,
)
from winnable.solver.kernels.seasons_score import BLOCK, weigh

BUCKETS = 4096
WORDS, KEY, ORIGIN, LINK, PARTS = 16, 8, 10, 11, 12
WAITING, FREED, USED, BEST, WORST, KEYS = range(6)
ALL_PARTS = 63
POLL_EVERY = 256
CLEAR_AT_ONCE = 1 << 17  # keys; two megabytes

EXHAUSTED, WON, NODES_OUT, STOPPED = range(4)
STATUS, EXPANDED, WON_FROM, WON_BY, CUT = range(5)


@inlined
def start_layer(side: Int, heads: Array, state: Array, tables: Array, control: Array) -> None:
    """Forget the positions waiting in a layer, and its keys. A stop leaves keys behind: ask ``control`` afterwards."""
    heads[side, :] = -1
    for first in range(0, tables.shape[1], CLEAR_AT_ONCE):
        if control[0] != 0:
            break
        tables[side, first : first + CLEAR_AT_ONCE, :] = 0
    state[side, WAITING] = 0
    state[side, FREED] = -1
    state[side, USED] = 0
    state[side, BEST] = BUCKETS
    state[side, WORST] = -1
    state[side, KEYS] = 0


@inlined
def is_new(table: Array, key: Array) -> Bool:
    """Note a 128-bit key in the hash table (int64[size, 2], size a power of two); False if it was there."""
    mask = table.shape[0] - 1
    slot = key[0] & mask
    while table[slot, 0] != 0 or table[slot, 1] != 0:
        if table[slot, 0] == key[0] and table[slot, 1] == key[1]:
            return False
        slot = (slot + 1) & mask
    table[slot, 0] = key[0]
    table[slot, 1] = key[1]
    return True


@inlined
def take(side: Int, bucket: Int, pool: Array, heads: Array, state: Array) -> Int:
    """Take the first position of a bucket; its slot stays readable until the next push."""
    slot = heads[side, bucket]
    heads[side, bucket] = pool[side, slot, LINK]
    pool[side, slot, LINK] = state[side, FREED]
    state[side, FREED] = slot
    state[side, WAITING] -= 1
    return slot


@inlined
def best_bucket(side: Int, heads: Array, state: Array) -> Int:
    """The lowest bucket where positions wait."""
    bucket = state[side, BEST]
    while heads[side, bucket] < 0:
        bucket += 1
    state[side, BEST] = bucket
    return bucket


@inlined
def worst_bucket(side: Int, heads: Array, state: Array) -> Int:
    """The highest bucket where positions wait."""
    bucket = state[side, WORST]
    while heads[side, bucket] < 0:
        bucket -= 1
    state[side, WORST] = bucket
    return bucket


@inlined
def new_slot(side: Int, state: Array, pool: Array) -> Int:
    """A slot that is not in use."""
    slot = state[side, FREED]
    if slot >= 0:
        state[side, FREED] = pool[side, slot, LINK]
        return slot
    slot = state[side, USED]
    state[side, USED] += 1
    return slot


@inlined
def push(
    side: Int, words: Array, parts: Array, key: Array, origin: Int, bucket: Int,
    pool: Array, pool_parts: Array, heads: Array, state: Array,
) -> Bool:  # fmt: skip
    """Let a position wait; False if one had to be given up, because the pool is full."""
    whole = True
    if state[side, WAITING] == pool.shape[1]:
        whole = False
        worst = worst_bucket(side, heads, state)
        if bucket >= worst:
            return False
        take(side, worst, pool, heads, state)
    slot = new_slot(side, state, pool)
    for index in range(8):
        pool[side, slot, index] = words[index]
    pool[side, slot, KEY] = key[0]
    pool[side, slot, KEY + 1] = key[1]
    pool[side, slot, ORIGIN] = origin
    pool[side, slot, LINK] = heads[side, bucket]
    for index in range(6):
        pool_parts[side, slot, 2 * PARTS + index] = parts[index]
    heads[side, bucket] = slot
    state[side, WAITING] += 1
    state[side, BEST] = min(state[side, BEST], bucket)
    state[side, WORST] = max(state[side, WORST], bucket)
    return whole


@inlined
def is_crowded(row: Array, rules: Array, zobrist: Array, counts: Array, crowd: Int) -> Bool:
    """Whether ``crowd`` positions of the layer were expanded that are alike: same foundations, same waste.

    ``counts`` (int32, a power of two of them) counts them by hash; a ``crowd`` of 0 is no limit, a negative one
    compares the tops of the piles and not the waste.
    """
    if crowd == 0:
        return False
    alike = 0
    for suit in range(rules[SUITS]):
        home = row[HOMES + suit]
        if home < rules[RANKS]:
            alike ^= zobrist[4 * home + suit, TABLE, 1]
    if crowd < 0:
        for pile in range(rules[PILE_COUNT]):
            if row[TOPS + pile] < TABLE:
                alike ^= zobrist[row[TOPS + pile], FLOOR, 1]
    else:
        card = row[WASTE]
        while card < TABLE:
            alike ^= zobrist[card, FLOOR, 1]
            card = row[card]
    slot = alike & (counts.shape[0] - 1)
    counts[slot] += 1
    return counts[slot] > abs(crowd)


@inlined
def to_bucket(score: Int, chance: Int, noise: Int) -> Int:
    """The bucket of a score; ``chance`` (any int64) moves it by less than ``noise``."""
    if noise > 0:
        score += (chance >> 16) % noise
    return min(max(score + BUCKETS // 2, 0), BUCKETS - 1)


@inlined
def first_key(row: Array, zobrist: Array, key: Array) -> None:
    """Reckon a position's key from nothing."""
    key[0] = 0
    key[1] = 0
    for card in range(TABLE):
        if row[card] < UP:
            key[0] ^= zobrist[card, row[card], 0]
            key[1] ^= zobrist[card, row[card], 1]


@kernel
def search_layers(
    root: Array, stock: Array, place: Array, rules: Array, zobrist: Array, weights: Array, noise: Int, crowd: Int,
    limit: Int, control: Array, pool: Array, pool_bytes: Array, pool_parts: Array, heads: Array, state: Array,
    tables: Array, counts: Array, parents: Array, causes: Array, out: Array,
) -> None:  # fmt: skip
    """Search layer after layer, expanding the best ``width`` positions of each; stop at the first win.

    parents (int32) and causes (int8) are the tree of expanded positions: number of the parent, and the move;
    limit the nodes that may be expanded, at most as many as parents hold. ``out`` (int64[8]) tells how it ended:
    STATUS, EXPANDED, the node and move that won, and CUT, whether anything was left out.
    """
    desk = np.zeros(64, np.uint8)
    desk_words = desk.view(np.int64)
    child = np.zeros(64, np.uint8)
    words = child.view(np.int64)
    parts = np.zeros(6, np.int32)
    old_parts = np.zeros(6, np.int32)
    key = np.zeros(2, np.int64)
    old_key = np.zeros(2, np.int64)
    moves = np.zeros(64, np.int64)
    cards = np.zeros(64, np.int64)
    width = pool.shape[1]
    capacity = tables.shape[1] * 3 // 4
    expanded = 0
    out[CUT] = 0
    out[STATUS] = EXHAUSTED
    out[WON_FROM] = -1
    start_layer(0, heads, state, tables, control)
    start_layer(1, heads, state, tables, control)
    if control[0] != 0:
        out[STATUS] = STOPPED
    else:
        counts[:] = 0
    child[:] = root
    first_key(child, zobrist, key)
    rise_safely(child, key, zobrist, rules)
    if is_won(child, rules) and out[STATUS] == EXHAUSTED:
        out[STATUS] = WON
    layer = np.int64(child[DEALT])
    score = weigh(child, rules, stock, place, weights[layer], parts, ALL_PARTS, cards)
    push(layer & 1, words, parts, key, -128, to_bucket(score, 0, 0), pool, pool_parts, heads, state)
    while layer <= rules[STOCK_SIZE] and out[STATUS] == EXHAUSTED:
        side = layer & 1
        popped = 0
        while state[side, WAITING] > 0 and popped < width and out[STATUS] == EXHAUSTED:
            if expanded >= limit:
                out[STATUS] = NODES_OUT
                break
            if expanded % POLL_EVERY == 0 and control[0] != 0:
                out[STATUS] = STOPPED
                break
            slot = take(side, best_bucket(side, heads, state), pool, heads, state)
            for index in range(8):
                desk_words[index] = pool[side, slot, index]
            if is_crowded(desk, rules, zobrist, counts, crowd):
                out[CUT] = 1
                continue
            for index in range(6):
                old_parts[index] = pool_parts[side, slot, 2 * PARTS + index]
            old_key[0] = pool[side, slot, KEY]
            old_key[1] = pool[side, slot, KEY + 1]
            parents[expanded] = pool[side, slot, ORIGIN] >> 7
            causes[expanded] = pool[side, slot, ORIGIN] & 127
            for index in range(list_moves(desk, rules, moves)):
                move = moves[index]
                for word in range(8):
                    words[word] = desk_words[word]
                key[0] = old_key[0]
                key[1] = old_key[1]
                changed = make_move(child, key, zobrist, stock, rules, move >> 4, move & 15)
                if rise_safely(child, key, zobrist, rules) > 0 or move & 15 == TO_HOME:
                    changed = ALL_PARTS
                    if is_won(child, rules):
                        out[STATUS] = WON
                        out[WON_FROM] = expanded
                        out[WON_BY] = move
                        break
                dealt = np.int64(child[DEALT])
                if dealt // BLOCK != layer // BLOCK:
                    changed = ALL_PARTS
                there = dealt & 1
                if state[there, KEYS] >= capacity:
                    out[CUT] = 1
                elif is_new(tables[there], key):
                    state[there, KEYS] += 1
                    for part in range(6):
                        parts[part] = old_parts[part]
                    score = weigh(child, rules, stock, place, weights[dealt], parts, changed, cards)
                    bucket = to_bucket(score, key[1], noise)
                    origin = 128 * expanded + move
                    if not push(there, words, parts, key, origin, bucket, pool, pool_parts, heads, state):
                        out[CUT] = 1
            expanded += 1
            popped += 1
        if state[side, WAITING] > 0:
            out[CUT] = 1
        start_layer(side, heads, state, tables, control)
        if control[0] != 0 and out[STATUS] == EXHAUSTED:
            out[STATUS] = STOPPED
        counts[:] = 0
        layer += 1
    out[EXPANDED] = expanded
