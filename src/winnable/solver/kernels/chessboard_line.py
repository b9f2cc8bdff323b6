"""Shortening a winning line of the Chessboard family: moves are left out as long as the rest still wins."""

from typing import NamedTuple

from winnable.solver.kernels.chessboard_board import HELD, HOME, SPACE, Rules, takes
from winnable.solver.kernels.chessboard_moves import may_lift
from winnable.solver.kernels.chessboard_pool import UNCHOSEN, Integers
from winnable.solver.kernels.jit import inlined, kernel


class Layout(NamedTuple):
    """A position that moves are played on one by one."""

    below: Integers  # (52,): what a card lies on, as in the search; -1 for cards not in the deck
    atop: Integers  # (52,): the card that lies on it, or -1
    held: Integers  # (52,): 1 in a reserve, else 0
    heights: Integers  # (4,): for suit, the cards on its foundation
    counts: Integers  # (3,): spaces, base rank or UNCHOSEN, cards up


SPACES, BASE, UP = range(3)  # entries of Layout.counts


@inlined
def lay_out(rules: Rules, base: int, root: Integers, layout: Layout) -> None:
    """Fill a layout from what each card lies on, (52,)."""
    for suit in range(4):
        layout.heights[suit] = 0
    for card in range(52):
        layout.below[card] = root[card]
        layout.atop[card] = -1
        layout.held[card] = 0
    layout.counts[SPACES] = rules.piles
    layout.counts[BASE] = base
    layout.counts[UP] = 0
    for card in range(52):
        on = root[card]
        if on == HOME:
            layout.heights[card & 3] += 1
            layout.counts[UP] += 1
        elif on == SPACE:
            layout.counts[SPACES] -= 1
        elif 0 <= on < SPACE:
            layout.atop[on] = card
    for bottom in range(52):
        card = bottom if root[bottom] == HELD else -1
        while card >= 0:
            layout.held[card] = 1
            card = layout.atop[card]


@inlined
def run_on(rules: Rules, layout: Layout, card: int) -> int:
    """How many cards a card is lifted with, itself counted; 0 if they are no run."""
    size = 1
    while layout.atop[card] >= 0:
        if layout.held[card] or not takes(rules, card, layout.atop[card]):
            return 0
        card = layout.atop[card]
        size += 1
    return size


@inlined
def top_of(layout: Layout, card: int) -> int:
    """The top card of the pile that a card lies in."""
    while layout.atop[card] >= 0:
        card = layout.atop[card]
    return card


@inlined
def may_leave_home(rules: Rules, layout: Layout, card: int) -> bool:
    """Whether a card on a foundation may be taken back."""
    height = layout.heights[card & 3]
    top = (layout.counts[BASE] + height - 1) % rules.ranks
    return bool(rules.take_back and height > rules.keep and card >> 2 == top)


@inlined
def is_legal(rules: Rules, layout: Layout, card: int, on: int) -> bool:
    """Whether a card, with the run on it, may be moved onto a card, a space or its foundation."""
    counts = layout.counts
    if layout.below[card] == HOME:
        size = 1 if on != HOME and may_leave_home(rules, layout, card) else 0
    else:
        size = run_on(rules, layout, card)
    if size == 0:
        return False
    if on == HOME:
        height = layout.heights[card & 3]
        return bool(size == 1 and (counts[BASE] == UNCHOSEN or (counts[BASE] + height) % rules.ranks == card >> 2))
    if rules.opens and counts[UP] == 0:
        return False
    if on == SPACE:
        return counts[SPACES] > 0 and may_lift(rules, size, counts[SPACES] - 1)
    is_open = layout.below[on] != HOME and layout.atop[on] < 0 and not layout.held[on]
    return is_open and on != top_of(layout, card) and takes(rules, on, card) and may_lift(rules, size, counts[SPACES])


@inlined
def move(rules: Rules, layout: Layout, card: int, on: int) -> None:
    """Move a card, with all on it, onto a card, a space or its foundation."""
    counts = layout.counts
    old = layout.below[card]
    if old == HOME:
        layout.heights[card & 3] -= 1
        counts[UP] -= 1
        if counts[UP] == 0 and not rules.fixed:
            counts[BASE] = UNCHOSEN
    elif old == SPACE:
        counts[SPACES] += 1
    elif old < SPACE:
        layout.atop[old] = -1
    if on == HOME:
        layout.heights[card & 3] += 1
        counts[UP] += 1
        if counts[BASE] == UNCHOSEN:
            counts[BASE] = card >> 2
    elif on == SPACE:
        counts[SPACES] -= 1
    else:
        layout.atop[on] = card
    layout.below[card] = on
    layout.held[card] = 0


@inlined
def wins_without(
    rules: Rules, base: int, root: Integers, moves: Integers, count: int, left_out: int, layout: Layout
) -> bool:
    """Whether the first ``count`` moves still win without one. A move of a card to where it lies is no move."""
    lay_out(rules, base, root, layout)
    for index in range(count):
        card, on = moves[index, 0], moves[index, 1]
        if index == left_out or layout.below[card] == on:
            continue
        if not is_legal(rules, layout, card, on):
            return False
        move(rules, layout, card, on)
    return bool(layout.counts[UP] == rules.cards)


@inlined
def leave_out(
    rules: Rules, base: int, root: Integers, moves: Integers, count: int, left_out: int, layout: Layout
) -> int:
    """Take a move, and those that then do nothing, out of the first ``count``. Returns how many are left."""
    lay_out(rules, base, root, layout)
    kept = 0
    for index in range(count):
        card, on = moves[index, 0], moves[index, 1]
        if index != left_out and layout.below[card] != on:
            move(rules, layout, card, on)
            moves[kept, 0] = card
            moves[kept, 1] = on
            kept += 1
    return kept


@kernel
def shorten(rules: Rules, base: int, root: Integers, moves: Integers, layout: Layout) -> int:
    """Leave moves out of a winning line while the rest wins. Returns how many are left, at the front of ``moves``.

    ``root`` is (52,): what each card lies on; ``moves`` is (n, 2): a card, moved with all on it, and onto what.
    ``layout`` need not be filled.
    """
    count = moves.shape[0]
    before = count + 1
    while count < before:
        before = count
        for left_out in range(before - 1, -1, -1):
            if left_out < count and wins_without(rules, base, root, moves, count, left_out, layout):
                count = leave_out(rules, base, root, moves, count, left_out, layout)
    return int(count)
