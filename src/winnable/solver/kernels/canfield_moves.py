"""The moves of a Canfield or Klondike position, and what each leads to.

A move of a card names the waste it is made at: the turns that bring it about are part of the move. It is one
integer: waste, source, head and target from the highest bits down. ``source`` is a pile, or ELSEWHERE for reserve,
waste and foundation; ``head`` the card that moves, with all that lies on it; ``target`` a pile or HOME.
"""

from typing import NamedTuple

import numpy as np

from winnable.solver.kernels.canfield_board import (
    CARDS_LEFT,
    FILL_WASTE,
    HEIGHTS,
    HELD,
    HOME,
    PASS,
    PILES,
    SIZE,
    SPACE,
    TAKE_CARD,
    TAKE_WHOLE,
    TOPS,
    TWIN_MOVES,
    WASTE,
    Bytes,
    Rules,
    copy_row,
    finish_key,
    fits,
    goes_up,
    may_wait,
    move,
    raise_safely,
    settle,
    turn_to,
)
from winnable.solver.kernels.canfield_pool import Integers
from winnable.solver.kernels.jit import inlined

AS_IT_IS = 63  # the waste of a move that is made without a turn
ELSEWHERE = PILES
TURN = 15  # the source of a move that is one turn and moves no card
MOST_MOVES = 2048


class Desk(NamedTuple):
    """What the search works on."""

    row: Bytes  # (128,): the position being expanded
    key: Integers  # (3,)
    child: Bytes  # (128,): a position one move on
    child_key: Integers  # (3,)
    moves: Integers  # (2048,)
    reach: Integers  # (128,): the wastes that turns can bring about, by the number of cards in the waste


@inlined
def find_reach(row: Bytes, rules: Rules, reach: Integers) -> int:
    """Write the wastes that turns can bring about, the present one first; return how many."""
    size = int(row[SIZE])
    reach[0] = row[WASTE]
    if may_wait(row, rules):
        return 1
    seen = np.int64(1) << reach[0]
    count = 1
    waste = int(row[WASTE])
    for _ in range(2):
        while waste < size:
            waste = min(waste + rules.draw, size)
            if not (seen >> waste) & 1:
                seen |= np.int64(1) << waste
                reach[count] = waste
                count += 1
        if size == 0 or (rules.passes >= 0 and row[PASS] >= rules.passes):
            break
        waste = 0
        if not seen & 1:
            seen |= 1
            reach[count] = 0
            count += 1
    return count


@inlined
def note(moves: Integers, count: int, waste: int, source: int, head: int, target: int) -> int:
    """Add a move to the list; return how many there are now."""
    moves[count] = waste << 16 | source << 12 | head << 6 | target
    return count + 1


@inlined
def note_all(moves: Integers, count: int, reach: Integers, wastes: int, source: int, head: int, target: int) -> int:
    """Add a move once for each waste that turns can bring about."""
    for index in range(wastes):
        count = note(moves, count, reach[index], source, head, target)
    return count


@inlined
def takes(row: Bytes, rules: Rules, card: int, pile: int, space_open: bool) -> bool:
    """Whether a pile takes a card."""
    on = row[TOPS + pile]
    if on == SPACE:
        return space_open and (not rules.high_to_space or card >> 2 == rules.ranks - 1)
    return fits(rules, card, on)


@inlined
def list_moves(row: Bytes, rules: Rules, moves: Integers, reach: Integers) -> int:
    """Write all moves that no dominance forbids; return how many."""
    wastes = find_reach(row, rules, reach)
    space_open = not (rules.fill & FILL_WASTE and row[WASTE] < row[SIZE])
    count = 0
    for pile in range(rules.piles):
        if row[TOPS + pile] != SPACE:
            count = list_pile(row, rules, pile, space_open, moves, count, reach, wastes)
    if row[HELD] > 0:
        card = int(rules.reserve[row[HELD] - 1])
        count = list_single(row, rules, card, AS_IT_IS, space_open, moves, count)
    for index in range(wastes):
        if reach[index] > 0:
            card = int(row[CARDS_LEFT + reach[index] - 1])
            count = list_single(row, rules, card, reach[index], space_open, moves, count)
    if rules.take_back:
        count = list_take_backs(row, rules, space_open, moves, count)
    if may_wait(row, rules) and can_turn(row, rules):
        count = note(moves, count, AS_IT_IS, TURN, 0, 0)
    return count


