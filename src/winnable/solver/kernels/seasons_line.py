"""Lines of Czarina and Four Seasons: from the moves a search chose to all moves of a short line.

Meanwhile a step is ``64 * card + what the card is put on``: a card, TABLE for a space, UP for its foundation;
``TURN_STEP`` for a turn. Such steps keep their sense when an earlier one is left out.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.seasons import (
    DEALT,
    FROM_STOCK,
    PILE_COUNT,
    PILES,
    STOCK_SIZE,
    STOCK_TO_SPACE,
    TABLE,
    TO_HOME,
    TO_WASTE,
    TOPS,
    UP,
    Array,
    Bool,
    Int,
    copy,
    goes_up,
    is_won,
    make_move,
    safe_source,
    send_up,
)

TURN_STEP = 64 * 63
ILLEGAL, NEEDLESS = -1, -2


@inlined
def step_of(row: Array, move: Int, stock: Array) -> Int:
    """The step that a move (16 * source + target) makes."""
    source = move >> 4
    target = move & 15
    if target == TO_WASTE:
        return TURN_STEP
    card = np.int64(stock[row[DEALT]] if source == FROM_STOCK else row[TOPS + source])
    return 64 * card + (UP if target == TO_HOME else np.int64(row[TOPS + target]))


@inlined
def move_of(row: Array, step: Int, stock: Array, rules: Array) -> Int:
    """The move (16 * source + target) that makes a step here; ILLEGAL, or NEEDLESS if the card lies there already."""
    dealing = row[DEALT] < rules[STOCK_SIZE]
    if step == TURN_STEP:
        return 16 * FROM_STOCK + TO_WASTE if dealing else ILLEGAL
    card = step >> 6
    onto = step & 63
    if row[card] == onto:
        return NEEDLESS
    from_stock = dealing and onto == TABLE and rules[STOCK_TO_SPACE] and stock[row[DEALT]] == card
    source = FROM_STOCK if from_stock else -1
    for place in range(PILES + 1):
        if row[TOPS + place] == card:
            source = place
    if source < 0:
        return ILLEGAL
    if onto == UP:
        return 16 * source + TO_HOME if source != FROM_STOCK and goes_up(row, card) else ILLEGAL
    for pile in range(rules[PILE_COUNT]):
        if row[TOPS + pile] == onto and pile != source:
            return 16 * source + pile
    return ILLEGAL


@inlined
def replay(
    root: Array, stock: Array, rules: Array, zobrist: Array, steps: Array, count: Int, omitted: Int, row: Array,
    key: Array, kept: Array,
) -> Int:  # fmt: skip
    """Make all steps but ``omitted``, write those that were needed to ``kept``; return how many, -1 for no win."""
    copy(root, row, 64)
    needed = 0
    for index in range(count):
        if index != omitted:
            move = move_of(row, steps[index], stock, rules)
            if move == ILLEGAL:
                return -1
            if move != NEEDLESS:
                kept[needed] = steps[index]
                needed += 1
                make_move(row, key, zobrist, stock, rules, move >> 4, move & 15)
    return needed if is_won(row, rules) else -1


@inlined
def may_be_needless(step: Int) -> Bool:
    """Whether a step puts a card on another: turns and foundation moves are always needed."""
    return step != TURN_STEP and step & 63 < TABLE


@inlined
def to_steps(stock: Array, rules: Array, zobrist: Array, path: Array, row: Array, key: Array, steps: Array) -> Int:
    """Write the steps of a path from ``row`` to the win, safe ones included; return how many. ``row`` moves on."""
    count = 0
    for index in range(-1, path.shape[0]):
        if index >= 0:
            steps[count] = step_of(row, path[index], stock)
            count += 1
            make_move(row, key, zobrist, stock, rules, path[index] >> 4, path[index] & 15)
        source = safe_source(row, rules)
        while source >= 0:
            steps[count] = step_of(row, 16 * source + TO_HOME, stock)
            count += 1
            send_up(row, key, zobrist, source)
            source = safe_source(row, rules)
    return count


@inlined
def shorten(
    root: Array, stock: Array, rules: Array, zobrist: Array, count: Int, row: Array, key: Array, steps: Array,
    kept: Array,
) -> Int:  # fmt: skip
    """Leave out each step without which the rest still wins, last first; return how many are left."""
    index = count - 1
    while index >= 0:
        if index < count and may_be_needless(steps[index]):
            needed = replay(root, stock, rules, zobrist, steps, count, index, row, key, kept)
            if needed >= 0:
                count = needed
                copy(kept, steps, count)
        index -= 1
    return count


@kernel
def retrace(
    root: Array, stock: Array, rules: Array, zobrist: Array, path: Array, row: Array, key: Array, steps: Array,
    line: Array,
) -> Int:  # fmt: skip
    """Write all moves of a line, safe ones included, to ``line`` (int64); return how many.

    ``path`` (int64) holds the moves (16 * source + target) that the search chose, ``line`` needs room for 64 more. A
    foundation is named: target 8 + suit. Moves without which the rest still wins are left out. For scratch: ``row``
    (uint8[64]), ``key`` (int64[2]), ``steps`` as long as ``line``.
    """
    copy(root, row, 64)
    count = to_steps(stock, rules, zobrist, path, row, key, steps)
    count = shorten(root, stock, rules, zobrist, count, row, key, steps, line)
    copy(root, row, 64)
    for index in range(count):
        move = move_of(row, steps[index], stock, rules)
        suit = (steps[index] >> 6) & 3
        line[index] = move + 2 + suit if move & 15 == TO_HOME else move
        make_move(row, key, zobrist, stock, rules, move >> 4, move & 15)
    return count
