"""Czarina and Four Seasons: the positions that wait to be expanded, and the keys met.

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

The layer at work and the next have places of their own, by turns: ``side`` is 0 or 1.
"""

from typing import NamedTuple

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.seasons import Array, Bool, Int

BUCKETS = 4096
WORDS, KEY, ORIGIN, LINK, PARTS = 16, 8, 10, 11, 12
WAITING, FREED, USED, BEST, WORST, KEYS = range(6)
CLEAR_AT_ONCE = 1 << 17  # keys; two megabytes


class Layers(NamedTuple):
    """The positions that wait in the layer at work and in the next, and the keys met there."""

    pool: Array  # int64[2, width, 16]
    parts: Array  # int32[2, width, 32], the same memory
    heads: Array  # int32[2, BUCKETS], the first waiting position of each bucket, by score
    state: Array  # int64[2, 6], what is in use
    tables: Array  # int64[2, size, 2], the keys met in each layer
    counts: Array  # int32, how many positions of the layer were alike, by hash


class Desk(NamedTuple):
    """Where one position is worked on."""

    row: Array  # uint8[64], the position that is expanded
    words: Array  # int64[8], the same memory
    key: Array  # int64[2], its key
    parts: Array  # int32[6], the parts of its score
    child: Array  # uint8[64], a position made from it
    child_words: Array  # int64[8], the same memory
    child_key: Array  # int64[2]
    child_parts: Array  # int32[6]
    moves: Array  # int64[64], its moves
    cards: Array  # int64[64], for scratch


@inlined
def start_layer(side: Int, layers: Layers, control: Array) -> None:
    """Forget the positions waiting in a layer, and its keys. A stop leaves keys behind: ask ``control`` afterwards."""
    state = layers.state
    layers.heads[side, :] = -1
    for first in range(0, layers.tables.shape[1], CLEAR_AT_ONCE):
        if control[0] != 0:
            break
        layers.tables[side, first : first + CLEAR_AT_ONCE, :] = 0
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
def take(side: Int, bucket: Int, layers: Layers) -> Int:
    """Take the first position of a bucket; its slot stays readable until the next push."""
    slot = layers.heads[side, bucket]
    layers.heads[side, bucket] = layers.pool[side, slot, LINK]
    layers.pool[side, slot, LINK] = layers.state[side, FREED]
    layers.state[side, FREED] = slot
    layers.state[side, WAITING] -= 1
    return slot


@inlined
def best_bucket(side: Int, layers: Layers) -> Int:
    """The lowest bucket where positions wait."""
    bucket = layers.state[side, BEST]
    while layers.heads[side, bucket] < 0:
        bucket += 1
    layers.state[side, BEST] = bucket
    return bucket


@inlined
def worst_bucket(side: Int, layers: Layers) -> Int:
    """The highest bucket where positions wait."""
    bucket = layers.state[side, WORST]
    while layers.heads[side, bucket] < 0:
        bucket -= 1
    layers.state[side, WORST] = bucket
    return bucket


@inlined
def new_slot(side: Int, layers: Layers) -> Int:
    """A slot that is not in use."""
    state = layers.state
    slot = state[side, FREED]
    if slot >= 0:
        state[side, FREED] = layers.pool[side, slot, LINK]
        return slot
    slot = state[side, USED]
    state[side, USED] += 1
    return slot


@inlined
def push(side: Int, desk: Desk, origin: Int, bucket: Int, layers: Layers) -> Bool:
    """Let the desk's child wait; False if one had to be given up, because the pool is full."""
    pool, state = layers.pool, layers.state
    whole = True
    if state[side, WAITING] == pool.shape[1]:
        whole = False
        worst = worst_bucket(side, layers)
        if bucket >= worst:
            return False
        take(side, worst, layers)
    slot = new_slot(side, layers)
    for index in range(8):
        pool[side, slot, index] = desk.child_words[index]
    pool[side, slot, KEY] = desk.child_key[0]
    pool[side, slot, KEY + 1] = desk.child_key[1]
    pool[side, slot, ORIGIN] = origin
    pool[side, slot, LINK] = layers.heads[side, bucket]
    for index in range(6):
        layers.parts[side, slot, 2 * PARTS + index] = desk.child_parts[index]
    layers.heads[side, bucket] = slot
    state[side, WAITING] += 1
    state[side, BEST] = min(state[side, BEST], bucket)
    state[side, WORST] = max(state[side, WORST], bucket)
    return whole


@inlined
def to_bucket(score: Int, chance: Int, noise: Int) -> Int:
    """The bucket of a score; ``chance`` (any int64) moves it by less than ``noise``."""
    if noise > 0:
        score += (chance >> 16) % noise
    return min(max(score + BUCKETS // 2, 0), BUCKETS - 1)
