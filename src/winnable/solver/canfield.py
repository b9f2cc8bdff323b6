"""The solver of Canfield and Klondike: between positions and the kernels' arrays."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from winnable.cards import Card, rank_of, suit_of
from winnable.rules.engine import supermove_limit
from winnable.rules.game import Game
from winnable.rules.position import Position, base_rank
from winnable.solver.canfield_line import empty_pool, line_of, new_desk, restart
from winnable.solver.kernels import canfield as kernels
from winnable.solver.kernels import canfield_board as boards
from winnable.solver.kernels import canfield_pool as pools
from winnable.solver.kernels.canfield_board import Bytes, Rules
from winnable.solver.kernels.canfield_moves import MOST_MOVES
from winnable.solver.kernels.canfield_pool import Integers, Pool
from winnable.solver.verdict import Budget, Reason, SearchResult, Verdict

ALL_DOMINANCES = boards.SAFE_MOVES | boards.TWIN_MOVES | boards.FREE_TURNS

_FIRST_TABLE = 1 << 13
_UNLIMITED = 1 << 60
_BYTES_A_NODE = 32  # three words of key, parent and link
_FIXED_BYTES = 1 << 17  # the queue and the tables of the rules
# What a position costs, see UP_WEIGHT and the entries after it. Three ways to look at a game: what stays unsettled
# with one is mostly found soon with another (docs/solver-canfield.md has the figures).
_CANFIELD_WEIGHTS = (
    (3, 98, 20, 0, -7, 1, 0, 5, -1, -3),
    (0, 98, 0, 0, 0, 0, 0, 10, 0, 0),
    (-6, 60, 20, 0, 0, 8, 0, 10, 10, 0),
)
_KLONDIKE_WEIGHTS = (
    (-22, 0, 2, 12, 1, -1, 0, 0, 0, 1),
    (-4, 0, 4, 14, 0, 0, 4, 10, 0, 0),
    (-12, 0, 0, 30, 0, 0, 0, 8, 0, 0),
)
_STAGES = ((0, 2_000), (1, 6_000), (2, 6_000), (0, 40_000), (1, 40_000), (2, 40_000), (1, 300_000), (2, 300_000))
_FILLS = {
    (): 0,
    ("reserve",): boards.FILL_RESERVE,
    ("reserve", "waste"): boards.FILL_RESERVE | boards.FILL_WASTE,
}
_TAKES = {"card": boards.TAKE_CARD, "run": boards.TAKE_RUN, "whole": boards.TAKE_WHOLE}
_REASONS: dict[int, Reason] = {
    kernels.OUT_OF_NODES: "nodes",
    kernels.FULL: "memory",
    kernels.STOPPED: "seconds",
}


def handles(game: Game) -> bool:
    """Whether this solver plays by all the rules of a game."""
    tableau, foundations, stock = game.tableau, game.foundations, game.stock
    return (
        stock is not None
        and not (stock.to_reserves or stock.to_space or stock.skip_empty or stock.open_waste)
        and game.decks == 1
        and game.ranks >= 3
        and foundations.by_suit
        and foundations.base in ("ace", "first card")
        and not (foundations.between or foundations.opens or foundations.keep)
        and (not foundations.take_back or _spaces_are_as_in_klondike(game))
        and game.reserve.piles <= 1
        and not game.reserve.only_to_foundations
        and (tableau.direction, tableau.match) == ("down", "colour")
        and tableau.take in _TAKES
        and tableau.fill in _FILLS
        and 1 <= tableau.piles <= boards.PILES
    )


def _spaces_are_as_in_klondike(game: Game) -> bool:
    """Whether safe moves are safe with take-backs: where spaces are for any card, what goes up may be missed."""
    return game.reserve.piles == 0 and game.tableau.fill == () and game.tableau.only_high_to_space


def search(
    position: Position,
    budget: Budget,
    control: Integers,
    dominances: int = ALL_DOMINANCES,
    weights: tuple[int, ...] | None = None,
) -> SearchResult:
    """Search from a position until it is settled or the budget's nodes or bytes are used up.

    ``control`` is int64 (8,): the search stops soon after entry 0 becomes nonzero, and adds the nodes it
    expanded to entry 1. ``dominances`` are the ones to use, see docs/solver-canfield.md; ``weights`` the only ones
    to try.
    """
    room, table = _sizes(budget.bytes)
    if room < 2 * MOST_MOVES:
        return SearchResult(Verdict.UNDECIDED, 0, reason="memory")
    rules, key = pack(position, dominances)
    pool = empty_pool(room, min(_FIRST_TABLE, table))
    spent = 0
    for tried, stage in _stages(position.game, weights):
        left = _UNLIMITED if budget.nodes is None else budget.nodes - spent
        restart(pool, min(stage, left))
        rules = rules._replace(weights=np.array(tried, np.int64))
        state, pool = _run(rules, pool, key, table, control)
        spent += int(pool.progress[pools.EXPANDED])
        if state == kernels.FOUND:
            return SearchResult(Verdict.WINNABLE, spent, line_of(position, rules, _path(pool)))
        if state == kernels.EXHAUSTED:
            if not (dominances & boards.TWIN_MOVES and pool.progress[pools.TOO_LONG]):
                return SearchResult(Verdict.LOST, spent)
            return _search_without_twins(position, budget, control, dominances, spent)
        if state == kernels.STOPPED or (state == kernels.OUT_OF_NODES and stage >= left):
            break
    return SearchResult(Verdict.UNDECIDED, spent, reason=_REASONS[state])


def _search_without_twins(
    position: Position, budget: Budget, control: Integers, dominances: int, spent: int
) -> SearchResult:
    """Search anew after ``spent`` nodes that found no win, but may have missed one for the twin moves' sake."""
    left = None if budget.nodes is None else budget.nodes - spent
    result = search(position, replace(budget, nodes=left), control, dominances & ~boards.TWIN_MOVES)
    return replace(result, nodes=spent + result.nodes)


