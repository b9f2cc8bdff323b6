"""Czarina and Four Seasons: the search in layers by the number of cards dealt. It never goes back."""

from typing import NamedTuple

import numpy as np

from winnable.solver.kernels.jit import inlined, kernel
from winnable.solver.kernels.seasons import (
    DEALT,
    FLOOR,
    HOMES,
    PILE_COUNT,
    RANKS,
    STOCK_SIZE,
    SUITS,
    TABLE,
    TO_HOME,
    TOPS,
    UP,
    WASTE,
    Array,
    Bool,
    Int,
    copy,
    is_won,
    list_moves,
    make_move,
    rise_safely,
)
from winnable.solver.kernels.seasons_pool import (
    KEY,
    KEYS,
    ORIGIN,
    PARTS,
    WAITING,
    Desk,
    Layers,
    best_bucket,
    is_new,
    push,
    start_layer,
    take,
    to_bucket,
)
from winnable.solver.kernels.seasons_score import BLOCK, weigh

ALL_PARTS = 63
POLL_EVERY = 256

EXHAUSTED, WON, NODES_OUT, STOPPED = range(4)
STATUS, EXPANDED, WON_FROM, WON_BY, CUT = range(5)


class Problem(NamedTuple):
    """What is searched, and what for."""

    root: Array  # uint8[64], the position to begin with
    stock: Array  # uint8, the stock in the order of turning
    place: Array  # int64[52], each card's place in the stock, -1 for none
    rules: Array  # int64[8]
    zobrist: Array  # int64[52, 54, 2], random numbers for keys
    weights: Array  # int32[layers, FEATURES]


class Tree(NamedTuple):
    """The positions expanded so far, by number."""

    parents: Array  # int32, the number of the parent
    causes: Array  # int8, the move that made it


@inlined
def is_crowded(row: Array, rules: Array, zobrist: Array, counts: Array, crowd: Int) -> Bool:
    """Whether ``crowd`` positions of the layer were expanded that are alike: same foundations, same waste.

    ``counts`` (int32, a power of two of them) counts them by hash; a ``crowd`` of 0 is no limit, a negative one
    compares the tops of the piles and not the waste.
    """
    if crowd == 0:
        return False
    alike = 0
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
    slot = alike & (counts.shape[0] - 1)
    counts[slot] += 1
    return counts[slot] > abs(crowd)


@inlined
def first_key(row: Array, zobrist: Array, key: Array) -> None:
    """Reckon a position's key from nothing."""
    key[0] = 0
    key[1] = 0
    for card in range(TABLE):
        if row[card] < UP:
            key[0] ^= zobrist[card, row[card], 0]
            key[1] ^= zobrist[card, row[card], 1]


@inlined
def lay_out(side: Int, slot: Int, layers: Layers, desk: Desk) -> None:
    """Put a waiting position on the desk."""
    for index in range(8):
        desk.words[index] = layers.pool[side, slot, index]
    for index in range(6):
        desk.parts[index] = layers.parts[side, slot, 2 * PARTS + index]
    desk.key[0] = layers.pool[side, slot, KEY]
    desk.key[1] = layers.pool[side, slot, KEY + 1]


@inlined
def make_child(problem: Problem, desk: Desk, move: Int) -> Int:
    """Make a move from the desk's position, and all safe ones after it; return the parts of the score to renew."""
    for word in range(8):
        desk.child_words[word] = desk.words[word]
    desk.child_key[0] = desk.key[0]
    desk.child_key[1] = desk.key[1]
    rules, zobrist = problem.rules, problem.zobrist
    changed = make_move(desk.child, desk.child_key, zobrist, problem.stock, rules, move >> 4, move & 15)
    if rise_safely(desk.child, desk.child_key, zobrist, rules) > 0 or move & 15 == TO_HOME:
        return ALL_PARTS
    if np.int64(desk.child[DEALT]) // BLOCK != np.int64(desk.row[DEALT]) // BLOCK:
        return ALL_PARTS
    return changed


