"""The moves of Chessboard and its relatives: each offers the position it gives to the pool."""

from winnable.solver.kernels.chessboard_board import (
    BASE,
    FORCE_ALL,
    FORCE_NONE,
    LENGTH,
    LIFT_CARD,
    LIFT_DOUBLING,
    LIFT_RUN,
    LIFT_SUPERMOVE,
    LIFTED,
    OPEN,
    SPACE,
    SPACES,
    TO_HOME,
    TOPS,
    UP,
    Board,
    Rules,
    has,
    is_loose,
)
from winnable.solver.kernels.chessboard_pool import BASE_BIT, CARDS_A_WORD, UNCHOSEN, Pool, offer
from winnable.solver.kernels.chessboard_score import (
    bucket_of_choice,
    bucket_of_lift,
    bucket_of_rise,
    bucket_of_take_back,
)
from winnable.solver.kernels.jit import inlined


@inlined
def offer_change(
    rules: Rules, board: Board, pool: Pool, parent: int, card: int, on: int, base: int, bucket: int
) -> None:
    """Offer the position in which a card, with all on it, lies on something else, and this base rank is chosen."""
    shift = 3 * (card % CARDS_A_WORD)
    change = (rules.codes[card, on] - rules.codes[card, board.below[card]]) << shift
    word = card // CARDS_A_WORD
    first = board.key[0] + (change if word == 0 else 0)
    second = board.key[1] + (change if word == 1 else 0)
    third = (board.key[2] + (change if word == 2 else 0)) & ((1 << BASE_BIT) - 1)
    if base != UNCHOSEN:
        third |= (base + 1) << BASE_BIT
    offer(pool, first, second, third, board.facts[LENGTH], parent, base, bucket)


@inlined
def goes_up(board: Board, card: int) -> bool:
    """Whether a top card may go up."""
    return bool(board.facts[BASE] == UNCHOSEN or board.needed[card & 3] == card)


@inlined
def forced_card(rules: Rules, board: Board) -> int:
    """A top card whose going up can't cost the win, or -1."""
    facts = board.facts
    if rules.force == FORCE_NONE or facts[BASE] == UNCHOSEN:
        return -1
    for index in range(facts[TOPS]):
        card: int = board.tops[index]
        if goes_up(board, card) and (rules.force == FORCE_ALL or card >> 2 != facts[BASE]):
            return card
    return -1


@inlined
def offer_rises(rules: Rules, board: Board, pool: Pool, parent: int, only: int) -> None:
    """Offer every position that a foundation move gives, of ``only`` that card unless it is -1."""
    for index in range(board.facts[TOPS]):
        card = board.tops[index]
        if not goes_up(board, card) or (only >= 0 and card != only):
            continue
        base = board.facts[BASE]
        if base == UNCHOSEN:
            base = card >> 2
            bucket = bucket_of_choice(rules, board, card)
        else:
            bucket = bucket_of_rise(rules, board, card)
        offer_change(rules, board, pool, parent, card, rules.places[card, TO_HOME], base, bucket)


@inlined
def may_lift(rules: Rules, size: int, spare: int) -> bool:
    """Whether a run of ``size`` cards moves as a unit with so many spaces, that where it goes left out."""
    if size == 1 or rules.lift == LIFT_RUN:
        return True
    if rules.lift == LIFT_SUPERMOVE:
        return spare > 0
    return rules.lift == LIFT_DOUBLING and spare >= 0 and size <= 1 << spare


@inlined
def offer_lifts(rules: Rules, board: Board, pool: Pool, parent: int) -> None:
    """Offer every position that a move within the tableau, or from a reserve into it, gives."""
    facts = board.facts
    for index in range(facts[TOPS]):
        card = board.tops[index]
        facts[LIFTED] = card
        while True:
            offer_lift(rules, board, pool, parent, card)
            if rules.lift == LIFT_CARD or board.below[card] >= SPACE or is_loose(rules, board, card):
                break
            card = board.below[card]


@inlined
def offer_lift(rules: Rules, board: Board, pool: Pool, parent: int, card: int) -> None:
    """Offer every position that a card, with the run on it, gives moving within the tableau."""
    facts = board.facts
    size = board.above[card] + 1
    for choice in range(TO_HOME):
        on = rules.places[card, choice]
        if on == board.below[card] or on == facts[LIFTED] or not is_open(board, on):
            continue
        if may_lift(rules, size, facts[SPACES] - (on == SPACE)):
            bucket = bucket_of_lift(rules, board, card, on)
            offer_change(rules, board, pool, parent, card, on, facts[BASE], bucket)


@inlined
def is_open(board: Board, on: int) -> bool:
    """Whether something can be put on a card (-1: none) or in a space."""
    if on == SPACE:
        return bool(board.facts[SPACES] > 0)
    return bool(on >= 0 and has(board.facts[OPEN], on))


@inlined
def offer_take_backs(rules: Rules, board: Board, pool: Pool, parent: int) -> None:
    """Offer every position that one take-back gives."""
    facts = board.facts
    for suit in range(rules.suits):
        height = board.heights[suit]
        if height == 0 or height <= rules.keep:
            continue
        base = facts[BASE]
        card = 4 * ((base + height - 1) % rules.ranks) + suit
        if facts[UP] == 1 and not rules.fixed:
            base = UNCHOSEN
        for choice in range(TO_HOME):
            on = rules.places[card, choice]
            if is_open(board, on):
                bucket = bucket_of_take_back(rules, board, card, on, base)
                offer_change(rules, board, pool, parent, card, on, base, bucket)
