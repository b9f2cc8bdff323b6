"""Czarina's proofs of loss: lost positions, each kept with no more than its proof looked at.

A proof of loss looks at few cards: the uppermost ones of some piles and of the waste. Any position that has dealt the
same cards and agrees in those is lost for the same reason, whatever lies beneath. Of most of them only the rank
counts: a card that no line of the proof could send up is as good as another of its rank. So one *nogood* stands
for very many positions. A position fits a nogood if

* as many cards were dealt, and the tops of the piles (in any order) and of the waste have the same ranks;
* every pile, and the waste, has at least as many cards as the proof looked at there, and exactly as many
  where it looked at all of them, since then it saw the pile emptied;
* of the cards looked at, those that could go up are the same, the others have the same ranks;
* foundations that rose somewhere in the proof are as high; of each of the others the next card is not to come from
  the stock nor among the cards looked at, and it is high enough where the proof called a move safe.

A nogood is three words of 64 bits. The first has ten fields, each with a bit above it that says *exactly*: the four
foundations (4 bits) and how much was looked at of each pile, in the order of ``survey``, and of the waste (6 bits).
The second is a hash of the cards looked at; the third has 48 bits more of it and how high each foundation got (4 bits
each). Four nogoods are a block, and the blocks of a bucket a chain.

A row (``kernels.seasons``) has eight bytes more here: the cards in each pile and in the waste. Its byte 63 has a bit
for each pile that the moves before it touched.
"""

from typing import NamedTuple

import numpy as np

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.seasons import DEALT, FLAGS, HOMES, PILES, RANKS_ONLY, TOPS, Array, Bool, Int

MOVED, LENGTHS, ROW = 63, 64, 72
SEEN, ROSE, REACHED, NEEDED, FOUND = 0, 6, 7, 11, 15
FIELDS, BUCKET, COMING, ORDER = 0, 1, 2, 3
A_BLOCK = 4
_EXACT_HOMES = sum(16 << 5 * suit for suit in range(4))
_EXACT_LENGTHS = sum(64 << (20 + 7 * slot) for slot in range(6))
_EXACT = _EXACT_HOMES | _EXACT_LENGTHS
_SPREAD = -7046029254386353131
_STIR = -4658895280553007687


class Nogoods(NamedTuple):
    """The nogoods learned so far, in buckets by cards dealt and ranks of the tops."""

    words: Array  # int64[blocks, 3 * A_BLOCK], the three words of a block's nogoods
    follow: Array  # int32[blocks], the next block of the same bucket, -1 for none
    filled: Array  # uint8[blocks], nogoods in each block
    heads: Array  # int32[a power of two], the first block of each bucket, -1 for none
    used: Array  # int64[1], blocks in use
    codes: Array  # int64[71, 2], random numbers for 52 cards, 13 ranks and 6 places


class Survey(NamedTuple):
    """What a position is looked up by."""

    facts: Array  # int64[8]: FIELDS, BUCKET, COMING (suits whose next card is in the stock), ORDER of the piles
    sums: Array  # int64[2], a hash


@inlined
def at_home(suit: Int) -> Int:
    """Where the first word has a foundation's field."""
    return 5 * suit


@inlined
def at_slot(slot: Int) -> Int:
    """Where the first word has the field of a pile (0-4, in the order of the survey) or the waste (5)."""
    return 20 + 7 * slot


@inlined
def sort_piles(row: Array, facts: Array) -> None:
    """Order the piles by rank of the top, then length, then top card, whatever their places."""
    for pile in range(PILES):
        card = np.int64(row[TOPS + pile])
        entry = (((card >> 2) * 64 + np.int64(row[LENGTHS + pile])) * 64 + card) * 8 + pile
        slot = pile
        while slot > 0 and facts[ORDER + slot - 1] > entry:
            facts[ORDER + slot] = facts[ORDER + slot - 1]
            slot -= 1
        facts[ORDER + slot] = entry
    for slot in range(PILES):
        facts[ORDER + slot] &= 7


@inlined
def survey(row: Array, place: Array, facts: Array) -> None:
    """Gather what a position is looked up by."""
    sort_piles(row, facts)
    bucket = np.int64(row[DEALT])
    fields = np.int64(0)
    for slot in range(PILES + 1):
        pile = facts[ORDER + slot] if slot < PILES else PILES
        fields |= np.int64(row[LENGTHS + pile]) << at_slot(slot)
        bucket = bucket * 16 + (np.int64(row[TOPS + pile]) >> 2)
    coming = np.int64(0)
    for suit in range(4):
        home = np.int64(row[HOMES + suit])
        fields |= home << at_home(suit)
        if home < 13 and place[4 * home + suit] >= np.int64(row[DEALT]):
            coming |= 1 << suit
    bucket *= _SPREAD
    facts[FIELDS] = fields
    facts[BUCKET] = bucket ^ (bucket >> 31)
    facts[COMING] = coming


@inlined
def fits(fields: Int, word: Int) -> Bool:
    """Whether a position's fields are at least those of a nogood's first word, and the same where it says exactly."""
    least = word & ~_EXACT
    free = ~word & _EXACT
    homes = free & _EXACT_HOMES
    lengths = free & _EXACT_LENGTHS
    most = least | (homes - (homes >> 4)) | (lengths - (lengths >> 6))
    return ((fields | _EXACT) - least) & ((most | _EXACT) - fields) & _EXACT == _EXACT