@inlined
def admit(problem: Problem, desk: Desk, changed: Int, origin: Int, noise: Int, layers: Layers) -> Bool:
    """Let the desk's child wait in its layer if it is new there; False if a position had to be given up."""
    dealt = np.int64(desk.child[DEALT])
    side = dealt & 1
    if layers.state[side, KEYS] >= layers.tables.shape[1] * 3 // 4:
        return False
    if not is_new(layers.tables[side], desk.child_key):
        return True
    layers.state[side, KEYS] += 1
    for part in range(6):
        desk.child_parts[part] = desk.parts[part]
    score = weigh(
        desk.child, problem.rules, problem.stock, problem.place, problem.weights[dealt], desk.child_parts, changed,
        desk.cards,
    )  # fmt: skip
    return push(side, desk, origin, to_bucket(score, desk.child_key[1], noise), layers)


@inlined
def expand(problem: Problem, desk: Desk, noise: Int, layers: Layers, out: Array) -> None:
    """Make every move from the desk's position, up to one that wins."""
    for index in range(list_moves(desk.row, problem.rules, desk.moves)):
        move = desk.moves[index]
        changed = make_child(problem, desk, move)
        if changed == ALL_PARTS and is_won(desk.child, problem.rules):
            out[STATUS] = WON
            out[WON_FROM] = out[EXPANDED]
            out[WON_BY] = move
            return
        if not admit(problem, desk, changed, 128 * out[EXPANDED] + move, noise, layers):
            out[CUT] = 1


@inlined
def search_layer(
    side: Int, problem: Problem, noise: Int, crowd: Int, limit: Int, control: Array, layers: Layers, tree: Tree,
    desk: Desk, out: Array,
) -> None:  # fmt: skip
    """Expand the best positions of a layer, as many as the pool holds."""
    popped = 0
    while layers.state[side, WAITING] > 0 and popped < layers.pool.shape[1] and out[STATUS] == EXHAUSTED:
        if out[EXPANDED] >= limit:
            out[STATUS] = NODES_OUT
            break
        if out[EXPANDED] % POLL_EVERY == 0 and control[0] != 0:
            out[STATUS] = STOPPED
            break
        slot = take(side, best_bucket(side, layers), layers)
        lay_out(side, slot, layers, desk)
        if is_crowded(desk.row, problem.rules, problem.zobrist, layers.counts, crowd):
            out[CUT] = 1
            continue
        origin = layers.pool[side, slot, ORIGIN]
        tree.parents[out[EXPANDED]] = origin >> 7
        tree.causes[out[EXPANDED]] = origin & 127
        expand(problem, desk, noise, layers, out)
        out[EXPANDED] += 1
        popped += 1
    if layers.state[side, WAITING] > 0:
        out[CUT] = 1


@inlined
def begin(problem: Problem, desk: Desk, control: Array, layers: Layers, out: Array) -> None:
    """Let the first position wait, once all safe moves are made."""
    out[:] = 0
    out[STATUS] = EXHAUSTED
    out[WON_FROM] = -1
    start_layer(0, layers, control)
    start_layer(1, layers, control)
    if control[0] != 0:
        out[STATUS] = STOPPED
        return
    layers.counts[:] = 0
    copy(problem.root, desk.child, 64)
    first_key(desk.child, problem.zobrist, desk.child_key)
    rise_safely(desk.child, desk.child_key, problem.zobrist, problem.rules)
    if is_won(desk.child, problem.rules):
        out[STATUS] = WON
        return
    admit(problem, desk, ALL_PARTS, -128, 0, layers)


@kernel
def search_layers(
    problem: Problem, noise: Int, crowd: Int, limit: Int, control: Array, layers: Layers, tree: Tree, desk: Desk,
    out: Array,
) -> None:  # fmt: skip
    """Search layer after layer, expanding the best of each, as many as the pool holds; stop at the first win.

    limit are the nodes that may be expanded, at most as many as the tree holds. ``out`` (int64[8]) tells how it ended:
    STATUS, EXPANDED, the node and move that won, and CUT, whether anything was left out.
    """
    begin(problem, desk, control, layers, out)
    layer = np.int64(desk.child[DEALT])
    while layer <= problem.rules[STOCK_SIZE] and out[STATUS] == EXHAUSTED:
        side = layer & 1
        search_layer(side, problem, noise, crowd, limit, control, layers, tree, desk, out)
        start_layer(side, layers, control)
        if control[0] != 0 and out[STATUS] == EXHAUSTED:
            out[STATUS] = STOPPED
        layers.counts[:] = 0
        layer += 1
