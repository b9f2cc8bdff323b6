"""The positions that a search of Canfield or Klondike has found: their keys, a hash table, one queue by score.

A key is three words and says the position exactly, pile order aside, which never matters: no two positions
share a key.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from winnable.solver.kernels.jit import inlined, kernel

Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]

WASTE_BIT = 30  # of a key's last word, above the codes: the cards in the waste
CODES = (1 << WASTE_BIT) - 1
BUCKETS = 4096
REBUILD_STEP = 1 << 13


class Pool(NamedTuple):
    """All positions found, numbered in the order they were found."""

    keys: Integers  # (capacity, 3)
    parents: Numbers  # (capacity,): the number of the position it was found from, -1 at the root
    links: Numbers  # (capacity,): the next position in its bucket, or -1
    table: Numbers  # (a power of two,): position number + 1 where a hash led to, or 0
    heads: Numbers  # (4096,): for a score, the position last put in that bucket, or -1
    progress: Integers  # (8,): see COUNT and the entries after it


# Entries of Pool.progress; no bucket below FLOOR is filled, and TOO_LONG is 1 once a run of Rules.longest was met.
COUNT, EXPANDED, LIMIT, WON, REPORTED, FLOOR, TOO_LONG = range(7)


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
def is_covered(known: int, wanted: int, draw: int) -> bool:
    """Whether a position with the last word ``known`` of its key is as good as one with the word ``wanted``.

    The other words are equal. ``draw`` is the cards a turn takes if any number of turns may be made between the
    positions' own moves, else 0. A waste of 0 then stands for all that turns lead back to.
    """
    if known == wanted:
        return True
    if draw == 0 or (known ^ wanted) & CODES != 0:
        return False
    now, later = known >> WASTE_BIT, wanted >> WASTE_BIT
    return later == 0 or (now != 0 and now <= later and (later - now) % draw == 0)


@inlined
def find_slot(pool: Pool, key: Integers, draw: int) -> int:
    """The slot of the table where a position is that covers the one with a key (3,), or the free one where it goes.

    ``draw`` is as ``is_covered`` has it.
    """
    table, keys = pool.table, pool.keys
    mask = table.shape[0] - 1
    slot = slot_of(key[0], key[1], key[2] & CODES, mask)
    while table[slot]:
        known = table[slot] - 1
        if keys[known, 0] == key[0] and keys[known, 1] == key[1] and is_covered(keys[known, 2], key[2], draw):
            break
        slot = (slot + 1) & mask
    return slot


@inlined
def add(pool: Pool, key: Integers, slot: int, parent: int, bucket: int) -> None:
    """Add the position of a key (3,) to a bucket; ``slot`` is the free one that ``find_slot`` gave."""
    progress = pool.progress
    number = progress[COUNT]
    progress[COUNT] = number + 1
    pool.table[slot] = number + 1
    for word in range(3):
        pool.keys[number, word] = key[word]
    pool.parents[number] = parent
    pool.links[number] = pool.heads[bucket]
    pool.heads[bucket] = number
    progress[FLOOR] = min(progress[FLOOR], bucket)


@inlined
def take_best(pool: Pool) -> int:
    """Take the position to expand next out of its bucket; -1 if none is left."""
    bucket = pool.progress[FLOOR]
    while bucket < BUCKETS and pool.heads[bucket] < 0:
        bucket += 1
    pool.progress[FLOOR] = bucket
    if bucket == BUCKETS:
        return -1
    number = pool.heads[bucket]
    pool.heads[bucket] = pool.links[number]
    return int(number)


@kernel
def fill_table(pool: Pool, start: int) -> int:
    """Put the next few positions into a larger table, which holds those before ``start``.

    Returns where to go on, which is the count of positions once all are in.
    """
    stop: int = min(start + REBUILD_STEP, pool.progress[COUNT])
    mask = pool.table.shape[0] - 1
    for number in range(start, stop):
        slot = slot_of(pool.keys[number, 0], pool.keys[number, 1], pool.keys[number, 2] & CODES, mask)
        while pool.table[slot]:
            slot = (slot + 1) & mask
        pool.table[slot] = number + 1
    return stop
