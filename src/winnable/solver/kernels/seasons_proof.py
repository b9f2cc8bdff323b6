"""Czarina's proofs of loss: everything that could be played, depth first, with nogoods for what is lost already.

From a position first come all its **arrangements**, reached by moves between piles that no refill follows; every other
move leads from one of them to a new position, which is lost if a nogood fits it or the search finds it so. If all are, a
new nogood is learned: what they looked at, taken together. Arrangements that differ only in cards of one
rank that never go up count once. Which cards those are is guessed (all but each suit's next), and when a proof
turns out to go beyond the guess, the arrangements are made anew with what is known by then.

Of these dominances ``kernels.seasons`` has the flags: *safe moves*; *late moves*: a move between piles that no refill
follows can wait until something hangs on it, so after one only moves from or to its piles are made; *ranks only*: see
``seasons_nogoods``. A position is a row of 72 bytes here, as told there.
"""

from typing import NamedTuple

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.seasons import (
    DEALT,
    FLAGS,
    FLOOR,
    FROM_STOCK,
    FROM_WASTE,
    HOMES,
    PILE_COUNT,
    PILES,
    RANKS,
    STOCK_SIZE,
    SUITS,
    TABLE,
    TO_HOME,
    TO_WASTE,
    TOPS,
    WASTE,
    Array,
    Bool,
    Int,
    copy,
    goes_up,
    is_won,
    make_move,
    safe_source,
    send_up,
    shift,
)
from winnable.solver.kernels.seasons_nogoods import (
    FOUND,
    LENGTHS,
    MOVED,
    NEEDED,
    RANKS_ONLY,
    REACHED,
    ROSE,
    ROW,
    SEEN,
    Nogoods,
    Survey,
    is_lost,
    learn,
)

LATE_MOVES = 4
FIRST, END, AT, EXIT, REFILLED, RAISED, TRIED, GUESS, KID_NEEDED, STEPS, FRAME = 15, 16, 17, 18, 19, 20, 21, 22, 26, 30, 32
EXITS = 64  # codes of moves: 8 * source + target
POLL_EVERY = 256
LOST, WON, NODES_OUT, STOPPED, NO_ROOM, RUNNING = range(6)
STATUS, EXPANDED, DEPTH = range(3)


class Task(NamedTuple):
    """What is to be proved lost."""

    root: Array  # uint8[72], the position
    stock: Array  # uint8, the stock in the order of turning
    place: Array  # int64[52], each card's place in the stock, -1 for none
    rules: Array  # int64[8]
    zobrist: Array  # int64[52, 54, 2]
    spots: Array  # int64[52, 65], random numbers for each place in a pile and card, or rank after 52


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
    scratch: Array  # int64[2]


@inlined
def stir(number: Int) -> Int:
    """Spread a sum over all bits, so that sums of such numbers tell piles apart."""
    number = (number ^ (number >> 31)) * -7046029254386353131
    return number ^ (number >> 29)


@inlined
def spot(task: Task, frame: Array, index: Int, card: Int) -> Int:
    """The number of a card at an index of a pile, or of its rank alone if it is guessed never to go up."""
    if card >> 2 <= frame[GUESS + (card & 3)]:
        return task.spots[index, card]
    return task.spots[index, 52 + (card >> 2)]


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
def note_first(task: Task, frame: Array, stack: Stack) -> None:
    """Reckon the keys of a position, the first of its arrangements."""
    first = frame[FIRST]
    row = stack.rows[first]
    key = np.int64(0)
    for pile in range(PILES):
        total = np.int64(0)
        index = np.int64(row[LENGTHS + pile]) - 1
        card = np.int64(row[TOPS + pile])
        while card < TABLE:
            total += spot(task, frame, index, card)
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
def arrange_by(task: Task, frame: Array, stack: Stack, node: Int, source: Int, target: Int) -> None:
    """Move a card between two piles of an arrangement, and keep what comes out if it is new."""
    row = stack.rows[node]
    card = np.int64(row[TOPS + source])
    old, new = stack.piles[node, source], stack.piles[node, target]
    one = old - spot(task, frame, np.int64(row[LENGTHS + source]) - 1, card)
    other = new + spot(task, frame, np.int64(row[LENGTHS + target]), card)
    key = stack.keys[node] - stir(old) - stir(new) + stir(one) + stir(other)
    at = note(stack, frame, key)
    if at >= 0:
        allow(stack, at, one, other)
        return
    fresh = frame[END]
    stack.origins[fresh] = node
    stack.causes[fresh] = 16 * source + target
    copy(row, stack.rows[fresh], ROW)
    shift(stack.rows[fresh], stack.scratch, task.zobrist, source, target)
    stack.rows[fresh, LENGTHS + source] -= 1
    stack.rows[fresh, LENGTHS + target] += 1
    stack.rows[fresh, MOVED] = 1 << source | 1 << target
    copy(stack.piles[node], stack.piles[fresh], PILES)
    stack.piles[fresh, source] = one
    stack.piles[fresh, target] = other
    frame[END] += 1


