"""Czarina's proofs of loss: everything that could be played, depth first, with nogoods for what is lost already.

From a position first come all its **arrangements**, reached by moves between piles that no refill follows; every other
move leads from one of them to a new position, which is lost if a nogood fits it or the search finds it so. If all
are, a new nogood is learned: what they looked at, taken together.

Of these dominances ``kernels.seasons`` has the flags: *safe moves*; *late moves*: a move between piles that no refill
follows can wait until something hangs on it, so after one only moves from or to its piles are made; *ranks only*: see
``seasons_nogoods``.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.seasons import (
    DEALT,
    FLAGS,
    FROM_STOCK,
    FROM_WASTE,
    HOMES,
    LATE_MOVES,
    PILE_COUNT,
    PILES,
    RANKS_ONLY,
    STOCK_SIZE,
    SUITS,
    TABLE,
    TO_HOME,
    TO_WASTE,
    TOPS,
    Array,
    Bool,
    Int,
    copy,
    goes_up,
    is_won,
    least_homes,
    make_move,
    safe_source,
    send_up,
    takes,
    will_refill,
)
from winnable.solver.kernels.seasons_arrange import (
    AT,
    DEPTH,
    END,
    EXIT,
    EXPANDED,
    FIRST,
    GUESS,
    KID_NEEDED,
    LOST,
    NO_ROOM,
    NODES_OUT,
    POLL_EVERY,
    RAISED,
    REFILLED,
    RUNNING,
    STATUS,
    STEPS,
    STOPPED,
    TRIED,
    WON,
    Stack,
    arrange,
    arrange_all,
    carry,
    count_cards,
    forget,
)
from winnable.solver.kernels.seasons_layers import Problem
from winnable.solver.kernels.seasons_nogoods import (
    FOUND,
    LENGTHS,
    MOVED,
    NEEDED,
    REACHED,
    ROSE,
    ROW,
    SEEN,
    Nogoods,
    Survey,
    is_lost,
    learn,
)

EXITS = 64  # codes of moves: 8 * source + target


@inlined
def is_exit(problem: Problem, frame: Array, row: Array, source: Int, target: Int) -> Bool:
    """Whether a move is legal in an arrangement, leads out of it, and is not to be made earlier."""
    if source > FROM_STOCK or (source == FROM_STOCK) != (target == TO_WASTE):
        return False
    if problem.rules[PILE_COUNT] <= target < TO_HOME:
        return False
    card = np.int64(row[TOPS + source]) if source <= FROM_WASTE else 0
    if card >= TABLE:
        return False
    if source == FROM_STOCK:
        legal = np.int64(row[DEALT]) < problem.rules[STOCK_SIZE]
    elif target == TO_HOME:
        legal = goes_up(row, card)
    elif source == FROM_WASTE:
        legal = takes(problem.rules, np.int64(row[TOPS + target]), card)
    else:
        refilled = row[card] == TABLE and will_refill(row, problem.rules)
        legal = source != target and refilled and takes(problem.rules, np.int64(row[TOPS + target]), card)
    free = frame[AT] == frame[FIRST] or not will_refill(row, problem.rules) or not problem.rules[FLAGS] & LATE_MOVES
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
def rise(problem: Problem, row: Array, stack: Stack, frame: Array, steps: Array) -> None:
    """Send up all cards that may safely go, and note how high the foundations must be for that."""
    source = safe_source(row, problem.rules)
    while source >= 0:
        card = np.int64(row[TOPS + source])
        rank = card >> 2
        log(frame, steps, source, TO_HOME, card & 3)
        send_up(row, stack.scratch, problem.zobrist, source)
        row[LENGTHS + source] -= 1
        for suit in range(problem.rules[SUITS]):
            frame[KID_NEEDED + suit] = max(frame[KID_NEEDED + suit], least_homes(rank))
        source = safe_source(row, problem.rules)


@inlined
def longer_pile(rules: Array, row: Array, source: Int) -> Int:
    """A longer pile (or as long, with a higher top) that a pile's top card can go to and come back from; or -1."""
    card = np.int64(row[TOPS + source])
    if card >= TABLE or not takes(rules, np.int64(row[card]), card):
        return -1
    for target in range(rules[PILE_COUNT]):
        below = np.int64(row[TOPS + target])
        gain = np.int64(row[LENGTHS + target]) + 1 - np.int64(row[LENGTHS + source])
        longer = gain > 0 or (gain == 0 and below > np.int64(row[card]))
        if longer and target != source and takes(rules, below, card):
            return target
    return -1


@inlined
def gather(problem: Problem, row: Array, stack: Stack, frame: Array, steps: Array) -> None:
    """Move cards to longer piles where they can be moved back, so that fewer arrangements are met apart."""
    source = 0
    while source < problem.rules[PILE_COUNT] and frame[STEPS] + 1 < steps.shape[0]:
        target = longer_pile(problem.rules, row, source)
        if target < 0:
            source += 1
        else:
            log(frame, steps, source, target, 0)
            carry(problem, stack, row, source, target)
            source = 0


