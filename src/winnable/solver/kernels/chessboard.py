"""The search of Chessboard, Fortress, Lasker and Castles End: best first, over exact keys.

A position is written as what each card lies on, three bits a card: where it lay at the root, its foundation,
a space, or one of at most four cards that take it. 52 cards and the base rank are three words, so a key says the
position exactly (pile order aside, which never matters) and no two positions share one.

Names of arrays that several functions take; all are int64 unless said otherwise, and a set of cards is one
integer with a bit for each card:

``rules``    (10,): see ``PILES`` and the entries after it
``codes``    (52, 55): three-bit code of a card lying on a card 0-51, in a ``SPACE``, ``HOME`` or ``HELD``
``belows``   (52, 8): the reverse, from card and code to what it lies on
``hosts``    (52, 5): the cards a card may be put on, then -1
``earlier``  (14, 52): for base rank (13: none) and card, the set of cards that it is in the way of above them
``weights``  (8,): what each feature adds to a score; low scores are expanded first
``key``      (3,): the key of the position being expanded, 21 cards a word, the base rank + 1 from bit 40 of the last
``board``    (5, 56): that position by card, see ``BELOW`` and the rows after it
``facts``    (24,): its counts, see ``TOPS`` and the entries after it
``progress`` (8,): the state of the search between calls, see ``COUNT`` and the entries after it
``keys``     (capacity, 3): the key of each position found
``parents``, ``links``  int32 (capacity,): the position it was found from; the next one in its bucket
``table``    int32 (a power of two,): hash table of the positions found, by number + 1
``heads``    int32 (14, 1024): for base rank (13: none) and score, the position last put in that bucket, or -1
``queues``   (2, 14): for base rank, no bucket below this one is filled; how many were expanded
"""

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel

SPACE, HOME, HELD = 52, 53, 54
UNCHOSEN = 13
BASE_BIT = 40

PILES, RANKS, SUITS, CARDS, TAKE_BACK, KEEP, OPENS, RUNS, FIXED, FORCE = range(10)
FORCE_NONE, FORCE_ABOVE_BASE, FORCE_ALL = range(3)

BELOW, ABOVE, BENEATH, STACK, NEEDED = range(5)
TOPS, OPEN, SPACES, BASE, UP, BAD, LOOSE, DEPTH, PILE_COUNT, LIFTED, HEIGHT = range(11)  # HEIGHT: four entries

COUNT, EXPANDED, LIMIT, WON, POLLED = range(5)
RUNNING, FOUND, EXHAUSTED, OUT_OF_NODES, FULL, STOPPED = range(6)

QUEUES = 14
BUCKETS = 1024
MOST_CHILDREN = 640
POLL_EVERY = 512