@inlined
def takes(rules: Array, card: Int, below: Int) -> Bool:
    """Whether a pile whose top is ``below`` takes a card."""
    above = (card >> 2) + 1
    return below < TABLE and below >> 2 == (0 if above == rules[RANKS] else above)


@inlined
def will_refill(task: Task, row: Array) -> Bool:
    """Whether a pile that is emptied is filled at once."""
    return row[WASTE] != FLOOR or np.int64(row[DEALT]) < task.rules[STOCK_SIZE]


@inlined
def arrange_from(task: Task, frame: Array, stack: Stack, node: Int, source: Int) -> None:
    """Make all moves of a pile's top to other piles that no refill follows."""
    row = stack.rows[node]
    card = np.int64(row[TOPS + source])
    lone = row[card] == TABLE
    if lone and will_refill(task, row):
        return
    space = lone  # a lone card never moves to a space, and any other to the first one only
    for target in range(task.rules[PILE_COUNT]):
        below = np.int64(row[TOPS + target])
        if below == TABLE and not space:
            space = True
            arrange_by(task, frame, stack, node, source, target)
        elif target != source and takes(task.rules, card, below):
            arrange_by(task, frame, stack, node, source, target)


@inlined
def arrange_all(task: Task, frame: Array, stack: Stack, node: Int) -> Bool:
    """Make all moves between piles from an arrangement; False if there is no room."""
    if frame[END] + 2 * PILES * PILES > stack.keys.shape[0]:
        return False
    for source in range(task.rules[PILE_COUNT]):
        if stack.rows[node, TOPS + source] < TABLE:
            arrange_from(task, frame, stack, node, source)
    for pile in range(PILES):
        frame[SEEN + pile] = min(frame[SEEN + pile], np.int64(stack.rows[node, LENGTHS + pile]) - 1)
    return True


@inlined
def arrange(task: Task, frame: Array, stack: Stack, control: Array, out: Array) -> None:
    """List all arrangements of a position - in the endgame, where they are many, only the first."""
    note_first(task, frame, stack)
    node = frame[FIRST]
    while will_refill(task, stack.rows[frame[FIRST]]) and node < frame[END] and out[STATUS] == RUNNING:
        if not arrange_all(task, frame, stack, node):
            out[STATUS] = NO_ROOM
        if node % POLL_EVERY == 0 and control[0] != 0:
            out[STATUS] = STOPPED
        node += 1


@inlined
def is_exit(task: Task, frame: Array, row: Array, source: Int, target: Int) -> Bool:
    """Whether a move is legal in an arrangement, leads out of it, and is not to be made earlier."""
    if source > FROM_STOCK or (source == FROM_STOCK) != (target == TO_WASTE) or task.rules[PILE_COUNT] <= target < TO_HOME:
        return False
    card = np.int64(row[TOPS + source]) if source <= FROM_WASTE else 0
    if card >= TABLE:
        return False
    if source == FROM_STOCK:
        legal = np.int64(row[DEALT]) < task.rules[STOCK_SIZE]
    elif target == TO_HOME:
        legal = goes_up(row, card)
    elif source == FROM_WASTE:
        legal = takes(task.rules, card, np.int64(row[TOPS + target]))
    else:
        refilled = row[card] == TABLE and will_refill(task, row)
        legal = source != target and refilled and takes(task.rules, card, np.int64(row[TOPS + target]))
    free = frame[AT] == frame[FIRST] or not will_refill(task, row) or not task.rules[FLAGS] & LATE_MOVES
    if not legal or free:
        return legal
    touched = (1 << source | 1 << target) & 31
    return row[MOVED] & touched != 0


@inlined
def log(frame: Array, steps: Array, source: Int, target: Int, suit: Int) -> None:
    """Note a move on the way to a new position."""
    steps[frame[STEPS]] = 16 * source + (8 + suit if target == TO_HOME else target)
    frame[STEPS] += 1
    steps[frame[STEPS]] = -1


