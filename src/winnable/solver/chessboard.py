"""The solver of Chessboard, Fortress, Lasker and Castles End: between positions and the kernels' arrays."""

from itertools import pairwise

import numpy as np

from winnable.cards import Card, suit_of
from winnable.rules.game import Game
from winnable.rules.position import Move, Position, base_rank
from winnable.solver.kernels import chessboard as kernels
from winnable.solver.kernels import chessboard_board as boards
from winnable.solver.kernels import chessboard_line as line_kernels
from winnable.solver.kernels import chessboard_pool as pools
from winnable.solver.kernels.chessboard_pool import Integers, Pool
from winnable.solver.verdict import Budget, Reason, SearchResult, Verdict

FORCED_UP = 1  # play a foundation move at once where that can't cost the win
ALL_DOMINANCES = FORCED_UP

_FIRST_CAPACITY = 1 << 10
_GROWTH = 4
_BYTES_A_NODE = 40  # three words of key, parent, link, and two entries of the table
_FIXED_BYTES = 1 << 18  # the queues and the tables of the rules
# By how tableau piles are built; see UP_WEIGHT and the entries after it. Tuned on deals 2001-2100.
_WEIGHTS = {"suit": (42, 7, 3, 4, 54, 9), "colour": (36, 4, 4, 6, 381, 12)}
_LIFTS = {
    "card": boards.LIFT_CARD,
    "run": boards.LIFT_RUN,
    "supermove": boards.LIFT_SUPERMOVE,
    "doubling": boards.LIFT_DOUBLING,
}
_REASONS: dict[int, Reason] = {
    kernels.OUT_OF_NODES: "nodes",
    kernels.FULL: "memory",
    kernels.STOPPED: "seconds",
}


def handles(game: Game) -> bool:
    """Whether this solver plays by all the rules of a game."""
    tableau, foundations = game.tableau, game.foundations
    return (
        game.stock is None
        and game.decks == 1
        and game.ranks >= 3
        and foundations.by_suit
        and foundations.base in ("ace", "chosen")
        and not foundations.between
        and not game.reserve.only_to_foundations
        and not tableau.fill
        and not tableau.only_high_to_space
        and tableau.direction == "up or down"
        and (tableau.match == "suit" or (tableau.match == "colour" and tableau.take in ("card", "run")))
        and tableau.take in _LIFTS
    )


def search(
    position: Position,
    budget: Budget,
    control: Integers,
    dominances: int = ALL_DOMINANCES,
    weights: tuple[int, ...] | None = None,
) -> SearchResult:
    """Search from a position until it is settled or the budget's nodes or bytes are used up.

    ``control`` is int64 (8,): the search stops soon after entry 0 becomes nonzero, and adds the nodes it
    expanded to entry 1. ``dominances`` are the ones to use, of FORCED_UP; ``weights`` those of the score,
    the family's own if None.
    """
    most = (budget.bytes - _FIXED_BYTES) // _BYTES_A_NODE
    if most < _FIRST_CAPACITY:
        return SearchResult(Verdict.UNDECIDED, 0, reason="memory")
    rules, key = pack(position, dominances, weights)
    board = _empty_board()
    pool = _first_pool(key, base_rank(position), budget.nodes)
    state = kernels.search(rules, board, pool, control)
    while state == kernels.FULL:
        capacity = _GROWTH * len(pool.parents)
        if capacity + capacity // _GROWTH > most:
            break
        larger = _enlarged(pool, capacity, control)
        if larger is None:
            state = kernels.STOPPED
            break
        pool = larger
        state = kernels.search(rules, board, pool, control)
    nodes = int(pool.progress[pools.EXPANDED])
    if state == kernels.FOUND:
        return SearchResult(Verdict.WINNABLE, nodes, _line(position, rules, pool))
    if state == kernels.EXHAUSTED:
        return SearchResult(Verdict.LOST, nodes)
    return SearchResult(Verdict.UNDECIDED, nodes, reason=_REASONS[state])


