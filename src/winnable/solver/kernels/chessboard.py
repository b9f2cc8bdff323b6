"""The search of Chessboard, Fortress, Lasker and Castles End: best first, one queue for each base rank."""

from winnable.solver.kernels.chessboard_board import LENGTH, PRICE, RAISED, UP, Board, Rules, assess, unpack, walk_piles
from winnable.solver.kernels.chessboard_moves import forced_card, offer_lifts, offer_rises, offer_take_backs
from winnable.solver.kernels.chessboard_pool import (
    COUNT,
    EXPANDED,
    KEY_MASK,
    LENGTH_BIT,
    LIMIT,
    REPORTED,
    WON,
    Integers,
    Pool,
    take_best,
)
from winnable.solver.kernels.jit import inlined, kernel

RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, FULL, STOPPED = range(6)

MOST_CHILDREN = 640
MOST_LENGTH = (1 << 15) - 1
POLL_EVERY = 512


@inlined
def step(rules: Rules, board: Board, pool: Pool) -> int:
    """Expand one position. Returns RUNNING, FOUND if it is won, or EXHAUSTED if none was left."""
    facts = board.facts
    number = take_best(pool, rules.weights[PRICE])
    if number < 0:
        return EXHAUSTED
    pool.progress[EXPANDED] += 1
    for word in range(3):
        board.key[word] = pool.keys[number, word]
    board.key[2] &= KEY_MASK
    facts[LENGTH] = min((pool.keys[number, 2] >> LENGTH_BIT) + 1, MOST_LENGTH)
    facts[RAISED] = -1
    tops = unpack(rules, board)
    if facts[UP] == rules.cards:
        pool.progress[WON] = number
        return FOUND
    walk_piles(rules, board, tops)
    assess(rules, board)
    forced = forced_card(rules, board)
    if forced < 0 and (not rules.opens or facts[UP] > 0):
        offer_lifts(rules, board, pool, number)
        if rules.take_back:
            offer_take_backs(rules, board, pool, number)
    offer_rises(rules, board, pool, number, forced)
    return RUNNING


@kernel
def search(rules: Rules, board: Board, pool: Pool, control: Integers) -> int:
    """Expand positions until one is won, none is left or a limit is met. Returns FOUND, EXHAUSTED and so on.

    ``board`` need not be filled. ``control`` is (8,): entry 0 stops the search when it becomes nonzero, entry 1
    gets the nodes added.
    Called again with a larger pool after FULL, it goes on where it was.
    """
    progress = pool.progress
    state = RUNNING
    while state == RUNNING:
        if progress[EXPANDED] % POLL_EVERY == 0 and control[0] != 0:
            state = STOPPED
        elif progress[EXPANDED] >= progress[LIMIT]:
            state = OUT_OF_NODES
        elif progress[COUNT] + MOST_CHILDREN > pool.keys.shape[0]:
            state = FULL
        else:
            state = step(rules, board, pool)
    control[1] += progress[EXPANDED] - progress[REPORTED]
    progress[REPORTED] = progress[EXPANDED]
    return state
