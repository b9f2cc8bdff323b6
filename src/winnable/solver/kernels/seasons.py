"""Czarina and Four Seasons: a search in layers by the number of cards dealt.

Cards are renumbered ``4 * relative rank + suit``, so that every foundation starts with relative rank 0.
A position is a row of 64 bytes, one cache line:

====== ===========================================================================================
bytes  what
====== ===========================================================================================
0-51   for each card what it lies on: a card, TABLE (bottom of a pile), FLOOR (bottom of the waste),
       UP (on a foundation) or DECK (in the stock, or not in the game)
52-56  the top card of each pile, TABLE for a space
57     the waste's top card, FLOOR for none
58-61  cards on each foundation
62     cards dealt from the stock
63     unused
====== ===========================================================================================

``rules`` is int64: see RANKS to FLAGS. ``stock`` is uint8, the whole stock in the order of turning.
A position's 128-bit key is the exclusive or of a random number for each (card, what it lies on) in play:
it knows nothing of the order of the piles. All positions of a layer have dealt the same cards, so the key
need not name them.
"""

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel

TABLE, FLOOR, UP, DECK = 52, 53, 54, 55
TOPS, WASTE, HOMES, DEALT = 52, 57, 58, 62
PILES, FROM_WASTE, FROM_STOCK, TO_HOME, TO_WASTE = 5, 5, 6, 6, 7

RANKS, SUITS, PILE_COUNT, STOCK_SIZE, FILL, STOCK_TO_SPACE, FLAGS, TO_GO = 0, 1, 2, 3, 4, 5, 6, 7
FILL_NONE, FILL_STOCK_FIRST, FILL_WASTE_FIRST = 0, 1, 2
SAFE_MOVES, TURN_BEFORE_SPACE = 1, 2
DOMINANCES = 2

FEATURES = 189
BUCKETS = 4096

EXHAUSTED, WON, NODES_OUT, STOPPED = 0, 1, 2, 3
STATUS, EXPANDED, WON_FROM, WON_BY, CUT, BEST = 0, 1, 2, 3, 4, 5


@inlined
def shift(row, key, zobrist, source, target):
    """Carry the top card of a pile or the waste (0-5) to a pile (0-4)."""
    card = row[TOPS + source]
    old = row[card]
    new = row[TOPS + target]
    row[TOPS + source] = old
    row[card] = new
    row[TOPS + target] = card
    key[0] ^= zobrist[card, old, 0] ^ zobrist[card, new, 0]
    key[1] ^= zobrist[card, old, 1] ^ zobrist[card, new, 1]


@inlined
def send_up(row, key, zobrist, source):
    """Carry the top card of a pile or the waste (0-5) to its foundation."""
    card = row[TOPS + source]
    old = row[card]
    row[TOPS + source] = old
    row[card] = UP
    row[HOMES + (card & 3)] += 1
    key[0] ^= zobrist[card, old, 0]
    key[1] ^= zobrist[card, old, 1]


@inlined
def deal_card(row, key, zobrist, stock, target):
    """Carry the stock's next card to a pile (0-4) or the waste (5)."""
    card = stock[row[DEALT]]
    new = row[TOPS + target]
    row[DEALT] += 1
    row[card] = new
    row[TOPS + target] = card
    key[0] ^= zobrist[card, new, 0]
    key[1] ^= zobrist[card, new, 1]


@inlined
def refill(row, key, zobrist, stock, rules, pile):
    """Fill a pile (0-4) as the rules say if it has become a space."""
    if rules[FILL] == FILL_NONE or row[TOPS + pile] != TABLE:
        return
    if rules[FILL] == FILL_WASTE_FIRST and row[WASTE] != FLOOR:
        shift(row, key, zobrist, FROM_WASTE, pile)
    elif row[DEALT] < rules[STOCK_SIZE]:
        deal_card(row, key, zobrist, stock, pile)
    elif row[WASTE] != FLOOR:
        shift(row, key, zobrist, FROM_WASTE, pile)


