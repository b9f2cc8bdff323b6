"""Czarina's proofs of loss: a position's arrangements, and the stack that holds them.

The arrangements of a position are what moves between piles make of it that no refill follows. Those that differ only
in cards of one rank that never go up count once. Which cards those are is guessed (all but each suit's next), and
when a proof turns out to go beyond the guess, the arrangements are made anew with what is known by then. In the
endgame, when stock and waste are out and spaces stay, there can be hundreds of thousands: there they are made only
as the search comes to them.

A position is a row of 72 bytes here; ``seasons_nogoods`` tells of the last nine.
"""

from typing import NamedTuple

import numpy as np

from winnable.solver.kernels.jit import inlined
from winnable.solver.kernels.seasons import (
    PILE_COUNT,
    PILES,
    TABLE,
    TOPS,
    Array,
    Bool,
    Int,
    copy,
    shift,
    takes,
    will_refill,
)
from winnable.solver.kernels.seasons_layers import Problem
from winnable.solver.kernels.seasons_nogoods import FOUND, LENGTHS, MOVED, ROW, SEEN

FIRST, END, AT, EXIT, REFILLED, RAISED, TRIED = range(FOUND, FOUND + 7)
GUESS, KID_NEEDED, STEPS, FRAME = 22, 26, 30, 32
POLL_EVERY = 256
LOST, WON, NODES_OUT, STOPPED, NO_ROOM, RUNNING = range(6)
STATUS, EXPANDED, DEPTH = range(3)


class Stack(NamedTuple):
    """The positions that led to the one at work, each with its arrangements."""

    rows: Array  # uint8[most, 72]
    keys: Array  # int64[most], what is the same for arrangements that count once
    piles: Array  # int64[most, 5], the same for each pile
    slots: Array  # int32[most], where the table has each row
    table: Array  # int32[a power of two, more than most], rows by key, -1 for none
    origins: Array  # int32[most], from which row an arrangement was made
    causes: Array  # int16[most], by which move
    frames: Array  # int64[depth, FRAME]: what was found so far, then FIRST to STEPS
    steps: Array  # int16[depth + 1, 128], the moves from the last frame's arrangement to a frame's position, then -1
    found: Array  # int64[FOUND], what the proof of the position just left looked at
    spots: Array  # int64[52, 65], random numbers for each place in a pile and card, or rank after 52
    scratch: Array  # int64[2], the key that moves renew and nobody reads here


@inlined
def stir(number: Int) -> Int:
    """Spread a sum over all bits, so that sums of such numbers tell piles apart."""
    number = (number ^ (number >> 31)) * -7046029254386353131
    return number ^ (number >> 29)


@inlined
def spot(stack: Stack, frame: Array, index: Int, card: Int) -> Int:
    """The number of a card at an index of a pile, or of its rank alone if it is guessed never to go up.

    The lowest card always counts itself: piles that only look alike may not be alike where a nogood fits.
    """
    if index == 0 or card >> 2 <= frame[GUESS + (card & 3)]:
        return stack.spots[index, card]
    return stack.spots[index, 52 + (card >> 2)]


@inlined
def count_cards(row: Array) -> None:
    """Write the lengths of the piles and of the waste behind a row."""
    for pile in range(PILES + 1):
        length = 0
        card = row[TOPS + pile]
        while card < TABLE:
            length += 1
            card = row[card]
        row[LENGTHS + pile] = length


@inlined
def carry(problem: Problem, stack: Stack, row: Array, source: Int, target: Int) -> None:
    """Carry the top card of a pile to another, which nothing refills."""
    shift(row, stack.scratch, problem.zobrist, source, target)
    row[LENGTHS + source] -= 1
    row[LENGTHS + target] += 1


@inlined
def note(stack: Stack, frame: Array, key: Int) -> Int:
    """The row of the frame's arrangement with this key; -1 if there is none, and the row at END is noted as it."""
    mask = stack.table.shape[0] - 1
    slot = (key ^ frame[FIRST] * 40503) & mask
    while stack.table[slot] >= 0:
        row = np.int64(stack.table[slot])
        if row >= frame[FIRST] and stack.keys[row] == key:
            return row
        slot = (slot + 1) & mask
    stack.table[slot] = frame[END]
    stack.slots[frame[END]] = slot
    stack.keys[frame[END]] = key
    return -1


