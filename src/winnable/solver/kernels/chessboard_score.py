"""The score of Chessboard and its relatives: of what a move gives, from the counts of the position it is made in."""

from winnable.solver.kernels.chessboard_board import (
    BAD,
    BAD_WEIGHT,
    BASE,
    DEPTH,
    DEPTH_WEIGHT,
    LENGTH,
    LENGTH_WEIGHT,
    LIFTED,
    LOOSE,
    LOOSE_WEIGHT,
    RAISED,
    UP,
    UP_WEIGHT,
    Board,
    Rules,
    assess,
    has,
    is_bad,
    is_loose,
    needed_among,
    under,
)
from winnable.solver.kernels.chessboard_pool import BUCKETS, UNCHOSEN
from winnable.solver.kernels.jit import inlined


@inlined
def bucket_of(rules: Rules, board: Board, up: int, bad: int, loose: int, depth: int) -> int:
    """The score of a position that a move gives, low is good, as the number of its bucket."""
    weights = rules.weights
    score = (
        weights[UP_WEIGHT] * (rules.cards - up)
        + weights[BAD_WEIGHT] * bad
        + weights[LOOSE_WEIGHT] * loose
        + weights[DEPTH_WEIGHT] * depth
        + weights[LENGTH_WEIGHT] * board.facts[LENGTH]
    )
    return int(min(max(score >> 2, 0), BUCKETS - 1))


@inlined
def bucket_of_lift(rules: Rules, board: Board, card: int, on: int) -> int:
    """The bucket after a card, with all on it, moves within the tableau, or from a reserve into it."""
    facts = board.facts
    old, new = board.beneath[card], under(board, on)
    bad = facts[BAD]
    lifted = facts[LIFTED]
    while True:
        beneath = board.beneath[lifted]
        bad -= is_bad(rules, facts[BASE], lifted, beneath)
        bad += is_bad(rules, facts[BASE], lifted, new | (beneath & ~old))
        if lifted == card:
            break
        lifted = board.below[lifted]
    loose = facts[LOOSE] - is_loose(rules, board, card)
    depth = facts[DEPTH] + (board.above[card] + 1) * (needed_among(board, new) - needed_among(board, old))
    return bucket_of(rules, board, facts[UP], bad, loose, depth)


@inlined
def bucket_of_rise(rules: Rules, board: Board, card: int) -> int:
    """The bucket after a top card goes up while the base rank is chosen."""
    facts = board.facts
    beneath = board.beneath[card]
    bad = facts[BAD] - is_bad(rules, facts[BASE], card, beneath)
    loose = facts[LOOSE] - is_loose(rules, board, card)
    depth = facts[DEPTH] - needed_among(board, beneath)
    if board.heights[card & 3] + 1 < rules.ranks:
        following = (card + 4) % (4 * rules.ranks)
        depth += board.above[following] - has(beneath, following)
    return bucket_of(rules, board, facts[UP] + 1, bad, loose, depth)


@inlined
def bucket_of_choice(rules: Rules, board: Board, card: int) -> int:
    """The bucket after a top card goes up and chooses the base rank. The board stays as it is."""
    facts = board.facts
    bad, loose, depth = facts[BAD], facts[LOOSE], facts[DEPTH]
    facts[BASE], facts[RAISED] = card >> 2, card
    assess(rules, board)
    bucket = bucket_of(rules, board, facts[UP] + 1, facts[BAD], facts[LOOSE], facts[DEPTH])
    facts[BASE], facts[RAISED] = UNCHOSEN, -1
    facts[BAD], facts[LOOSE], facts[DEPTH] = bad, loose, depth
    for suit in range(4):
        board.needed[suit] = -1
    return bucket


@inlined
def bucket_of_take_back(rules: Rules, board: Board, card: int, on: int, base: int) -> int:
    """The bucket after a foundation's top comes back to the tableau, which leaves ``base`` chosen or UNCHOSEN."""
    facts = board.facts
    bad = facts[BAD]
    depth = facts[DEPTH]
    if base == UNCHOSEN:
        bad = 0
        depth = 0
    else:
        new = under(board, on)
        bad += is_bad(rules, base, card, new)
        depth += needed_among(board, new)
        needed = board.needed[card & 3]
        if needed >= 0:
            depth -= board.above[needed] + has(new, needed)
    return bucket_of(rules, board, facts[UP] - 1, bad, facts[LOOSE], depth)
