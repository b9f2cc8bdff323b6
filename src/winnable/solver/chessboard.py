"""The solver of Chessboard, Fortress, Lasker and Castles End: between positions and the kernel's arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from winnable.cards import Card, rank_of, suit_of
from winnable.rules.game import Game
from winnable.rules.position import Move, Position, base_rank
from winnable.solver.kernels import chessboard as kernels
from winnable.solver.verdict import Budget, SearchResult, Verdict

Integers = NDArray[np.int64]

FORCED_UP = 1  # play a foundation move at once where that can't cost the win
ALL_DOMINANCES = FORCED_UP

_BYTES_A_NODE = 40
_FIRST_CAPACITY = 1 << 13
_WEIGHTS = (12, 8, 4, 4, 8, 256, 0, 0)


def handles(game: Game) -> bool:
    """Whether this solver plays by all the rules of a game."""
    tableau, foundations = game.tableau, game.foundations
    return (
        game.stock is None
        and game.decks == 1
        and foundations.by_suit
        and foundations.base in ("ace", "chosen")
        and not foundations.between
        and tableau.direction == "up or down"
        and tableau.match in ("suit", "colour")
        and not tableau.fill
        and not tableau.only_high_to_space
        and (tableau.match == "suit" or tableau.take == "card")
        and tableau.take != "whole"
        and not game.reserve.only_to_foundations
        and game.ranks >= 3
    )


def force_of(game: Game, dominances: int) -> int:
    """How far foundation moves may be forced (see docs/solver-chessboard.md for the proofs)."""
    if not dominances & FORCED_UP or game.tableau.match != "suit" or game.tableau.take == "run":
        return kernels.FORCE_NONE
    if not game.tableau.wrap and game.foundations.base == "ace":
        return kernels.FORCE_ALL
    return kernels.FORCE_NONE if game.foundations.take_back else kernels.FORCE_ABOVE_BASE


@dataclass
class Packed:
    """A position as the kernel's arrays; see kernels/chessboard.py for their shapes."""

    rules: Integers
    present: int
    codes: Integers
    belows: Integers
    hosts: Integers
    earlier: Integers
    key: Integers