def _first_pool(key: Integers, base: int | None, nodes: int | None) -> Pool:
    """The pool that holds only the root, of this key and base rank."""
    pool = _empty_pool(_FIRST_CAPACITY)
    pool.progress[pools.LIMIT] = np.iinfo(np.int64).max if nodes is None else nodes
    queue = pools.UNCHOSEN if base is None else base
    pools.begin(pool, key, 0, -1, queue, 0)
    return pool


def _empty_board() -> boards.Board:
    below, above, beneath, tops = np.zeros((4, 52), np.int64)
    key, needed, heights, facts = np.zeros((4, 12), np.int64)
    return boards.Board(key, below, above, beneath, tops, needed, heights, facts)


def _empty_layout() -> line_kernels.Layout:
    below, atop, held = np.zeros((3, 52), np.int64)
    heights, counts = np.zeros((2, 4), np.int64)
    return line_kernels.Layout(below, atop, held, heights, counts)


def _empty_pool(capacity: int) -> Pool:
    return Pool(
        keys=np.empty((capacity, 3), np.int64),
        parents=np.empty(capacity, np.int32),
        links=np.empty(capacity, np.int32),
        table=np.zeros(2 * capacity, np.int32),
        heads=np.full((pools.QUEUES, pools.BUCKETS), -1, np.int32),
        floors=np.full(pools.QUEUES, pools.BUCKETS, np.int64),
        spent=np.zeros(pools.QUEUES, np.int64),
        progress=np.zeros(8, np.int64),
    )


def _enlarged(pool: Pool, capacity: int, control: Integers) -> Pool | None:
    """The same positions with room for more; None if ``control`` stopped it."""
    larger = _empty_pool(capacity)._replace(
        heads=pool.heads, floors=pool.floors, spent=pool.spent, progress=pool.progress
    )
    carried = 0
    while carried < pool.progress[pools.COUNT]:
        if control[0]:
            return None
        carried = pools.enlarge(pool, larger, carried)
    return larger