@inlined
def forget(stack: Stack, frame: Array) -> None:
    """Take a frame's arrangements out of the table, last first, so that no probe for an older one breaks off."""
    while frame[END] > frame[FIRST]:
        frame[END] -= 1
        stack.table[stack.slots[frame[END]]] = -1


@inlined
def note_first(frame: Array, stack: Stack) -> None:
    """Reckon the keys of a position, the first of its arrangements."""
    first = frame[FIRST]
    row = stack.rows[first]
    key = np.int64(0)
    for pile in range(PILES):
        total = np.int64(0)
        index = np.int64(row[LENGTHS + pile]) - 1
        card = np.int64(row[TOPS + pile])
        while card < TABLE:
            total += spot(stack, frame, index, card)
            index -= 1
            card = np.int64(row[card])
        stack.piles[first, pile] = total
        key += stir(total)
    row[MOVED] = 31
    frame[END] = first
    note(stack, frame, key)
    frame[END] = first + 1


@inlined
def allow(stack: Stack, at: Int, one: Int, other: Int) -> None:
    """Let an arrangement met once more make the moves that hang on the two piles by which it was reached now."""
    for pile in range(PILES):
        if stack.piles[at, pile] == one or stack.piles[at, pile] == other:
            stack.rows[at, MOVED] |= 1 << pile


@inlined
def arrange_by(problem: Problem, frame: Array, stack: Stack, node: Int, source: Int, target: Int) -> None:
    """Move a card between two piles of an arrangement, and keep what comes out if it is new."""
    row = stack.rows[node]
    card = np.int64(row[TOPS + source])
    old, new = stack.piles[node, source], stack.piles[node, target]
    one = old - spot(stack, frame, np.int64(row[LENGTHS + source]) - 1, card)
    other = new + spot(stack, frame, np.int64(row[LENGTHS + target]), card)
    key = stack.keys[node] - stir(old) - stir(new) + stir(one) + stir(other)
    at = note(stack, frame, key)
    if at >= 0:
        allow(stack, at, one, other)
        return
    fresh = frame[END]
    stack.origins[fresh] = node
    stack.causes[fresh] = 16 * source + target
    copy(row, stack.rows[fresh], ROW)
    carry(problem, stack, stack.rows[fresh], source, target)
    stack.rows[fresh, MOVED] = 1 << source | 1 << target
    copy(stack.piles[node], stack.piles[fresh], PILES)
    stack.piles[fresh, source] = one
    stack.piles[fresh, target] = other
    frame[END] += 1


@inlined
def arrange_from(problem: Problem, frame: Array, stack: Stack, node: Int, source: Int) -> None:
    """Make all moves of a pile's top to other piles that no refill follows."""
    row = stack.rows[node]
    card = np.int64(row[TOPS + source])
    lone = row[card] == TABLE
    if lone and will_refill(row, problem.rules):
        return
    space = False  # only the first one is used
    for target in range(problem.rules[PILE_COUNT]):
        below = np.int64(row[TOPS + target])
        if below == TABLE and lone:
            frame[SEEN + source] = -1  # no use here, but of use to a pile with more cards: that there are none counts
        elif below == TABLE and not space:
            space = True
            arrange_by(problem, frame, stack, node, source, target)
        elif target != source and takes(problem.rules, below, card):
            arrange_by(problem, frame, stack, node, source, target)


@inlined
def arrange_all(problem: Problem, frame: Array, stack: Stack, node: Int) -> Bool:
    """Make all moves between piles from an arrangement; False if there is no room."""
    if frame[END] + 2 * PILES * PILES > stack.keys.shape[0]:
        return False
    for source in range(problem.rules[PILE_COUNT]):
        if stack.rows[node, TOPS + source] < TABLE:
            arrange_from(problem, frame, stack, node, source)
    for pile in range(PILES):
        frame[SEEN + pile] = min(frame[SEEN + pile], np.int64(stack.rows[node, LENGTHS + pile]) - 1)
    return True


@inlined
def arrange(problem: Problem, frame: Array, stack: Stack, control: Array, out: Array) -> None:
    """List all arrangements of a position - in the endgame, where they are many, only the first."""
    note_first(frame, stack)
    node = frame[FIRST]
    while will_refill(stack.rows[frame[FIRST]], problem.rules) and node < frame[END] and out[STATUS] == RUNNING:
        if not arrange_all(problem, frame, stack, node):
            out[STATUS] = NO_ROOM
        if node % POLL_EVERY == 0 and control[0] != 0:
            out[STATUS] = STOPPED
        node += 1