def pack(position: Position, dominances: int = ALL_DOMINANCES) -> Packed:
    """The arrays that say this position and its rules."""
    game = position.game
    force = force_of(game, dominances)
    take_back = game.foundations.take_back and force != kernels.FORCE_ALL
    fixed = game.foundations.base == "ace"
    rules = (
        game.tableau.piles, game.ranks, game.suits, game.card_count, take_back, game.foundations.keep,
        game.foundations.opens, game.tableau.take == "run", fixed, force,
    )  # fmt: skip
    lying = _lying(position)
    hosts = _hosts(game, lying)
    codes, belows = _codes(lying, hosts)
    key = np.zeros(3, np.int64)
    for card, below in lying.items():
        key[card // 21] += codes[card, below] << (3 * (card % 21))
    base = base_rank(position)
    key[2] |= (0 if base is None else base + 1) << kernels.BASE_BIT
    present = sum(1 << card for card in lying)
    return Packed(np.array(rules, np.int64), present, codes, belows, hosts, _earlier(game, lying), key)


def _lying(position: Position) -> dict[Card, int]:
    """What each card lies on."""
    lying: dict[Card, int] = {}
    for piles, bottom in ((position.tableau, kernels.SPACE), (position.reserves, kernels.HELD)):
        for pile in piles:
            for below, card in zip((bottom, *pile), pile, strict=False):
                lying[card] = below
    for pile in position.foundations:
        lying.update(dict.fromkeys(pile, kernels.HOME))
    return lying


def _hosts(game: Game, lying: dict[Card, int]) -> Integers:
    hosts = np.full((52, 5), -1, np.int64)
    for card in lying:
        takers = [below for below in lying if card in game.builds[below]]
        hosts[card, : len(takers)] = sorted(takers)
    return hosts


def _codes(lying: dict[Card, int], hosts: Integers) -> tuple[Integers, Integers]:
    codes = np.zeros((52, 55), np.int64)
    belows = np.zeros((52, 8), np.int64)
    for card, below in lying.items():
        places = (below, kernels.HOME, kernels.SPACE, *(int(host) for host in hosts[card] if host >= 0))
        for code, place in enumerate(dict.fromkeys(places)):
            codes[card, place] = code
            belows[card, code] = place
    return codes, belows


def _earlier(game: Game, lying: dict[Card, int]) -> Integers:
    earlier = np.zeros((14, 52), np.int64)
    for base in range(game.ranks):
        for card in lying:
            relative = (rank_of(card) - base) % game.ranks
            earlier[base, card] = sum(
                1 << other
                for other in lying
                if suit_of(other) == suit_of(card) and (rank_of(other) - base) % game.ranks < relative
            )
    return earlier


def search(
    position: Position,
    budget: Budget,
    control: Integers,
    dominances: int = ALL_DOMINANCES,
    weights: tuple[int, ...] = _WEIGHTS,
) -> SearchResult:
    """Search from a position until it is settled or the budget is used up.

    ``control`` is int64 (8,): the search stops soon after entry 0 becomes nonzero, and adds the nodes it
    expanded to entry 1.
    """
    packed = pack(position, dominances)
    most = max(budget.bytes // _BYTES_A_NODE, 2 * kernels.MOST_CHILDREN)
    capacity = min(_FIRST_CAPACITY, most)
    progress = np.zeros(8, np.int64)
    progress[kernels.LIMIT] = budget.nodes if budget.nodes is not None else np.iinfo(np.int64).max
    keys = np.zeros((capacity, 3), np.int64)
    parents = np.zeros(capacity, np.int32)
    links = np.zeros(capacity, np.int32)
    table = np.zeros(2 * capacity, np.int32)
    heads = np.full((kernels.QUEUES, kernels.BUCKETS), -1, np.int32)
    queues = np.zeros((2, kernels.QUEUES), np.int64)
    keys[0] = packed.key
    parents[0] = links[0] = -1
    progress[kernels.COUNT] = 1
    kernels.rebuild(keys, 1, table)
    base = base_rank(position)
    heads[kernels.UNCHOSEN if base is None else base, 0] = 0
    while True:
        state = kernels.search(
            packed.rules, packed.present, packed.codes, packed.belows, packed.hosts, packed.earlier,
            np.array(weights, np.int64), progress, keys, parents, links, table, heads, queues, control,
        )  # fmt: skip
        if state != kernels.FULL or 4 * capacity > most:
            break
        capacity *= 4
        keys = np.resize(keys, (capacity, 3))
        parents = np.resize(parents, capacity)
        links = np.resize(links, capacity)
        table = np.zeros(2 * capacity, np.int32)
        kernels.rebuild(keys, progress[kernels.COUNT], table)
    nodes = int(progress[kernels.EXPANDED])
    if state == kernels.FOUND:
        path = []
        number = progress[kernels.WON]
        while number >= 0:
            path.append(keys[number])
            number = parents[number]
        return SearchResult(Verdict.WINNABLE, nodes, line_of(position, packed, path[::-1]))
    if state == kernels.EXHAUSTED:
        return SearchResult(Verdict.LOST, nodes)
    reasons = {kernels.OUT_OF_NODES: "nodes", kernels.FULL: "memory", kernels.STOPPED: "seconds"}
    return SearchResult(Verdict.UNDECIDED, nodes, (), reasons[state])  # type: ignore[arg-type]


def line_of(position: Position, packed: Packed, path: list[Integers]) -> tuple[Move, ...]:
    """The moves between the positions of a path, each given by its key."""
    piles = {f"T{n}": list(pile) for n, pile in enumerate(position.tableau, 1)}
    piles |= {f"R{n}": list(pile) for n, pile in enumerate(position.reserves, 1)}
    piles |= {f"F{n}": list(pile) for n, pile in enumerate(position.foundations, 1)}
    line = []
    for before, after in zip(path, path[1:], strict=False):
        card, below = _changed(packed, before, after)
        source = next(name for name, pile in piles.items() if card in pile)
        if below == kernels.HOME:
            target = f"F{suit_of(card) + 1}"
        elif below == kernels.SPACE:
            target = next(name for name, pile in piles.items() if name[0] == "T" and not pile)
        else:
            target = next(name for name, pile in piles.items() if pile and pile[-1] == below)
        start = piles[source].index(card)
        line.append(Move(source, target, len(piles[source]) - start))
        piles[target] += piles[source][start:]
        del piles[source][start:]
    return tuple(line)


def _changed(packed: Packed, before: Integers, after: Integers) -> tuple[Card, int]:
    for card in range(4 * packed.rules[kernels.RANKS]):
        shift = 3 * (card % 21)
        old, new = (before[card // 21] >> shift) & 7, (after[card // 21] >> shift) & 7
        if old != new:
            return Card(card), int(packed.belows[card, new])
    raise ValueError("The positions are the same.")