def pack(
    position: Position, dominances: int = ALL_DOMINANCES, weights: tuple[int, ...] | None = None
) -> tuple[boards.Rules, Integers]:
    """The kernel's rules for a search from this position, and the position's key."""
    game = position.game
    force = force_of(game, dominances)
    below = lies_on(position)
    places = _places(game)
    codes, belows = _codes(below, places)
    fixed = game.foundations.base == "ace"
    rules = boards.Rules(
        piles=game.tableau.piles,
        ranks=game.ranks,
        suits=game.suits,
        cards=game.card_count,
        take_back=game.foundations.take_back and force != boards.FORCE_ALL,
        keep=game.foundations.keep,
        opens=game.foundations.opens and not fixed,
        lift=_LIFTS[game.tableau.take],
        fixed=fixed,
        force=force,
        codes=codes,
        belows=belows,
        places=places,
        earlier=_earlier(game),
        weights=np.array(weights or _WEIGHTS[game.tableau.match], np.int64),
    )
    key = np.zeros(3, np.int64)
    for card in range(52):
        if below[card] >= 0:
            key[card // pools.CARDS_A_WORD] |= codes[card, below[card]] << 3 * (card % pools.CARDS_A_WORD)
    base = base_rank(position)
    key[2] |= (0 if base is None else base + 1) << pools.BASE_BIT
    return rules, key


def force_of(game: Game, dominances: int) -> int:
    """Which foundation moves may be played at once; docs/solver-chessboard.md has the proofs."""
    if not dominances & FORCED_UP or game.tableau.match != "suit" or game.tableau.take == "run":
        return boards.FORCE_NONE
    if game.foundations.base == "ace" and not game.tableau.wrap:
        return boards.FORCE_ALL
    return boards.FORCE_NONE if game.foundations.take_back else boards.FORCE_ABOVE_BASE


def lies_on(position: Position) -> Integers:
    """(52,): what each card lies on, in the kernel's numbers; -1 for cards not in the deck."""
    below = np.full(52, -1, np.int64)
    for piles, bottom in ((position.tableau, boards.SPACE), (position.reserves, boards.HELD)):
        for pile in piles:
            if pile:
                below[list(pile)] = (bottom, *pile[:-1])
    for pile in position.foundations:
        below[list(pile)] = boards.HOME
    return below


def _places(game: Game) -> Integers:
    """(52, 6): the four cards each card may be put on or -1, then SPACE, then HOME."""
    places = np.full((52, 6), -1, np.int64)
    places[:, boards.TO_SPACE] = boards.SPACE
    places[:, boards.TO_HOME] = boards.HOME
    counts = [0] * 52
    for below, built in enumerate(game.builds):
        if suit_of(Card(below)) < game.suits:
            for card in built:
                places[card, counts[card]] = below
                counts[card] += 1
    return places


def _codes(below: Integers, places: Integers) -> tuple[Integers, Integers]:
    """The three-bit code of each card on each thing, (52, 55), and back, (52, 8): as it lies now is code 0."""
    codes = np.zeros((52, 55), np.int64)
    belows = np.full((52, 8), -1, np.int64)
    for card, now in enumerate(below.tolist()):
        if now >= 0:
            possible = (now, *(place for place in places[card].tolist() if place >= 0))
            for code, place in enumerate(dict.fromkeys(possible)):
                codes[card, place] = code
                belows[card, code] = place
    return codes, belows


def _earlier(game: Game) -> Integers:
    """(14, 52): for base rank and card, the set of the cards of its suit that go up before it."""
    cards = np.arange(4 * game.ranks)
    relative = (cards // 4 - np.arange(game.ranks)[:, None]) % game.ranks
    before = (relative[:, None, :] < relative[:, :, None]) & (cards % 4 == cards[:, None] % 4)
    earlier = np.zeros((14, 52), np.int64)
    earlier[: game.ranks, : 4 * game.ranks] = before @ (1 << cards)
    return earlier


def _line(position: Position, rules: boards.Rules, pool: Pool) -> tuple[Move, ...]:
    """The moves to the position that was found won, shortened."""
    moves = np.array(_changes(rules, pool), np.int64).reshape(-1, 2)
    base = base_rank(position)
    base = pools.UNCHOSEN if base is None else base
    count = line_kernels.shorten(rules, base, lies_on(position), moves, _empty_layout())
    return _named(position, moves[:count].tolist())


def _changes(rules: boards.Rules, pool: Pool) -> list[tuple[int, int]]:
    """What was moved onto what on the way to the position that was found won."""
    path = []
    number = pool.progress[pools.WON]
    while number >= 0:
        path.append(_codes_of(pool.keys[number]))
        number = pool.parents[number]
    changes = []
    for before, after in pairwise(reversed(path)):
        card = int(np.flatnonzero(before != after)[0])
        changes.append((card, int(rules.belows[card, after[card]])))
    return changes


def _codes_of(key: Integers) -> Integers:
    """(63,): the code of each card in a key."""
    shifts = 3 * np.arange(pools.CARDS_A_WORD)
    words = key & np.array([-1, -1, (1 << pools.BASE_BIT) - 1])
    return np.asarray((words[:, None] >> shifts) & 7, np.int64).ravel()


def _named(position: Position, changes: list[tuple[int, int]]) -> tuple[Move, ...]:
    """The moves of a line that is given by what is moved onto what."""
    piles = {f"T{number}": list(pile) for number, pile in enumerate(position.tableau, 1)}
    piles |= {f"R{number}": list(pile) for number, pile in enumerate(position.reserves, 1)}
    piles |= {f"F{number}": list(pile) for number, pile in enumerate(position.foundations, 1)}
    line = []
    for card, on in changes:
        source = next(name for name, pile in piles.items() if card in pile)
        if on == boards.HOME:
            target = f"F{suit_of(Card(card)) + 1}"
        elif on == boards.SPACE:
            target = next(name for name, pile in piles.items() if name[0] == "T" and not pile)
        else:
            target = next(name for name, pile in piles.items() if pile and pile[-1] == on)
        start = piles[source].index(Card(card))
        line.append(Move(source, target, len(piles[source]) - start))
        piles[target] += piles[source][start:]
        del piles[source][start:]
    return tuple(line)