@inlined
def make_move(row, key, zobrist, stock, rules, source, target):
    """Make a move: source 0-4 a pile, 5 the waste, 6 the stock; target 0-4 a pile, 6 a foundation, 7 the waste."""
    if source == FROM_STOCK:
        deal_card(row, key, zobrist, stock, FROM_WASTE if target == TO_WASTE else target)
        return
    if target == TO_HOME:
        send_up(row, key, zobrist, source)
    else:
        shift(row, key, zobrist, source, target)
    if source < PILES:
        refill(row, key, zobrist, stock, rules, source)


@inlined
def goes_up(row, card):
    """Whether a card (0-51) is the next one its foundation needs."""
    return (card >> 2) == row[HOMES + (card & 3)]


@inlined
def is_safe(row, rules, source):
    """Whether sending up the top card of a pile or the waste (0-5) can never be worse than not.

    Only a card one rank lower could ever be put on it; if each of those is up or can go up whenever it could
    be put there, nothing is lost - unless a refill hangs on the move, or the card may be wanted as a refill.
    """
    card = row[TOPS + source]
    rank = card >> 2
    if rank == 0:
        return False
    for suit in range(rules[SUITS]):
        if row[HOMES + suit] < rank - 1:
            return False
    if rules[FILL] == FILL_NONE:
        return True
    if source == FROM_WASTE:
        return rules[FILL] == FILL_STOCK_FIRST or row[DEALT] == rules[STOCK_SIZE]
    lone = row[card] == TABLE
    return not lone or (row[DEALT] == rules[STOCK_SIZE] and row[WASTE] == FLOOR)


@inlined
def safe_source(row, rules):
    """A pile or the waste (0-5) whose top card may safely go up, or -1."""
    if rules[FLAGS] & SAFE_MOVES:
        for source in range(PILES + 1):
            card = row[TOPS + source]
            if card < TABLE and goes_up(row, card) and is_safe(row, rules, source):
                return source
    return -1


@inlined
def rise_safely(row, key, zobrist, rules):
    """Send up all cards that may safely go."""
    source = safe_source(row, rules)
    while source >= 0:
        send_up(row, key, zobrist, source)
        source = safe_source(row, rules)


@inlined
def is_won(row, rules):
    """Whether all cards are up."""
    up = row[HOMES] + row[HOMES + 1] + row[HOMES + 2] + row[HOMES + 3]
    return up == rules[RANKS] * rules[SUITS]


@inlined
def list_moves(row, rules, moves):
    """Write the moves to ``moves`` (int64, 16 * source + target) and return how many; the turn comes last.

    A lone card never moves to a space, and only the first space is used. Putting the stock's card in a space
    (an option) is a turn and then a move from the waste: with TURN_BEFORE_SPACE it is left out.
    """
    count = 0
    ranks = rules[RANKS]
    space = -1
    for pile in range(rules[PILE_COUNT]):
        if row[TOPS + pile] == TABLE:
            space = pile
            break
    for source in range(PILES + 1):
        card = row[TOPS + source]
        if card >= TABLE:
            continue
        if goes_up(row, card):
            moves[count] = 16 * source + TO_HOME
            count += 1
        above = (card >> 2) + 1
        if above == ranks:
            above = 0
        for target in range(rules[PILE_COUNT]):
            below = row[TOPS + target]
            if below < TABLE and (below >> 2) == above and target != source:
                moves[count] = 16 * source + target
                count += 1
        if space >= 0 and row[card] != TABLE:
            moves[count] = 16 * source + space
            count += 1
    if row[DEALT] < rules[STOCK_SIZE]:
        if space >= 0 and rules[STOCK_TO_SPACE] and not rules[FLAGS] & TURN_BEFORE_SPACE:
            moves[count] = 16 * FROM_STOCK + space
            count += 1
        moves[count] = 16 * FROM_STOCK + TO_WASTE
        count += 1
    return count