@inlined
def rise(task: Task, row: Array, stack: Stack, frame: Array, steps: Array) -> None:
    """Send up all cards that may safely go, and note how high the foundations must be for that."""
    source = safe_source(row, task.rules)
    while source >= 0:
        card = np.int64(row[TOPS + source])
        rank = card >> 2
        log(frame, steps, source, TO_HOME, card & 3)
        send_up(row, stack.scratch, task.zobrist, source)
        row[LENGTHS + source] -= 1
        for suit in range(task.rules[SUITS]):
            frame[KID_NEEDED + suit] = max(frame[KID_NEEDED + suit], rank - 1)
        source = safe_source(row, task.rules)


@inlined
def gather(task: Task, row: Array, stack: Stack, frame: Array, steps: Array) -> None:
    """Move cards to longer piles where they can be moved back, so that fewer arrangements are met apart."""
    source = 0
    while source < task.rules[PILE_COUNT]:
        card = np.int64(row[TOPS + source])
        moved = False
        if card < TABLE and row[card] < TABLE and takes(task.rules, card, np.int64(row[card])):
            for target in range(task.rules[PILE_COUNT]):
                below = np.int64(row[TOPS + target])
                if target == source or not takes(task.rules, card, below):
                    continue
                gain = np.int64(row[LENGTHS + target]) + 1 - np.int64(row[LENGTHS + source])
                if gain > 0 or (gain == 0 and below > np.int64(row[card])):
                    if frame[STEPS] + 1 == steps.shape[0]:
                        return
                    log(frame, steps, source, target, 0)
                    shift(row, stack.scratch, task.zobrist, source, target)
                    row[LENGTHS + source] -= 1
                    row[LENGTHS + target] += 1
                    moved = True
                    break
        source = 0 if moved else source + 1


@inlined
def leave(task: Task, frame: Array, stack: Stack, steps: Array, source: Int, target: Int) -> None:
    """Make a move out of an arrangement, and all safe ones after it, in the row behind the last arrangement."""
    before, row = stack.rows[frame[AT]], stack.rows[frame[END]]
    copy(before, row, ROW)
    frame[STEPS] = 0
    log(frame, steps, source, target, before[TOPS + source] & 3 if source <= FROM_WASTE else 0)
    make_move(row, stack.scratch, task.zobrist, task.stock, task.rules, source, target)
    frame[REFILLED] = -1
    if source < PILES and before[before[TOPS + source]] == TABLE and row[TOPS + source] != TABLE:
        frame[REFILLED] = source
    count_cards(row)
    for suit in range(4):
        frame[KID_NEEDED + suit] = 0
    rise(task, row, stack, frame, steps)
    gather(task, row, stack, frame, steps)
    frame[RAISED] = 0
    for suit in range(4):
        if row[HOMES + suit] != before[HOMES + suit]:
            frame[RAISED] |= 1 << suit


@inlined
def next_exit(task: Task, depth: Int, stack: Stack, limit: Int, control: Array, out: Array) -> Bool:
    """Make the next move that leads to a new position; False if none is left, or the search must stop."""
    frame = stack.frames[depth]
    while frame[AT] < frame[END]:
        if frame[EXIT] == 0:
            if out[EXPANDED] >= limit:
                out[STATUS] = NODES_OUT
                return False
            if out[EXPANDED] % POLL_EVERY == 0 and control[0] != 0:
                out[STATUS] = STOPPED
                return False
            out[EXPANDED] += 1
        while frame[EXIT] < EXITS:
            code = EXITS - 1 - frame[EXIT]  # the turn first: it leads to the nogoods that are most general
            frame[EXIT] += 1
            source, target = code >> 3, code & 7
            if is_exit(task, frame, stack.rows[frame[AT]], source, target):
                leave(task, frame, stack, stack.steps[depth + 1], source, target)
                return True
        if not will_refill(task, stack.rows[frame[FIRST]]) and not arrange_all(task, frame, stack, frame[AT]):
            out[STATUS] = NO_ROOM
            return False
        frame[AT] += 1
        frame[EXIT] = 0
    return False


@inlined
def start_frame(task: Task, frame: Array, stack: Stack, first: Int, control: Array, out: Array) -> None:
    """Begin with a position: nothing found yet but its tops."""
    row = stack.rows[first]
    for pile in range(PILES + 1):
        frame[SEEN + pile] = np.int64(row[LENGTHS + pile]) - 1
    frame[ROSE] = 0
    frame[TRIED] = 0
    for suit in range(4):
        frame[REACHED + suit] = np.int64(row[HOMES + suit])
        frame[NEEDED + suit] = 0
        frame[GUESS + suit] = frame[REACHED + suit] if task.rules[FLAGS] & RANKS_ONLY else 15
    frame[FIRST] = first
    frame[AT] = first
    frame[EXIT] = 0
    arrange(task, frame, stack, control, out)