@inlined
def leave(problem: Problem, frame: Array, stack: Stack, steps: Array, source: Int, target: Int) -> None:
    """Make a move out of an arrangement, and all safe ones after it, in the row behind the last arrangement."""
    before, row = stack.rows[frame[AT]], stack.rows[frame[END]]
    copy(before, row, ROW)
    frame[STEPS] = 0
    log(frame, steps, source, target, before[TOPS + source] & 3 if source <= FROM_WASTE else 0)
    make_move(row, stack.scratch, problem.zobrist, problem.stock, problem.rules, source, target)
    frame[REFILLED] = -1
    if source < PILES and before[before[TOPS + source]] == TABLE and row[TOPS + source] != TABLE:
        frame[REFILLED] = source
    count_cards(row)
    for suit in range(4):
        frame[KID_NEEDED + suit] = 0
    rise(problem, row, stack, frame, steps)
    gather(problem, row, stack, frame, steps)
    frame[RAISED] = 0
    for suit in range(4):
        if row[HOMES + suit] != before[HOMES + suit]:
            frame[RAISED] |= 1 << suit


@inlined
def next_exit(problem: Problem, depth: Int, stack: Stack, limit: Int, control: Array, out: Array) -> Bool:
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
            if is_exit(problem, frame, stack.rows[frame[AT]], source, target):
                leave(problem, frame, stack, stack.steps[depth + 1], source, target)
                return True
        if not will_refill(stack.rows[frame[FIRST]], problem.rules) and not arrange_all(
            problem, frame, stack, frame[AT]
        ):
            out[STATUS] = NO_ROOM
            return False
        frame[AT] += 1
        frame[EXIT] = 0
    return False


@inlined
def start_frame(problem: Problem, frame: Array, stack: Stack, first: Int, control: Array, out: Array) -> None:
    """Begin with a position: nothing found yet but its tops."""
    row = stack.rows[first]
    for pile in range(PILES + 1):
        frame[SEEN + pile] = np.int64(row[LENGTHS + pile]) - 1
    frame[ROSE] = 0
    frame[TRIED] = 0
    for suit in range(4):
        frame[REACHED + suit] = np.int64(row[HOMES + suit])
        frame[NEEDED + suit] = 0
        frame[GUESS + suit] = frame[REACHED + suit] if problem.rules[FLAGS] & RANKS_ONLY else 15
    frame[FIRST] = first
    frame[AT] = first
    frame[EXIT] = 0
    arrange(problem, frame, stack, control, out)


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
def rearrange(problem: Problem, frame: Array, stack: Stack, control: Array, out: Array) -> None:
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
    arrange(problem, frame, stack, control, out)
    if frame[END] != before or not will_refill(stack.rows[frame[FIRST]], problem.rules):
        frame[AT] = frame[FIRST]
        frame[EXIT] = 0


@inlined
def begin(problem: Problem, stack: Stack, nogoods: Nogoods, out: Array) -> None:
    """Set the position up, with all safe moves made."""
    nogoods.heads[:] = -1
    nogoods.used[0] = 0
    out[:] = 0
    out[STATUS] = RUNNING
    copy(problem.root, stack.rows[0], 64)
    count_cards(stack.rows[0])
    stack.table[:] = -1
    frame = stack.frames[0]
    frame[:] = 0
    stack.steps[0, 0] = -1
    rise(problem, stack.rows[0], stack, frame, stack.steps[0])


@inlined
def finish(problem: Problem, depth: Int, stack: Stack, nogoods: Nogoods, view: Survey, out: Array) -> None:
    """Learn from a position all of whose moves are lost."""
    frame = stack.frames[depth]
    copy(frame, stack.found, FOUND)
    cheap = not frame[TRIED] and frame[END] == frame[FIRST] + 1  # found out again as fast as looked up
    row = stack.rows[frame[FIRST]]
    if not cheap and not learn(row, problem.rules, problem.place, nogoods, view, stack.found):
        out[STATUS] = NO_ROOM
    forget(stack, frame)


@inlined
def enter(
    problem: Problem, depth: Int, first: Int, control: Array, stack: Stack, nogoods: Nogoods, view: Survey, out: Array
) -> Bool:  # fmt: skip
    """Take up a new position as the frame at ``depth``; False if that is not needed: it is lost, or won."""
    row = stack.rows[first]
    if is_won(row, problem.rules):
        out[STATUS] = WON
        return False
    if is_lost(row, problem.rules, problem.place, nogoods, view, stack.found):
        return False
    start_frame(problem, stack.frames[depth], stack, first, control, out)
    return True


@kernel
def prove(
    problem: Problem, limit: Int, control: Array, stack: Stack, nogoods: Nogoods, view: Survey, out: Array
) -> None:  # fmt: skip
    """Search a position by expanding at most ``limit`` arrangements.

    ``out`` (int64[3]) tells the STATUS: LOST, WON, or why it ended; how many were EXPANDED; and for a win the DEPTH of
    the last position. The stack then holds the line.
    """
    begin(problem, stack, nogoods, out)
    depth = np.int64(0) if enter(problem, 0, 0, control, stack, nogoods, view, out) else np.int64(-1)
    while out[STATUS] == RUNNING and depth >= 0:
        frame = stack.frames[depth]
        if next_exit(problem, depth, stack, limit, control, out):
            out[DEPTH] = depth + 1
            if depth + 1 == stack.frames.shape[0]:
                out[STATUS] = NO_ROOM
            elif enter(problem, depth + 1, frame[END], control, stack, nogoods, view, out):
                depth += 1
                continue
        elif out[STATUS] == RUNNING:
            finish(problem, depth, stack, nogoods, view, out)
            depth -= 1
        if out[STATUS] == RUNNING and depth >= 0:
            take_in(stack.frames[depth], stack)
            rearrange(problem, stack.frames[depth], stack, control, out)
    if out[STATUS] == RUNNING:
        out[STATUS] = LOST