@inlined
def walk(row, top, cards):
    """Write the cards of a pile to ``cards``, top first, and return how many."""
    count = 0
    card = top
    while card < TABLE:
        cards[count] = card
        count += 1
        card = row[card]
    return count


@inlined
def far(steps):
    """A class (0-5) for a number of cards or ranks."""
    if steps < 3:
        return steps
    return 3 if steps < 5 else (4 if steps < 8 else 5)


@inlined
def fits(tops, rank, ranks):
    """1 if a card of this rank can be put on a pile; ``tops`` has a bit for the rank of each pile's top."""
    return (tops >> (rank + 1 if rank + 1 < ranks else 0)) & 1


@inlined
def weigh_waste(row, ranks, tops, w, cards):
    """The waste's part of a position's score."""
    length = walk(row, row[WASTE], cards)
    total = w[172] * length
    lowest = 15
    nearest = 15
    lows = 0xFFFF
    for depth in range(length - 1, -1, -1):
        card = cards[depth]
        rank = card >> 2
        suit = card & 3
        need = rank - row[HOMES + suit]
        if depth + 1 < length:
            step = (cards[depth + 1] >> 2) - rank
            total += w[step + ranks if step < 0 else step]
            if depth + 2 < length:
                step = (cards[depth + 2] >> 2) - rank
                total += w[13 + (step + ranks if step < 0 else step)]
        total += w[26 + 6 * far(need) + far(depth)]
        if rank > lowest:
            total += w[67] + w[68] * min(rank - lowest, 6)
        if need > nearest:
            total += w[70] + w[71] * min(need - nearest, 6)
        low = (lows >> (4 * suit)) & 15
        if rank > low:
            total += w[69]
        else:
            lows ^= (low ^ rank) << (4 * suit)
        total += w[169] * rank + w[170] * (max(0, 8 - need) * depth)
        lowest = min(lowest, rank)
        nearest = min(nearest, need)
    for depth in range(min(length, 5)):
        total += w[62 + depth] * fits(tops, cards[depth] >> 2, ranks)
    if length > 0:
        total += w[173 + (cards[0] >> 2)]
    return total


@inlined
def weigh_pile(row, ranks, top, w, cards):
    """A pile's part of a position's score."""
    length = walk(row, top, cards)
    total = w[102 + min(length, 9)]
    lowest = 15
    nearest = 15
    lows = 0xFFFF
    below = 99
    for depth in range(length - 1, -1, -1):
        card = cards[depth]
        rank = card >> 2
        suit = card & 3
        need = rank - row[HOMES + suit]
        total += w[74 + 4 * far(need) + min(depth, 3)]
        if below == card + 4:
            total += w[98]
        if below < 4 and rank == ranks - 1:
            total += w[100] + w[101] * (depth + 1)
        if rank > lowest:
            total += w[162] + w[163] * min(rank - lowest, 6)
        if need > nearest:
            total += w[165] + w[166] * min(need - nearest, 6)
        low = (lows >> (4 * suit)) & 15
        if rank > low:
            total += w[164]
        else:
            lows ^= (low ^ rank) << (4 * suit)
        total += w[167] * rank + w[168] * (max(0, 8 - need) * depth)
        lowest = min(lowest, rank)
        nearest = min(nearest, need)
        below = card
    total += w[112 + (top >> 2)] + w[171] * ((top >> 2) - row[HOMES + (top & 3)])
    return total


@inlined
def weigh_wanted(row, place, rank, suit, ranks, w):
    """What it costs that a card which is wanted soon is still in the stock; ``w`` has a place for each distance."""
    if rank < ranks:
        card = 4 * rank + suit
        if row[card] == DECK:
            return w[min((place[card] - row[DEALT]) >> 2, 6)]
    return 0