@inlined
def rising(word: Int) -> Int:
    """The suits, a bit for each, that rose somewhere in a nogood's proof."""
    suits = np.int64(0)
    for suit in range(4):
        suits |= ((word >> (at_home(suit) + 4)) & 1) << suit
    return suits


@inlined
def sum_up(row: Array, rules: Array, nogoods: Nogoods, view: Survey, word: Int, reached: Int) -> Bool:
    """Hash the cards that a nogood's proof looks at; False if a foundation that should not rise could.

    ``word`` is the nogood's first word, ``reached`` how high the foundations got, four bits each.
    """
    first, second = np.int64(0), np.int64(0)
    suits = rising(word)
    for slot in range(PILES + 1):
        card = np.int64(row[TOPS + (view.facts[ORDER + slot] if slot < PILES else PILES)])
        for _ in range((word >> at_slot(slot)) & 63):
            suit, rank = card & 3, card >> 2
            code = 52 + rank
            if (suits >> suit) & 1:
                if rank <= (reached >> (4 * suit)) & 15:
                    code = card
            elif rank == np.int64(row[HOMES + suit]):
                return False
            if not rules[FLAGS] & RANKS_ONLY:
                code = card
            first = (first ^ nogoods.codes[code, 0]) * _SPREAD
            second = (second ^ nogoods.codes[code, 1]) * _STIR
            first ^= first >> 29
            second ^= second >> 31
            card = np.int64(row[card])
        first = (first ^ nogoods.codes[65 + slot, 0]) * _SPREAD
        second = (second ^ nogoods.codes[65 + slot, 1]) * _STIR
    view.sums[0] = first
    view.sums[1] = second ^ (second >> 32)
    return True


@inlined
def tell(row: Array, view: Survey, word: Int, reached: Int, found: Array) -> None:
    """Write to ``found`` what the proof of a nogood looks at in a position that fits it.

    ``found`` (int64[FOUND]): from SEEN the lowest index looked at in each pile and the waste, -1 for emptied; ROSE, the
    suits that rose; from REACHED how high; from NEEDED how high foundations must be for a safe move.
    """
    for slot in range(PILES + 1):
        pile = view.facts[ORDER + slot] if slot < PILES else PILES
        seen = (word >> at_slot(slot)) & 127
        found[SEEN + pile] = -1 if seen >= 64 else np.int64(row[LENGTHS + pile]) - seen
    found[ROSE] = rising(word)
    for suit in range(4):
        if (found[ROSE] >> suit) & 1:
            found[REACHED + suit] = (reached >> (4 * suit)) & 15
            found[NEEDED + suit] = 0
        else:
            found[REACHED + suit] = np.int64(row[HOMES + suit])
            found[NEEDED + suit] = (word >> at_home(suit)) & 15


@inlined
def is_lost(row: Array, rules: Array, place: Array, nogoods: Nogoods, view: Survey, found: Array) -> Bool:
    """Whether a position fits a nogood; if so ``found`` tells what the proof looks at (``tell``)."""
    survey(row, place, view.facts)
    fields, coming = view.facts[FIELDS], view.facts[COMING]
    block = np.int64(nogoods.heads[view.facts[BUCKET] & (nogoods.heads.shape[0] - 1)])
    while block >= 0:
        for entry in range(np.int64(nogoods.filled[block])):
            word = nogoods.words[block, entry]
            if not fits(fields, word) or coming & ~rising(word):
                continue
            last = nogoods.words[block, 2 * A_BLOCK + entry]
            if not sum_up(row, rules, nogoods, view, word, last & 65535):
                continue
            if nogoods.words[block, A_BLOCK + entry] == view.sums[0] and (last ^ view.sums[1]) >> 16 == 0:
                tell(row, view, word, last & 65535, found)
                return True
        block = np.int64(nogoods.follow[block])
    return False


@inlined
def learn(row: Array, rules: Array, place: Array, nogoods: Nogoods, view: Survey, found: Array) -> Bool:
    """Keep a lost position with what its proof looked at (``tell``); False if there is no room."""
    survey(row, place, view.facts)
    word, reached = np.int64(0), np.int64(0)
    for slot in range(PILES + 1):
        pile = view.facts[ORDER + slot] if slot < PILES else PILES
        length = np.int64(row[LENGTHS + pile])
        seen = 64 + length if found[SEEN + pile] < 0 else length - found[SEEN + pile]
        word |= seen << at_slot(slot)
    for suit in range(4):
        if (found[ROSE] >> suit) & 1:
            reached |= found[REACHED + suit] << (4 * suit)
            word |= (16 + np.int64(row[HOMES + suit])) << at_home(suit)
        else:
            word |= found[NEEDED + suit] << at_home(suit)
    if not sum_up(row, rules, nogoods, view, word, reached):
        return True  # a card that could go up was passed over; such a proof is not carried over to others
    bucket = view.facts[BUCKET] & (nogoods.heads.shape[0] - 1)
    block = np.int64(nogoods.heads[bucket])
    if block < 0 or nogoods.filled[block] == A_BLOCK:
        if nogoods.used[0] == nogoods.filled.shape[0]:
            return False
        nogoods.follow[nogoods.used[0]] = block
        block = nogoods.used[0]
        nogoods.used[0] += 1
        nogoods.filled[block] = 0
        nogoods.heads[bucket] = block
    entry = np.int64(nogoods.filled[block])
    nogoods.words[block, entry] = word
    nogoods.words[block, A_BLOCK + entry] = view.sums[0]
    nogoods.words[block, 2 * A_BLOCK + entry] = (view.sums[1] & ~65535) | reached
    nogoods.filled[block] += 1
    return True
