"""The search of Canfield and Klondike: best first, exact keys, turns folded into the moves that need them."""

import numpy as np

from winnable.solver.kernels.canfield_board import (
    HEIGHTS,
    HELD,
    RESERVE,
    ROW,
    SIZE,
    SPACE,
    SPACES,
    TOPS,
    Bytes,
    Rules,
    finish_key,
    is_won,
    raise_safely,
    read_key,
)
from winnable.solver.kernels.canfield_moves import MOST_MOVES, Desk, list_moves, make_move
from winnable.solver.kernels.canfield_pool import (
    BUCKETS,
    COUNT,
    EXPANDED,
    LIMIT,
    REPORTED,
    WON,
    Integers,
    Pool,
    add,
    find_slot,
    take_best,
)
from winnable.solver.kernels.jit import inlined, kernel

RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, FULL, STOPPED = range(6)
POLL_EVERY = 512

# Entries of Rules.weights: what a position costs for each card up, in the reserve, in waste and stock, face down;
# for each space; for each card over a lower one of its suit; on a card that doesn't take it; over a needed card in
# a pile; over one in the reserve; and for each card that the highest foundation is above the lowest.
UP_WEIGHT, HELD_WEIGHT, SIZE_WEIGHT, HIDDEN_WEIGHT, SPACE_WEIGHT = range(5)
BAD_WEIGHT, LOOSE_WEIGHT, DEPTH_WEIGHT, RESERVE_WEIGHT, SPREAD_WEIGHT = range(5, 10)


@inlined
def new_desk() -> Desk:
    """Arrays to work on."""
    return Desk(
        np.zeros(ROW, np.uint8),
        np.zeros(3, np.int64),
        np.zeros(ROW, np.uint8),
        np.zeros(3, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(128, np.int64),
    )


@inlined
def weigh_pile(row: Bytes, rules: Rules, top: int) -> int:
    """A pile's part of a position's score."""
    weights = rules.weights
    total = 0
    depth = 0
    card = top
    while card != SPACE:
        code = row[card]
        below = int(rules.belows[card, code])
        if card >> 2 == row[HEIGHTS + (card & 3)]:
            total += weights[DEPTH_WEIGHT] * depth
        if below != SPACE:
            if not rules.built[card, code]:
                total += weights[LOOSE_WEIGHT]
            if code == 0 and rules.hidden[below]:
                total += weights[HIDDEN_WEIGHT]
            if below & 3 == card & 3 and below < card:
                total += weights[BAD_WEIGHT]
        depth += 1
        card = below
    return total


@inlined
def weigh(row: Bytes, rules: Rules) -> int:
    """A position's score, lower is better."""
    weights = rules.weights
    total = weights[HELD_WEIGHT] * row[HELD] + weights[SIZE_WEIGHT] * row[SIZE] + weights[SPACE_WEIGHT] * row[SPACES]
    for pile in range(rules.piles):
        total += weigh_pile(row, rules, int(row[TOPS + pile]))
    lowest = rules.ranks
    highest = 0
    for suit in range(rules.suits):
        height = int(row[HEIGHTS + suit])
        total += weights[UP_WEIGHT] * height
        lowest = min(lowest, height)
        highest = max(highest, height)
        card = 4 * height + suit
        if height < rules.ranks and row[card] == 0 and rules.belows[card, 0] == RESERVE:
            for place in range(int(row[HELD])):
                if rules.reserve[place] == card:
                    total += weights[RESERVE_WEIGHT] * (row[HELD] - 1 - place)
    total += weights[SPREAD_WEIGHT] * (highest - lowest)
    return int(total)


@inlined
def bucket_of(row: Bytes, rules: Rules) -> int:
    """The bucket of a position's score."""
    return int(min(max(weigh(row, rules) + BUCKETS // 2, 0), BUCKETS - 1))


@kernel
def begin(rules: Rules, pool: Pool, key: Integers) -> bool:
    """Add the root of a key (3,), after its safe moves, to an empty pool; whether it is won."""
    desk = new_desk()
    for word in range(3):
        desk.key[word] = key[word]
    read_key(desk.key, desk.row, rules)
    raise_safely(desk.row, desk.key, rules)
    finish_key(desk.row, desk.key, rules)
    add(pool, desk.key, find_slot(pool, desk.key), -1, bucket_of(desk.row, rules))
    return is_won(desk.row, rules)


@kernel
def search(rules: Rules, pool: Pool, control: Integers) -> int:
    """Expand positions, best first, until there is an answer or a limit is met; return which (FOUND...).

    ``control`` (8,): stops soon after entry 0 becomes nonzero, adds the positions expanded to entry 1.
    """
    desk = new_desk()
    progress = pool.progress
    room = min(pool.keys.shape[0], pool.table.shape[0] // 4 * 3) - MOST_MOVES
    state = RUNNING
    while state == RUNNING:
        if progress[EXPANDED] % POLL_EVERY == 0 and control[0] != 0:
            state = STOPPED
        elif progress[EXPANDED] >= progress[LIMIT]:
            state = OUT_OF_NODES
        elif progress[COUNT] > room:
            state = FULL
        else:
            number = take_best(pool)
            state = EXHAUSTED if number < 0 else expand(rules, pool, desk, number)
    control[1] += progress[EXPANDED] - progress[REPORTED]
    progress[REPORTED] = progress[EXPANDED]
    return state


@inlined
def expand(rules: Rules, pool: Pool, desk: Desk, number: int) -> int:
    """Add all that can be reached from a position by one move; return FOUND or RUNNING."""
    for word in range(3):
        desk.key[word] = pool.keys[number, word]
    read_key(desk.key, desk.row, rules)
    pool.progress[EXPANDED] += 1
    for index in range(list_moves(desk.row, rules, desk.moves, desk.reach)):
        make_move(desk, rules, desk.moves[index])
        slot = find_slot(pool, desk.child_key)
        if pool.table[slot] == 0:
            add(pool, desk.child_key, slot, number, bucket_of(desk.child, rules))
            if is_won(desk.child, rules):
                pool.progress[WON] = pool.progress[COUNT] - 1
                return FOUND
    return RUNNING


@kernel
def find_move(rules: Rules, key: Integers, child_key: Integers, found: Integers) -> bool:
    """Find the move between two positions given by keys (3,); write waste, head and what it is put on.

    ``found`` (3,): the cards in the waste or AS_IT_IS; the card, or -1 for a turn; a card, SPACE or HOME.
    """
    desk = new_desk()
    for word in range(3):
        desk.key[word] = key[word]
    read_key(desk.key, desk.row, rules)
    for index in range(list_moves(desk.row, rules, desk.moves, desk.reach)):
        code = desk.moves[index]
        make_move(desk, rules, code)
        if (desk.child_key == child_key).all():
            target = code & 63
            found[0] = code >> 16
            found[1] = -1 if (code >> 12) & 15 == 15 else (code >> 6) & 63
            found[2] = target if target >= 52 else desk.row[TOPS + target]
            return True
    return False
