"""The search of Canfield and Klondike: best first, exact keys, turns folded into the moves that need them."""

from winnable.solver.kernels.canfield_board import (
    HEIGHTS,
    HELD,
    RESERVE,
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
    turns_are_free,
)
from winnable.solver.kernels.canfield_moves import MOST_MOVES, Desk, list_moves, make_move
from winnable.solver.kernels.canfield_pool import (
    BUCKETS,
    COUNT,
    EXPANDED,
    LIMIT,
    REPORTED,
    TOO_LONG,
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
    return int(min(max(weigh(row, rules) + BUCKETS // 4, 0), BUCKETS - 1))


@kernel
def search(rules: Rules, pool: Pool, desk: Desk, control: Integers) -> int:
    """Expand positions, best first, until there is an answer or a limit is met; return which (FOUND...).

    An empty pool starts with the root, whose key is in ``desk.key``. ``control`` (8,): stops soon after entry 0
    becomes nonzero, adds the positions expanded to entry 1. At the end ``desk.moves`` has the moves that led to the
    positions added last.
    """
    progress = pool.progress
    room = min(pool.keys.shape[0], pool.table.shape[0] // 4 * 3) - MOST_MOVES
    state = RUNNING
    if progress[COUNT] == 0:
        state = begin(rules, pool, desk)
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
def begin(rules: Rules, pool: Pool, desk: Desk) -> int:
    """Add the root, after its safe moves, to an empty pool; return FOUND or RUNNING."""
    read_key(desk.key, desk.child, rules)
    for word in range(3):
        desk.child_key[word] = desk.key[word]
    raise_safely(desk.child, desk.child_key, rules)
    finish_key(desk.child, desk.child_key, rules)
    return offer(rules, pool, desk, -1)


@inlined
def expand(rules: Rules, pool: Pool, desk: Desk, number: int) -> int:
    """Add all that can be reached from a position by one move; return FOUND or RUNNING."""
    first = pool.progress[COUNT]
    for word in range(3):
        desk.key[word] = pool.keys[number, word]
    read_key(desk.key, desk.row, rules)
    pool.progress[EXPANDED] += 1
    if has_long_run(desk.row, rules):
        pool.progress[TOO_LONG] = 1
    for index in range(list_moves(desk.row, rules, desk.moves, desk.reach)):
        code = desk.moves[index]
        desk.moves[pool.progress[COUNT] - first] = code
        make_move(desk, rules, code)
        if offer(rules, pool, desk, number) == FOUND:
            return FOUND
    return RUNNING


@inlined
def has_long_run(row: Bytes, rules: Rules) -> bool:
    """Whether a run of at least ``rules.longest`` cards is there."""
    for pile in range(rules.piles):
        card = int(row[TOPS + pile])
        length = 0 if card == SPACE else 1
        while card != SPACE and rules.built[card, row[card]]:
            card = int(rules.belows[card, row[card]])
            length += 1
        if length >= rules.longest:
            return True
    return False


@inlined
def offer(rules: Rules, pool: Pool, desk: Desk, parent: int) -> int:
    """Add the position ``desk.child`` unless it was found before; return FOUND if it is won, else RUNNING."""
    slot = find_slot(pool, desk.child_key, rules.draw if turns_are_free(desk.child, rules) else 0)
    if pool.table[slot] != 0:
        return RUNNING
    add(pool, desk.child_key, slot, parent, bucket_of(desk.child, rules))
    if not is_won(desk.child, rules):
        return RUNNING
    pool.progress[WON] = pool.progress[COUNT] - 1
    return FOUND