@inlined
def slot_of(first, second, third, mask):
    """Where the search for a key, three int64, starts in a table of ``mask`` + 1 entries."""
    mixed = np.uint64(first) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + np.uint64(second)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    mixed = (mixed + np.uint64(third)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return np.int64(mixed & np.uint64(mask))


@inlined
def has(cards, card):
    """Whether a set of cards holds a card."""
    return (cards >> card) & 1


@inlined
def builds_on(hosts, card, below):
    """Whether a card may be put on a card or place."""
    return (
        hosts[card, 0] == below or hosts[card, 1] == below or hosts[card, 2] == below or hosts[card, 3] == below
    ) and below >= 0


@inlined
def next_up(card, ranks):
    """The card that goes on this one on its foundation, wrapping."""
    return card + 4 if card < 4 * (ranks - 1) else card - 4 * (ranks - 1)


@inlined
def unpack(rules, belows, present, key, board, facts):
    """Fill ``board`` and ``facts`` from a key; ``present`` is the set of all cards of the deck."""
    below, above, beneath = board[BELOW], board[ABOVE], board[BENEATH]
    covered = np.int64(0)
    tableau = np.int64(0)
    spaces = rules[PILES]
    up = 0
    for suit in range(4):
        facts[HEIGHT + suit] = 0
    for card in range(4 * rules[RANKS]):
        if has(present, card):
            on = belows[card, (key[card // 21] >> (3 * (card % 21))) & 7]
            below[card] = on
            if on == HOME:
                facts[HEIGHT + (card & 3)] += 1
                up += 1
            else:
                tableau |= np.int64(1) << card
                if on < SPACE:
                    covered |= np.int64(1) << on
                elif on == SPACE:
                    spaces -= 1
    facts[SPACES] = spaces
    facts[UP] = up
    facts[BASE] = (key[2] >> BASE_BIT) - 1 if key[2] >> BASE_BIT else UNCHOSEN
    tops = tableau & ~covered
    facts[TOPS] = tops
    facts[OPEN] = 0
    count = 0
    for card in range(4 * rules[RANKS]):
        if has(tops, card):
            board[STACK, count] = card
            count += 1
            depth = 0
            walked = card
            while walked < SPACE:
                above[walked] = depth
                depth += 1
                walked = below[walked]
            if walked == SPACE:
                facts[OPEN] |= np.int64(1) << card
    facts[PILE_COUNT] = count


@inlined
def note_beneath(board, facts):
    """For each card in the piles, the set of cards beneath it."""
    below, beneath = board[BELOW], board[BENEATH]
    for index in range(facts[PILE_COUNT]):
        top = board[STACK, index]
        whole = np.int64(0)
        walked = top
        while walked < SPACE:
            whole |= np.int64(1) << walked
            walked = below[walked]
        walked = top
        while walked < SPACE:
            whole &= ~(np.int64(1) << walked)
            beneath[walked] = whole
            walked = below[walked]


@inlined
def assess(rules, hosts, earlier, board, facts, base, left_out):
    """Count the features of the position for a base rank, as if the card ``left_out`` (-1: none) were up."""
    below, beneath = board[BELOW], board[BENEATH]
    bad = 0
    loose = 0
    for index in range(facts[PILE_COUNT]):
        walked = board[STACK, index]
        if walked == left_out:
            walked = below[walked]
        while walked < SPACE:
            if earlier[base, walked] & beneath[walked]:
                bad += 1
            if below[walked] < SPACE and not builds_on(hosts, walked, below[walked]):
                loose += 1
            walked = below[walked]
    facts[BAD] = bad
    facts[LOOSE] = loose
    depth = 0
    for suit in range(4):
        board[NEEDED, suit] = -1
    if base != UNCHOSEN:
        for suit in range(rules[SUITS]):
            height = facts[HEIGHT + suit] + (1 if left_out >= 0 and (left_out & 3) == suit else 0)
            if height < rules[RANKS]:
                needed = 4 * ((base + height) % rules[RANKS]) + suit
                board[NEEDED, suit] = needed
                depth += board[ABOVE, needed]
                if left_out >= 0 and has(beneath[left_out], needed):
                    depth -= 1
    facts[DEPTH] = depth


@inlined
def needed_among(board, cards, left_out):
    """How many of the next needed cards are in a set, those of one suit (-1: none) left out."""
    count = 0
    for suit in range(4):
        needed = board[NEEDED, suit]
        if needed >= 0 and suit != left_out and has(cards, needed):
            count += 1
    return count


@inlined
def bucket_of(weights, left, bad, loose, depth, spaces):
    """The score of a position as the number of its bucket."""
    score = weights[0] * left + weights[1] * bad + weights[2] * loose + weights[3] * depth - weights[4] * spaces
    return min(max(score >> 2, 0), BUCKETS - 1)


@inlined
def offer(first, second, third, queue, bucket, parent, progress, keys, parents, links, table, heads, queues):
    """Add a position to the pool and to its bucket, unless it is known. Returns its number, or -1."""
    mask = table.shape[0] - 1
    slot = slot_of(first, second, third, mask)
    while table[slot]:
        known = table[slot] - 1
        if keys[known, 0] == first and keys[known, 1] == second and keys[known, 2] == third:
            return -1
        slot = (slot + 1) & mask
    number = progress[COUNT]
    progress[COUNT] = number + 1
    table[slot] = number + 1
    keys[number, 0] = first
    keys[number, 1] = second
    keys[number, 2] = third
    parents[number] = parent
    links[number] = heads[queue, bucket]
    heads[queue, bucket] = number
    if bucket < queues[0, queue]:
        queues[0, queue] = bucket
    return number


@inlined
def offer_change(
    card, on, base, bucket, codes, key, board, parent, progress, keys, parents, links, table, heads, queues
):
    """Offer the position in which a card (with what lies on it) lies on something else."""
    change = (codes[card, on] - codes[card, board[BELOW, card]]) << (3 * (card % 21))
    word = card // 21
    first = key[0] + (change if word == 0 else 0)
    second = key[1] + (change if word == 1 else 0)
    third = key[2] + (change if word == 2 else 0)
    third &= (np.int64(1) << BASE_BIT) - 1
    if base != UNCHOSEN:
        third |= (base + 1) << BASE_BIT
    return offer(first, second, third, base, bucket, parent, progress, keys, parents, links, table, heads, queues)


@inlined
def lift_score(card, on, under, rules, hosts, earlier, weights, board, facts):
    """The bucket after moving a card, with the run on it, to lie on a card or space; ``under``: what is then beneath."""
    below, above, beneath = board[BELOW], board[ABOVE], board[BENEATH]
    base = facts[BASE]
    bad = facts[BAD]
    size = above[card] + 1
    old = beneath[card]
    walked = facts[LIFTED]
    while True:
        inside = beneath[walked] & ~old
        if earlier[base, walked] & beneath[walked]:
            bad -= 1
        if earlier[base, walked] & (under | inside):
            bad += 1
        if walked == card:
            break
        walked = below[walked]
    loose = facts[LOOSE]
    spaces = facts[SPACES]
    if below[card] < SPACE:
        loose -= 0 if builds_on(hosts, card, below[card]) else 1
    elif below[card] == SPACE:
        spaces += 1
    if on == SPACE:
        spaces -= 1
    depth = facts[DEPTH] + size * (needed_among(board, under, -1) - needed_among(board, old, -1))
    return bucket_of(weights, rules[CARDS] - facts[UP], bad, loose, depth, spaces)


@inlined
def up_score(card, rules, hosts, earlier, weights, board, facts):
    """The bucket after a top card goes to its foundation, the base rank being chosen."""
    below, above, beneath = board[BELOW], board[ABOVE], board[BENEATH]
    bad = facts[BAD] - (1 if earlier[facts[BASE], card] & beneath[card] else 0)
    loose = facts[LOOSE]
    spaces = facts[SPACES]
    if below[card] < SPACE:
        loose -= 0 if builds_on(hosts, card, below[card]) else 1
    elif below[card] == SPACE:
        spaces += 1
    depth = facts[DEPTH] - needed_among(board, beneath[card], -1)
    if facts[HEIGHT + (card & 3)] + 1 < rules[RANKS]:
        following = next_up(card, rules[RANKS])
        depth += above[following] - has(beneath[card], following)
    return bucket_of(weights, rules[CARDS] - facts[UP] - 1, bad, loose, depth, spaces)


@inlined
def back_score(card, on, under, rules, earlier, weights, board, facts):
    """The bucket after a foundation's top comes back to lie on a card or space, the base rank staying chosen."""
    bad = facts[BAD] + (1 if earlier[facts[BASE], card] & under else 0)
    spaces = facts[SPACES] - (1 if on == SPACE else 0)
    depth = facts[DEPTH] + needed_among(board, under, card & 3)
    needed = board[NEEDED, card & 3]
    if needed >= 0:
        depth -= board[ABOVE, needed]
    return bucket_of(weights, rules[CARDS] - facts[UP] + 1, bad, facts[LOOSE], depth, spaces)


@inlined
def goes_up(card, rules, board, facts):
    """Whether a top card may go to its foundation."""
    return facts[BASE] == UNCHOSEN or board[NEEDED, card & 3] == card


@inlined
def put_up(
    card, rules, codes, hosts, earlier, weights, key, board, facts,
    parent, progress, keys, parents, links, table, heads, queues,
):  # fmt: skip
    """Offer the position after a top card goes up. Returns its number, or -1."""
    base = facts[BASE]
    if base == UNCHOSEN:
        base = card >> 2
        bad, loose, depth = facts[BAD], facts[LOOSE], facts[DEPTH]
        assess(rules, hosts, earlier, board, facts, base, card)
        spaces = facts[SPACES] + (1 if board[BELOW, card] == SPACE else 0)
        bucket = bucket_of(weights, rules[CARDS] - facts[UP] - 1, facts[BAD], facts[LOOSE], facts[DEPTH], spaces)
        facts[BAD], facts[LOOSE], facts[DEPTH] = bad, loose, depth
        for suit in range(4):
            board[NEEDED, suit] = -1
    else:
        bucket = up_score(card, rules, hosts, earlier, weights, board, facts)
    return offer_change(
        card, HOME, base, bucket, codes, key, board, parent, progress, keys, parents, links, table, heads, queues
    )


@inlined
def expand_tableau(
    rules, codes, hosts, earlier, weights, key, board, facts,
    parent, progress, keys, parents, links, table, heads, queues,
):  # fmt: skip
    """Offer every position that one tableau or reserve card, or run, moved within the tableau gives."""
    below, beneath = board[BELOW], board[BENEATH]
    base = facts[BASE]
    for index in range(facts[PILE_COUNT]):
        top = board[STACK, index]
        facts[LIFTED] = top
        card = top
        while True:
            for choice in range(4):
                on = hosts[card, choice]
                if on < 0:
                    break
                if has(facts[OPEN], on) and on != below[card] and on != top:
                    under = beneath[on] | (np.int64(1) << on)
                    bucket = lift_score(card, on, under, rules, hosts, earlier, weights, board, facts)
                    offer_change(
                        card, on, base, bucket, codes, key, board,
                        parent, progress, keys, parents, links, table, heads, queues,
                    )  # fmt: skip
            if facts[SPACES] > 0 and below[card] != SPACE:
                bucket = lift_score(card, SPACE, np.int64(0), rules, hosts, earlier, weights, board, facts)
                offer_change(
                    card, SPACE, base, bucket, codes, key, board,
                    parent, progress, keys, parents, links, table, heads, queues,
                )  # fmt: skip
            if not rules[RUNS] or below[card] >= SPACE or not builds_on(hosts, card, below[card]):
                break
            card = below[card]


@inlined
def expand_back(
    rules, codes, hosts, earlier, weights, key, board, facts,
    parent, progress, keys, parents, links, table, heads, queues,
):  # fmt: skip
    """Offer every position that one take-back gives."""
    for suit in range(rules[SUITS]):
        height = facts[HEIGHT + suit]
        if height <= rules[KEEP] or height == 0:
            continue
        card = 4 * ((facts[BASE] + height - 1) % rules[RANKS]) + suit
        base = facts[BASE]
        if facts[UP] == 1 and not rules[FIXED]:
            base = UNCHOSEN
        for choice in range(5):
            on = hosts[card, choice]
            if on < 0:
                on = SPACE
                if facts[SPACES] == 0:
                    break
                under = np.int64(0)
            elif has(facts[OPEN], on):
                under = board[BENEATH, on] | (np.int64(1) << on)
            else:
                continue
            if base == UNCHOSEN:
                bucket = bucket_of(weights, rules[CARDS], 0, facts[LOOSE], 0, facts[SPACES] - (1 if on == SPACE else 0))
            else:
                bucket = back_score(card, on, under, rules, earlier, weights, board, facts)
            offer_change(
                card, on, base, bucket, codes, key, board,
                parent, progress, keys, parents, links, table, heads, queues,
            )  # fmt: skip
            if on == SPACE:
                break


@inlined
def expand(
    rules, codes, hosts, earlier, weights, key, board, facts,
    parent, progress, keys, parents, links, table, heads, queues,
):  # fmt: skip
    """Offer every position that one move gives."""
    force = rules[FORCE]
    if force != FORCE_NONE and facts[BASE] != UNCHOSEN:
        for index in range(facts[PILE_COUNT]):
            card = board[STACK, index]
            if goes_up(card, rules, board, facts) and (force == FORCE_ALL or card >> 2 != facts[BASE]):
                put_up(
                    card, rules, codes, hosts, earlier, weights, key, board, facts,
                    parent, progress, keys, parents, links, table, heads, queues,
                )  # fmt: skip
                return
    if not rules[OPENS] or facts[UP]:
        expand_tableau(
            rules, codes, hosts, earlier, weights, key, board, facts,
            parent, progress, keys, parents, links, table, heads, queues,
        )  # fmt: skip
        if rules[TAKE_BACK]:
            expand_back(
                rules, codes, hosts, earlier, weights, key, board, facts,
                parent, progress, keys, parents, links, table, heads, queues,
            )  # fmt: skip
    for index in range(facts[PILE_COUNT]):
        card = board[STACK, index]
        if goes_up(card, rules, board, facts):
            put_up(
                card, rules, codes, hosts, earlier, weights, key, board, facts,
                parent, progress, keys, parents, links, table, heads, queues,
            )  # fmt: skip


@inlined
def take_best(weights, heads, links, queues):
    """Take the next position to expand out of its bucket; -1 if none is left."""
    chosen = -1
    least = np.int64(1) << 60
    for queue in range(QUEUES):
        bucket = queues[0, queue]
        while bucket < BUCKETS and heads[queue, bucket] < 0:
            bucket += 1
        queues[0, queue] = bucket
        if bucket < BUCKETS:
            cost = (bucket << 8) + queues[1, queue] * weights[5]
            if cost < least:
                least = cost
                chosen = queue
    if chosen < 0:
        return -1
    queues[1, chosen] += 1
    number = heads[chosen, queues[0, chosen]]
    heads[chosen, queues[0, chosen]] = links[number]
    return number


@kernel
def search(
    rules, present, codes, belows, hosts, earlier, weights,
    progress, keys, parents, links, table, heads, queues, control,
):  # fmt: skip
    """Expand positions until one is won, none is left, or a limit is met. Returns a state, ``FOUND`` and so on.

    Called again with larger arrays after ``FULL``, it goes on where it was.
    """
    board = np.zeros((5, 56), np.int64)
    facts = np.zeros(24, np.int64)
    capacity = keys.shape[0]
    state = RUNNING
    while state == RUNNING:
        if progress[COUNT] + MOST_CHILDREN > capacity:
            state = FULL
            break
        if progress[EXPANDED] >= progress[LIMIT]:
            state = OUT_OF_NODES
            break
        if progress[EXPANDED] % POLL_EVERY == 0 and control[0] != 0:
            state = STOPPED
            break
        number = take_best(weights, heads, links, queues)
        if number < 0:
            state = EXHAUSTED
            break
        progress[EXPANDED] += 1
        key = keys[number]
        unpack(rules, belows, present, key, board, facts)
        if facts[UP] == rules[CARDS]:
            progress[WON] = number
            state = FOUND
            break
        note_beneath(board, facts)
        assess(rules, hosts, earlier, board, facts, facts[BASE], -1)
        expand(
            rules, codes, hosts, earlier, weights, key, board, facts,
            number, progress, keys, parents, links, table, heads, queues,
        )  # fmt: skip
    control[1] += progress[EXPANDED] - progress[POLLED]
    progress[POLLED] = progress[EXPANDED]
    return state


@kernel
def rebuild(keys, count, table):
    """Fill an empty hash table with the first ``count`` positions."""
    mask = table.shape[0] - 1
    for number in range(count):
        slot = slot_of(keys[number, 0], keys[number, 1], keys[number, 2], mask)
        while table[slot]:
            slot = (slot + 1) & mask
        table[slot] = number + 1