def _longest(game: Game, most: int) -> int:
    """The run from which on the twin moves' proof is in doubt.

    It could take the card it was built on at its end, or be too long to move with that card.
    """
    round_the_corner = game.ranks - 1 if game.ranks % 2 == 0 else 2 * game.ranks - 1
    return min(most, round_the_corner) if game.tableau.wrap else 99


def _stages(game: Game, weights: tuple[int, ...] | None) -> list[tuple[tuple[int, ...], int]]:
    """The searches to make one after the other until one settles it: weights and the most nodes."""
    if weights is not None:
        return [(weights, _UNLIMITED)]
    sets = _CANFIELD_WEIGHTS if game.tableau.fill else _KLONDIKE_WEIGHTS
    return [*((sets[number], nodes) for number, nodes in _STAGES), (sets[0], _UNLIMITED)]


def _run(rules: Rules, pool: Pool, key: Integers, table: int, control: Integers) -> tuple[int, Pool]:
    """Search from the root's key (3,), with larger and larger tables; return the kernel's state and the pool."""
    desk = new_desk(key)
    state = kernels.search(rules, pool, desk, control)
    while state == kernels.FULL and len(pool.table) < table:
        pool = pool._replace(table=np.zeros(2 * len(pool.table), np.int32))
        if not _filled(pool, control):
            return kernels.STOPPED, pool
        state = kernels.search(rules, pool, desk, control)
    return state, pool


def _sizes(limit: int) -> tuple[int, int]:
    """How many positions and entries of the table fit in a number of bytes.

    While the table is made larger, the one of half the size is there too.
    """
    table = _FIRST_TABLE
    room = (limit - _FIXED_BYTES - 4 * table) // _BYTES_A_NODE
    while room > table // 4 * 3:
        larger = (limit - _FIXED_BYTES - 4 * (3 * table)) // _BYTES_A_NODE
        if larger <= table // 4 * 3:
            return table // 4 * 3, table
        table *= 2
        room = larger
    return room, table


def _filled(pool: Pool, control: Integers) -> bool:
    """Put all positions into the pool's new table; False if ``control`` stopped it."""
    done = 0
    while done < pool.progress[pools.COUNT]:
        if control[0]:
            return False
        done = pools.fill_table(pool, done)
    return True