@inlined
def weigh(row, rules, stock, place, cards, w):
    """A position's score, lower is better.

    ``place`` (int64[52]) is each card's place in the stock, -1 for cards dealt with the deal; ``w`` (int64[FEATURES])
    are the layer's weights; ``cards`` (int64[64]) is for scratch.
    """
    ranks = rules[RANKS]
    suits = rules[SUITS]
    total = w[188]
    lowest = 15
    highest = 0
    for suit in range(suits):
        home = row[HOMES + suit]
        total += w[125 + home] + w[161] * home
        total += weigh_wanted(row, place, home, suit, ranks, w[139:146])
        total += weigh_wanted(row, place, home + 1, suit, ranks, w[146:153])
        lowest = min(lowest, home)
        highest = max(highest, home)
    total += w[159] * lowest + w[160] * highest
    tops = 0
    for pile in range(rules[PILE_COUNT]):
        top = row[TOPS + pile]
        if top == TABLE:
            total += w[73]
            continue
        tops |= 1 << (top >> 2)
        total += weigh_pile(row, ranks, top, w, cards)
        rank = top >> 2
        wanted = rank - 1 if rank > 0 else ranks - 1
        for suit in range(suits):
            card = 4 * wanted + suit
            if row[card] == DECK:
                total += w[186]
                if place[card] - row[DEALT] < 6:
                    total += w[187]
    for rank in range(ranks):
        total += w[72] * ((tops >> rank) & 1)
    total += weigh_waste(row, ranks, tops, w, cards)
    dealt = row[DEALT]
    for ahead in range(min(6, rules[STOCK_SIZE] - dealt)):
        card = stock[dealt + ahead]
        if fits(tops, card >> 2, ranks) or goes_up(row, card):
            total += w[153 + ahead]
    return total


@inlined
def is_new(table, key):
    """Note a 128-bit key in the hash table (uint64[size, 2], size a power of two); False if it was there."""
    mask = table.shape[0] - 1
    slot = np.int64(key[0] & np.uint64(mask))
    while table[slot, 0] != 0 or table[slot, 1] != 0:
        if table[slot, 0] == key[0] and table[slot, 1] == key[1]:
            return False
        slot = (slot + 1) & mask
    table[slot, 0] = key[0]
    table[slot, 1] = key[1]
    return True


@inlined
def copy_row(source, target):
    """Copy a position (uint64[8])."""
    for index in range(8):
        target[index] = source[index]