@inlined
def list_pile(
    row: Bytes, rules: Rules, pile: int, space_open: bool, moves: Integers, count: int, reach: Integers, wastes: int
) -> int:
    """Add the moves of a pile's end; one that empties the pile once for each waste that may fill it."""
    by_waste = rules.fill & FILL_WASTE != 0 and row[HELD] == 0 and row[SIZE] > 0
    top = int(row[TOPS + pile])
    head = top
    for _ in range(rules.most):
        below = int(rules.belows[head, row[head]])
        free = not (by_waste and below == SPACE)
        if head == top and goes_up(row, head):
            if free:
                count = note(moves, count, AS_IT_IS, pile, head, HOME)
            else:
                count = note_all(moves, count, reach, wastes, pile, head, HOME)
        if may_lift(row, rules, head, top, below):
            to_space = space_open and below != SPACE
            twin = -1
            if rules.dominances & TWIN_MOVES and rules.take != TAKE_WHOLE and rules.built[head, row[head]]:
                if not goes_up(row, below):
                    twin = below
            for target in range(rules.piles):
                if target == pile:
                    continue
                on = int(row[TOPS + target])
                if on == SPACE:
                    if not to_space or not takes(row, rules, head, target, True):
                        continue
                    to_space = False
                elif twin >= 0 or not fits(rules, head, on):
                    continue
                if free:
                    count = note(moves, count, AS_IT_IS, pile, head, target)
                else:
                    count = note_all(moves, count, reach, wastes, pile, head, target)
        if rules.take == TAKE_CARD or not rules.built[head, row[head]]:
            break
        head = below
    return count


@inlined
def may_lift(row: Bytes, rules: Rules, head: int, top: int, below: int) -> bool:
    """Whether a card of a run may move, with all that lies on it, as far as the number of cards goes."""
    return rules.take != TAKE_WHOLE or head == top or below == SPACE


@inlined
def list_single(row: Bytes, rules: Rules, card: int, waste: int, space_open: bool, moves: Integers, count: int) -> int:
    """Add the moves of the reserve's or the waste's top card."""
    if goes_up(row, card):
        count = note(moves, count, waste, ELSEWHERE, card, HOME)
    return list_builds(row, rules, card, waste, space_open, moves, count)


@inlined
def list_builds(row: Bytes, rules: Rules, card: int, waste: int, space_open: bool, moves: Integers, count: int) -> int:
    """Add the moves of a card to the piles; to one space only."""
    for target in range(rules.piles):
        if takes(row, rules, card, target, space_open):
            count = note(moves, count, waste, ELSEWHERE, card, target)
            if row[TOPS + target] == SPACE:
                space_open = False
    return count


@inlined
def list_take_backs(row: Bytes, rules: Rules, space_open: bool, moves: Integers, count: int) -> int:
    """Add the moves of the foundations' top cards to the piles."""
    for suit in range(rules.suits):
        if row[HEIGHTS + suit] > 0:
            card = 4 * (int(row[HEIGHTS + suit]) - 1) + suit
            count = list_builds(row, rules, card, AS_IT_IS, space_open, moves, count)
    return count


@inlined
def make_move(desk: Desk, rules: Rules, code: int) -> None:
    """Write to ``desk.child`` what a move leads to, with all that follows it."""
    copy_row(desk.row, desk.child)
    for word in range(3):
        desk.child_key[word] = desk.key[word]
    waste, source, head, target = code >> 16, (code >> 12) & 15, (code >> 6) & 63, code & 63
    if source == TURN:
        turn_once(desk.child, rules)
    else:
        if waste != AS_IT_IS:
            turn_to(desk.child, rules, waste)
        move(desk.child, desk.child_key, rules, source, head, target)
    settle(desk.child, desk.child_key, rules)
    raise_safely(desk.child, desk.child_key, rules)
    finish_key(desk.child, desk.child_key, rules)


@inlined
def can_turn(row: Bytes, rules: Rules) -> bool:
    """Whether a click on the stock does something."""
    if row[WASTE] < row[SIZE]:
        return True
    return row[SIZE] > 0 and (rules.passes < 0 or row[PASS] < rules.passes)


@inlined
def turn_once(row: Bytes, rules: Rules) -> None:
    """One click on the stock."""
    if row[WASTE] < row[SIZE]:
        row[WASTE] = min(int(row[WASTE]) + rules.draw, int(row[SIZE]))
    else:
        row[WASTE] = 0
        if rules.passes >= 0:
            row[PASS] += 1