def _path(pool: Pool) -> list[Integers]:
    """The keys from the root to the position that was found won."""
    path = []
    number = int(pool.progress[pools.WON])
    while number >= 0:
        path.append(pool.keys[number])
        number = int(pool.parents[number])
    return path[::-1]


def renumbered(position: Position, card: Card) -> int:
    """The kernel's number of a card: its rank counted from the base rank."""
    return (rank_of(card) - (base_rank(position) or 0)) % position.game.ranks * 4 + suit_of(card)


def pack(position: Position, dominances: int = ALL_DOMINANCES) -> tuple[Rules, Integers]:
    """The kernel's rules for a search from this position, but for the weights, and the position's key."""
    game, stock = position.game, position.game.stock
    assert stock is not None  # noqa: S101 - handles() asks for one
    below, hidden = _lies_on(position)
    reserve = position.reserves[0] if position.reserves else ()
    barrier = -1 if game.tableau.wrap else -(base_rank(position) or 0) % game.ranks
    codes, belows, built = _tables(game, below, hidden, barrier)
    rules = Rules(
        ranks=game.ranks,
        suits=game.suits,
        piles=game.tableau.piles,
        barrier=barrier,
        take=_TAKES[game.tableau.take],
        most=supermove_limit(position, False),
        longest=_longest(game, supermove_limit(position, False)),
        fill=_FILLS[game.tableau.fill],
        high_to_space=int(game.tableau.only_high_to_space),
        take_back=int(game.foundations.take_back),
        draw=stock.draw,
        passes=-1 if stock.passes is None else stock.passes - position.passes,
        dominances=dominances,
        codes=codes,
        belows=belows,
        built=built,
        hidden=hidden,
        reserve=np.array([renumbered(position, card) for card in reserve], np.uint8),
        sequence=np.array([renumbered(position, card) for card in position.waste + position.stock], np.uint8),
        weights=np.zeros(10, np.int64),
    )
    return rules, np.array((0, 0, len(position.waste) << pools.WASTE_BIT), np.int64)


def _lies_on(position: Position) -> tuple[NDArray[np.int64], Bytes]:
    """(52,): what each card lies on, in the kernel's numbers; and (52,): 1 for cards face down."""
    below = np.full(52, boards.ABSENT, np.int64)
    hidden = np.zeros(52, np.uint8)
    downs = position.face_down or (0,) * len(position.tableau)
    for pile, down in zip(position.tableau, downs, strict=True):
        numbers = [renumbered(position, card) for card in pile]
        if numbers:
            below[numbers] = (boards.SPACE, *numbers[:-1])
            hidden[numbers[:down]] = 1
    places = [(pile, boards.HOME) for pile in position.foundations]
    places += [(pile, boards.RESERVE) for pile in position.reserves]
    places += [(position.waste, boards.SEQUENCE), (position.stock, boards.SEQUENCE)]
    for pile, place in places:
        below[[renumbered(position, card) for card in pile]] = place
    return below, hidden


def _tables(game: Game, below: NDArray[np.int64], hidden: Bytes, barrier: int) -> tuple[Bytes, Bytes, Bytes]:
    """The codes of each card on each thing (52, 57), the reverse (52, 8), and whether built (52, 8)."""
    codes = np.zeros((52, 57), np.uint8)
    belows = np.full((52, 8), boards.ABSENT, np.uint8)
    built = np.zeros((52, 8), np.uint8)
    for card, start in enumerate(below.tolist()):
        if start == boards.ABSENT:
            continue
        hosts = _hosts(game, card, barrier)
        places = [start]
        for place in (boards.HOME, boards.SPACE, *hosts):
            if place == start and not (place in hosts and hidden[place]):
                continue
            places.append(place)
        for code, place in enumerate(places):
            codes[card, place] = code
            belows[card, code] = place
            built[card, code] = place in hosts and (code > 0 or not hidden[place])
    return codes, belows, built


def _hosts(game: Game, card: int, barrier: int) -> list[int]:
    """The cards that a card may be built on, all in the kernel's numbers."""
    rank = (card // 4 + 1) % game.ranks
    if rank == barrier:
        return []
    red = card & 3 in (1, 2)
    return [4 * rank + suit for suit in range(game.suits) if (suit in (1, 2)) != red]