@kernel
def search_layers(
    root, stock, place, rules, zobrist, weights, noise, crowd, width, limit, control,
    counts, rows, words, keys, link, origin, cause, free, heads, state, tables, parents, causes, out,
):  # fmt: skip
    """Search layer after layer, expanding the best ``width`` positions of each; stop at the first win.

    rows (uint8[2, width + 1, 64], words is the same memory as uint64) hold the positions waiting in the layer at work
    and the next, slot ``width`` being a desk; keys, link, origin, cause the key, next in bucket, parent and move
    of each; heads (int32[2, BUCKETS]) the first of each bucket; tables (uint64[2, size, 2]) the keys met;
    parents and causes the tree of expanded positions; limit the nodes that may be expanded.
    """
    desk = np.zeros(64, np.uint8)
    desk_words = desk.view(np.uint64)
    child = np.zeros(64, np.uint8)
    child_words = child.view(np.uint64)
    key = np.zeros(2, np.uint64)
    base = np.zeros(2, np.uint64)
    moves = np.zeros(64, np.int64)
    cards = np.zeros(64, np.int64)
    roots = root.view(np.uint64)
    out[CUT] = 0
    expanded = 0
    capacity = tables.shape[1] * 3 // 4
    for side in range(2):
        heads[side, :] = -1
        tables[side, :, :] = 0
        # state: waiting, free count, lowest bucket, highest bucket, keys in table
        state[side, 0] = 0
        state[side, 1] = width
        state[side, 2] = BUCKETS
        state[side, 3] = -1
        state[side, 4] = 0
        for slot in range(width):
            free[side, slot] = slot
    copy_row(roots, child_words)
    key[0] = 0
    key[1] = 0
    for card in range(TABLE):
        if child[card] < UP:
            key[0] ^= zobrist[card, child[card], 0]
            key[1] ^= zobrist[card, child[card], 1]
    rise_safely(child, key, zobrist, rules)
    if is_won(child, rules):
        out[STATUS] = WON
        out[EXPANDED] = 0
        out[WON_FROM] = -1
        out[WON_BY] = -1
        return
    counts[:] = 0
    layer = np.int64(child[DEALT])
    side = layer & 1
    push(child, child_words, key, -1, -1, side, rules, stock, place, cards, weights, noise,
         words, keys, link, origin, cause, free, heads, state, tables, capacity, out)  # fmt: skip
    while layer <= rules[STOCK_SIZE]:
        side = layer & 1
        popped = 0
        while state[side, 0] > 0 and popped < width:
            if expanded >= limit:
                out[STATUS] = NODES_OUT
                out[EXPANDED] = expanded
                return
            if (expanded & 255) == 0 and control[0] != 0:
                out[STATUS] = STOPPED
                out[EXPANDED] = expanded
                return
            slot = pop_best(side, link, free, heads, state)
            copy_row(words[side, slot], desk_words)
            if is_crowded(desk, rules, zobrist, counts, crowd):
                out[CUT] = 1
                continue
            base[0] = keys[side, slot, 0]
            base[1] = keys[side, slot, 1]
            here = expanded
            parents[here] = origin[side, slot]
            causes[here] = cause[side, slot]
            expanded += 1
            popped += 1
            count = list_moves(desk, rules, moves)
            for index in range(count):
                move = moves[index]
                copy_row(desk_words, child_words)
                key[0] = base[0]
                key[1] = base[1]
                make_move(child, key, zobrist, stock, rules, move >> 4, move & 15)
                rise_safely(child, key, zobrist, rules)
                if is_won(child, rules):
                    out[STATUS] = WON
                    out[EXPANDED] = expanded
                    out[WON_FROM] = here
                    out[WON_BY] = move
                    return
                push(
                    child,
                    child_words,
                    key,
                    here,
                    move,
                    np.int64(child[DEALT]) & 1,
                    rules,
                    stock,
                    place,
                    cards,
                    weights,
                    noise,
                    words,
                    keys,
                    link,
                    origin,
                    cause,
                    free,
                    heads,
                    state,
                    tables,
                    capacity,
                    out,
                )
        if state[side, 0] > 0:
            out[CUT] = 1
        clear_side(side, width, free, heads, state, tables)
        counts[:] = 0
        layer += 1
    out[STATUS] = EXHAUSTED
    out[EXPANDED] = expanded


@inlined
def is_crowded(row, rules, zobrist, counts, crowd):
    """Whether ``crowd`` positions of the layer were expanded that are alike: same foundations, same tops or waste.

    ``counts`` (int32, a power of two of them) counts them by hash; a ``crowd`` of 0 is no limit, a negative one
    compares the tops of the piles and not the waste.
    """
    if crowd == 0:
        return False
    alike = np.uint64(0)
    for suit in range(rules[SUITS]):
        home = row[HOMES + suit]
        if home < rules[RANKS]:
            alike ^= zobrist[4 * home + suit, TABLE, 1]
    if crowd < 0:
        for pile in range(rules[PILE_COUNT]):
            if row[TOPS + pile] < TABLE:
                alike ^= zobrist[row[TOPS + pile], FLOOR, 1]
    else:
        card = row[WASTE]
        while card < TABLE:
            alike ^= zobrist[card, FLOOR, 1]
            card = row[card]
    slot = np.int64(alike & np.uint64(counts.shape[0] - 1))
    counts[slot] += 1
    return counts[slot] > abs(crowd)


