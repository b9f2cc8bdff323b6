"""The search of Chessboard, Fortress, Lasker and Castles End: best first, one queue for each base rank.

A set of cards is one integer with a bit for each card. Whatever a card may lie on is an integer too: a card
0-51, or ``SPACE`` (it is the bottom of a tableau pile), ``HOME`` (it is on its foundation) or ``HELD`` (it is the
bottom of a reserve pile).
"""

from typing import NamedTuple

from winnable.solver.kernels.chessboard_pool import (
    BASE_BIT,
    BUCKETS,
    CARDS_A_WORD,
    COUNT,
    EXPANDED,
    KEY_MASK,
    LENGTH_BIT,
    LIMIT,
    REPORTED,
    UNCHOSEN,
    WON,
    Integers,
    Pool,
    offer,
    take_best,
)
from winnable.solver.kernels.jit import inlined, kernel

SPACE, HOME, HELD = 52, 53, 54
LIFT_CARD, LIFT_RUN, LIFT_SUPERMOVE, LIFT_DOUBLING = range(4)
FORCE_NONE, FORCE_ABOVE_BASE, FORCE_ALL = range(3)
RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, FULL, STOPPED = range(6)

MOST_CHILDREN = 640
MOST_LENGTH = (1 << 15) - 1
POLL_EVERY = 512


class Rules(NamedTuple):
    """The rules of the game, and the tables that go with them and the root."""

    piles: int
    ranks: int
    suits: int
    cards: int
    take_back: bool
    keep: int  # cards of a foundation that can't be taken back
    opens: bool  # the first move must go to a foundation
    lift: int  # how many cards move as a unit, LIFT_*
    fixed: bool  # the base rank is not chosen by the player
    force: int  # which foundation moves are played at once, FORCE_*
    codes: Integers  # (52, 55): the three-bit code of a card lying on something
    belows: Integers  # (52, 8): the reverse, what a card with a code lies on; -1 for cards not in the deck
    places: Integers  # (52, 6): the four cards a card may be put on or -1, then SPACE, then HOME
    earlier: Integers  # (14, 52): for base rank and card, the set of cards it is in the way of if it lies above them
    weights: Integers  # (6,): see UP_WEIGHT and the entries after it


# Entries of Rules.weights.
UP_WEIGHT, BAD_WEIGHT, LOOSE_WEIGHT, DEPTH_WEIGHT, PRICE, LENGTH_WEIGHT = range(6)


class Board(NamedTuple):
    """The position being expanded."""

    key: Integers  # (3,)
    below: Integers  # (52,): what a card lies on
    above: Integers  # (52,): how many cards lie on it
    beneath: Integers  # (52,): the set of cards in its pile beneath it
    tops: Integers  # (52,): the top cards of the piles and reserves, in no order that matters
    needed: Integers  # (4,): for suit, the card its foundation takes next, -1 for none or any
    heights: Integers  # (4,): for suit, the cards on its foundation
    facts: Integers  # (12,): see OPEN and the entries after it


# Entries of Board.facts: the set of cards that others may be put on; the spaces; the base rank or UNCHOSEN; cards up;
# cards in the way of earlier ones; cards lying on others that don't take them; cards on needed ones; top cards;
# the top of the pile a run is lifted from; the top card that counts as up already, or -1; moves from the root.
OPEN, SPACES, BASE, UP, BAD, LOOSE, DEPTH, TOPS, LIFTED, RAISED, LENGTH = range(11)
TO_SPACE, TO_HOME = 4, 5  # columns of Rules.places


# The kernels pass no literal numbers to each other: Numba would compile a function once more for each.


@inlined
def has(cards: int, card: int) -> int:
    """1 if a set of cards holds a card, else 0."""
    return (cards >> card) & 1


@inlined
def takes(rules: Rules, on: int, card: int) -> bool:
    """Whether a card takes another."""
    places = rules.places
    return bool(places[card, 0] == on or places[card, 1] == on or places[card, 2] == on or places[card, 3] == on)


@inlined
def is_loose(rules: Rules, board: Board, card: int) -> bool:
    """Whether a card lies on another that doesn't take it."""
    below = board.below[card]
    return bool(below < SPACE and not takes(rules, below, card))


@inlined
def is_bad(rules: Rules, base: int, card: int, beneath: int) -> int:
    """1 if a card is in the way of an earlier one among those beneath it, else 0."""
    return 1 if rules.earlier[base, card] & beneath else 0


@inlined
def unpack(rules: Rules, board: Board) -> int:
    """Fill the board from its key, but for what the other functions count. Returns the set of top cards."""
    below, facts = board.below, board.facts
    covered = 0
    lying = 0
    spaces = rules.piles
    up = 0
    for suit in range(4):
        board.heights[suit] = 0
    for card in range(4 * rules.ranks):
        code = (board.key[card // CARDS_A_WORD] >> (3 * (card % CARDS_A_WORD))) & 7
        on = rules.belows[card, code]
        below[card] = on
        if on == HOME:
            board.heights[card & 3] += 1
            up += 1
        elif on >= 0:
            lying |= 1 << card
            if on < SPACE:
                covered |= 1 << on
            elif on == SPACE:
                spaces -= 1
    facts[SPACES] = spaces
    facts[UP] = up
    chosen = board.key[2] >> BASE_BIT
    facts[BASE] = chosen - 1 if chosen else UNCHOSEN
    return lying & ~covered


@inlined
def walk_piles(rules: Rules, board: Board, tops: int) -> None:
    """Walk down from each of the set of top cards: count the cards above each card, and note those beneath it."""
    below, facts = board.below, board.facts
    facts[OPEN] = 0
    facts[TOPS] = 0
    for top in range(4 * rules.ranks):
        if not has(tops, top):
            continue
        board.tops[facts[TOPS]] = top
        facts[TOPS] += 1
        pile = 0
        depth = 0
        card = top
        while card < SPACE:
            pile |= 1 << card
            board.above[card] = depth
            depth += 1
            card = below[card]
        if card == SPACE:
            facts[OPEN] |= 1 << top
        card = top
        while card < SPACE:
            pile &= ~(1 << card)
            board.beneath[card] = pile
            card = below[card]


@inlined
def assess(rules: Rules, board: Board) -> None:
    """Count the features for the base rank, as if the top card in RAISED were on its foundation."""
    facts = board.facts
    base, raised = facts[BASE], facts[RAISED]
    facts[BAD] = 0
    facts[LOOSE] = 0
    facts[DEPTH] = 0
    for index in range(facts[TOPS]):
        card = board.tops[index]
        if card == raised:
            card = board.below[card]
        while card < SPACE:
            facts[BAD] += is_bad(rules, base, card, board.beneath[card])
            facts[LOOSE] += is_loose(rules, board, card)
            card = board.below[card]
    for suit in range(4):
        board.needed[suit] = -1
        height = board.heights[suit]
        if raised >= 0 and raised & 3 == suit:
            height += 1
        if base != UNCHOSEN and suit < rules.suits and height < rules.ranks:
            card = 4 * ((base + height) % rules.ranks) + suit
            board.needed[suit] = card
            facts[DEPTH] += board.above[card]
            if raised >= 0:
                facts[DEPTH] -= has(board.beneath[raised], card)


@inlined
def needed_among(board: Board, cards: int) -> int:
    """How many of the next needed cards are in a set."""
    count = 0
    for suit in range(4):
        if board.needed[suit] >= 0:
            count += has(cards, board.needed[suit])
    return count


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
def under(board: Board, on: int) -> int:
    """The set of cards that are under a card put on another, or in a space."""
    return board.beneath[on] | (1 << on) if on < SPACE else 0


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