@inlined
def take_in(frame: Array, stack: Stack) -> None:
    """Add what the proof of the position behind the last move looked at to what was found before."""
    found, row = stack.found, stack.rows[frame[END]]
    for pile in range(PILES + 1):
        frame[SEEN + pile] = min(frame[SEEN + pile], -1 if pile == frame[REFILLED] else found[SEEN + pile])
    frame[ROSE] |= found[ROSE] | frame[RAISED]
    for suit in range(4):
        reached = max(found[REACHED + suit], np.int64(row[HOMES + suit]))
        frame[REACHED + suit] = max(frame[REACHED + suit], reached)
        needed = max(found[NEEDED + suit], frame[KID_NEEDED + suit])
        frame[NEEDED + suit] = max(frame[NEEDED + suit], needed)
    frame[TRIED] = 1


@inlined
def rearrange(task: Task, frame: Array, stack: Stack, control: Array, out: Array) -> None:
    """List the arrangements anew if cards went up that were guessed not to."""
    wrong = False
    for suit in range(4):
        if (frame[ROSE] >> suit) & 1 and frame[REACHED + suit] > frame[GUESS + suit]:
            frame[GUESS + suit] = frame[REACHED + suit]
            wrong = True
    if not wrong:
        return
    before = frame[END]
    forget(stack, frame)
    arrange(task, frame, stack, control, out)
    if frame[END] != before or not will_refill(task, stack.rows[frame[FIRST]]):
        frame[AT] = frame[FIRST]
        frame[EXIT] = 0


@inlined
def begin(task: Task, stack: Stack, nogoods: Nogoods, out: Array) -> None:
    """Set the position up, with all safe moves made."""
    nogoods.heads[:] = -1
    nogoods.used[0] = 0
    out[:] = 0
    out[STATUS] = RUNNING
    copy(task.root, stack.rows[0], 64)
    count_cards(stack.rows[0])
    stack.table[:] = -1
    frame = stack.frames[0]
    frame[:] = 0
    stack.steps[0, 0] = -1
    rise(task, stack.rows[0], stack, frame, stack.steps[0])


@inlined
def finish(task: Task, depth: Int, stack: Stack, nogoods: Nogoods, view: Survey, out: Array) -> None:
    """Learn from a position all of whose moves are lost."""
    frame = stack.frames[depth]
    copy(frame, stack.found, FOUND)
    last = frame[END]
    cheap = not frame[TRIED] and last == frame[FIRST] + 1  # found out again as fast as looked up
    row = stack.rows[frame[FIRST]]
    if not cheap and not learn(row, task.rules, task.place, nogoods, view, stack.found):
        out[STATUS] = NO_ROOM
    forget(stack, frame)


@inlined
def enter(
    task: Task, depth: Int, first: Int, control: Array, stack: Stack, nogoods: Nogoods, view: Survey, out: Array
) -> Bool:  # fmt: skip
    """Take up a new position as the frame at ``depth``; False if that is not needed: it is lost, or won."""
    row = stack.rows[first]
    if is_won(row, task.rules):
        out[STATUS] = WON
        return False
    if is_lost(row, task.rules, task.place, nogoods, view, stack.found):
        return False
    start_frame(task, stack.frames[depth], stack, first, control, out)
    return True


@kernel
def prove(
    task: Task, limit: Int, control: Array, stack: Stack, nogoods: Nogoods, view: Survey, out: Array
) -> None:  # fmt: skip
    """Search a position by expanding at most ``limit`` arrangements.

    ``out`` (int64[3]) tells the STATUS: LOST, WON, or why it ended; how many were EXPANDED; and for a win the DEPTH of
    the last position. The stack then holds the line.
    """
    begin(task, stack, nogoods, out)
    depth = np.int64(-1)
    if enter(task, 0, 0, control, stack, nogoods, view, out):
        depth = 0
    while out[STATUS] == RUNNING and depth >= 0:
        frame = stack.frames[depth]
        if next_exit(task, depth, stack, limit, control, out):
            out[DEPTH] = depth + 1
            if depth + 1 == stack.frames.shape[0]:
                out[STATUS] = NO_ROOM
            elif enter(task, depth + 1, frame[END], control, stack, nogoods, view, out):
                depth += 1
                continue
        elif out[STATUS] == RUNNING:
            finish(task, depth, stack, nogoods, view, out)
            depth -= 1
        if out[STATUS] == RUNNING and depth >= 0:
            take_in(stack.frames[depth], stack)
            rearrange(task, stack.frames[depth], stack, control, out)
    if out[STATUS] == RUNNING:
        out[STATUS] = LOST