@inlined
def clear_side(side, width, free, heads, state, tables):
    """Forget the positions waiting in a layer, and its keys."""
    heads[side, :] = -1
    tables[side, :, :] = 0
    state[side, 0] = 0
    state[side, 1] = width
    state[side, 2] = BUCKETS
    state[side, 3] = -1
    state[side, 4] = 0
    for slot in range(width):
        free[side, slot] = slot


@inlined
def pop_best(side, link, free, heads, state):
    """Take the slot of the best waiting position; it stays readable until the next push."""
    bucket = state[side, 2]
    while heads[side, bucket] < 0:
        bucket += 1
    state[side, 2] = bucket
    slot = heads[side, bucket]
    heads[side, bucket] = link[side, slot]
    free[side, state[side, 1]] = slot
    state[side, 1] += 1
    state[side, 0] -= 1
    return slot


@inlined
def drop_worst(side, link, free, heads, state):
    """Give up the worst waiting position."""
    bucket = state[side, 3]
    while heads[side, bucket] < 0:
        bucket -= 1
    state[side, 3] = bucket
    slot = heads[side, bucket]
    heads[side, bucket] = link[side, slot]
    free[side, state[side, 1]] = slot
    state[side, 1] += 1
    state[side, 0] -= 1


@inlined
def push(row, row_words, key, parent, move, side, rules, stock, place, cards, weights, noise,
         words, keys, link, origin, cause, free, heads, state, tables, capacity, out):  # fmt: skip
    """Let a position wait in its layer, unless it was met before or ``width`` better ones wait."""
    if state[side, 4] >= capacity:
        out[CUT] = 1
        return
    if not is_new(tables[side], key):
        return
    state[side, 4] += 1
    bucket = weigh(row, rules, stock, place, cards, weights[row[DEALT]]) + BUCKETS // 2
    bucket = min(max(bucket, 0), BUCKETS - 1)
    out[BEST] = max(out[BEST], row[HOMES] + row[HOMES + 1] + row[HOMES + 2] + row[HOMES + 3])
    if noise > 0:
        bucket = min(bucket + np.int64(key[1] >> np.uint64(32)) % noise, BUCKETS - 1)
    if state[side, 1] == 0:
        worst = state[side, 3]
        while heads[side, worst] < 0:
            worst -= 1
        state[side, 3] = worst
        out[CUT] = 1
        if bucket >= worst:
            return
        drop_worst(side, link, free, heads, state)
    state[side, 1] -= 1
    slot = free[side, state[side, 1]]
    copy_row(row_words, words[side, slot])
    keys[side, slot, 0] = key[0]
    keys[side, slot, 1] = key[1]
    origin[side, slot] = parent
    cause[side, slot] = move
    link[side, slot] = heads[side, bucket]
    heads[side, bucket] = slot
    state[side, 0] += 1
    state[side, 2] = min(state[side, 2], bucket)
    state[side, 3] = max(state[side, 3], bucket)


@inlined
def spell(row, move):
    """A move with its foundation named: target 8 + suit instead of TO_HOME."""
    if move & 15 == TO_HOME:
        return move + 2 + (row[TOPS + (move >> 4)] & 3)
    return move


@kernel
def retrace(root, stock, rules, zobrist, path, line):
    """Write all moves of a line, safe ones included, to ``line`` as ``spell`` has them; return how many.

    ``path`` (int64) holds the moves that the search chose; line (int64) needs room for 64 more.
    """
    row = root.copy()
    key = np.zeros(2, np.uint64)
    count = 0
    for step in range(-1, path.shape[0]):
        if step >= 0:
            line[count] = spell(row, path[step])
            count += 1
            make_move(row, key, zobrist, stock, rules, path[step] >> 4, path[step] & 15)
        source = safe_source(row, rules)
        while source >= 0:
            line[count] = spell(row, 16 * source + TO_HOME)
            count += 1
            send_up(row, key, zobrist, source)
            source = safe_source(row, rules)
    return count
