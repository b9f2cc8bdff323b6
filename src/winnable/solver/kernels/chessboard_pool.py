"""The positions that a search of the Chessboard family has found: their keys, a hash table, queues by score.

A key says for each card what it lies on, in three bits, 21 cards a word, and the base rank. It says the position
exactly, pile order aside, which never matters: no two positions share a key.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined, kernel

Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]

CARDS_A_WORD = 21
BASE_BIT = 40  # of the last word: the base rank + 1, or 0 while none is chosen
LENGTH_BIT = 48  # of the last word, no part of the key: how many moves led there from the root
KEY_MASK = (1 << LENGTH_BIT) - 1
UNCHOSEN = 13
QUEUES = 14
BUCKETS = 1024
REBUILD_STEP = 1 << 13


class Pool(NamedTuple):
    """All positions found, numbered in the order they were found."""

    keys: Integers  # (capacity, 3)
    parents: Numbers  # (capacity,): the number of the position it was found from, -1 at the root
    links: Numbers  # (capacity,): the next position in its bucket, or -1
    table: Numbers  # (a power of two,): position number + 1 where a hash led to, or 0
    heads: Numbers  # (14, 1024): for base rank and score, the position last put in that bucket, or -1
    floors: Integers  # (14,): for base rank, no bucket below this one is filled
    spent: Integers  # (14,): for base rank, how many positions were expanded
    progress: Integers  # (8,): see COUNT and the entries after it


COUNT, EXPANDED, LIMIT, WON, REPORTED = range(5)  # entries of Pool.progress


@inlined
def slot_of(first: int, second: int, third: int, mask: int) -> int:
    """Where the search for a key starts in a table of ``mask`` + 1 entries."""
    mixed = np.uint64(first) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + np.uint64(second)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    mixed = (mixed + np.uint64(third)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return int(np.int64(mixed & np.uint64(mask)))


@inlined
def offer(pool: Pool, first: int, second: int, third: int, length: int, parent: int, queue: int, bucket: int) -> None:
    """Add the position of a key, ``length`` moves from the root, to a bucket of a queue, unless it was found before."""
    table, keys, progress = pool.table, pool.keys, pool.progress
    mask = table.shape[0] - 1
    slot = slot_of(first, second, third, mask)
    while table[slot]:
        known = table[slot] - 1
        if keys[known, 0] == first and keys[known, 1] == second and keys[known, 2] & KEY_MASK == third:
            if length < keys[known, 2] >> LENGTH_BIT:
                keys[known, 2] = third | (length << LENGTH_BIT)
                pool.parents[known] = parent
            return
        slot = (slot + 1) & mask
    number = progress[COUNT]
    progress[COUNT] = number + 1
    table[slot] = number + 1
    keys[number, 0] = first
    keys[number, 1] = second
    keys[number, 2] = third | (length << LENGTH_BIT)
    pool.parents[number] = parent
    pool.links[number] = pool.heads[queue, bucket]
    pool.heads[queue, bucket] = number
    pool.floors[queue] = min(pool.floors[queue], bucket)


@kernel
def begin(pool: Pool, key: Integers, length: int, parent: int, queue: int, bucket: int) -> None:
    """Add the root, of a key (3,), to an empty pool."""
    offer(pool, key[0], key[1], key[2], length, parent, queue, bucket)


@inlined
def take_best(pool: Pool, price: int) -> int:
    """Take the position to expand next out of its bucket; -1 if none is left.

    A queue competes by its best score plus, for each position it has had expanded, ``price`` 256ths of a bucket.
    """
    chosen = -1
    least = 1 << 60
    for queue in range(QUEUES):
        bucket = pool.floors[queue]
        while bucket < BUCKETS and pool.heads[queue, bucket] < 0:
            bucket += 1
        pool.floors[queue] = bucket
        cost = (bucket << 8) + pool.spent[queue] * price
        if bucket < BUCKETS and cost < least:
            least = cost
            chosen = queue
    if chosen < 0:
        return -1
    pool.spent[chosen] += 1
    number: int = pool.heads[chosen, pool.floors[chosen]]
    pool.heads[chosen, pool.floors[chosen]] = pool.links[number]
    return number


@kernel
def enlarge(old: Pool, new: Pool, start: int) -> int:
    """Carry the next few positions over into larger arrays, whose table holds those before ``start``.

    Returns where to go on, which is the count of positions once all are carried over.
    """
    stop: int = min(start + REBUILD_STEP, old.progress[COUNT])
    mask = new.table.shape[0] - 1
    for number in range(start, stop):
        for word in range(3):
            new.keys[number, word] = old.keys[number, word]
        new.parents[number] = old.parents[number]
        new.links[number] = old.links[number]
        slot = slot_of(old.keys[number, 0], old.keys[number, 1], old.keys[number, 2] & KEY_MASK, mask)
        while new.table[slot]:
            slot = (slot + 1) & mask
        new.table[slot] = number + 1
    return stop
