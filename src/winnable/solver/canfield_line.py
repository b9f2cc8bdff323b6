"""From the keys on a way through the search of Canfield or Klondike to the moves of a player."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from winnable.cards import Card
from winnable.rules.engine import TURN, Move, Position, base_rank, can_turn, legal_moves, play
from winnable.solver.kernels import canfield as kernels
from winnable.solver.kernels import canfield_board as boards
from winnable.solver.kernels import canfield_pool as pools
from winnable.solver.kernels.canfield_board import Rules
from winnable.solver.kernels.canfield_moves import AS_IT_IS, MOST_MOVES, Desk
from winnable.solver.kernels.canfield_moves import TURN as TURN_ONCE
from winnable.solver.kernels.canfield_pool import COUNT, Integers, Pool


def empty_pool(room: int, table: int) -> Pool:
    """A pool for that many positions, with that many entries of the table, to be started by ``restart``."""
    return Pool(
        keys=np.empty((room, 3), np.int64),
        parents=np.empty(room, np.int32),
        links=np.empty(room, np.int32),
        table=np.empty(table, np.int32),
        heads=np.empty(pools.BUCKETS, np.int32),
        progress=np.empty(8, np.int64),
    )


def restart(pool: Pool, nodes: int) -> None:
    """Forget all positions; that many nodes may be expanded now."""
    pool.table.fill(0)
    pool.heads.fill(-1)
    pool.progress.fill(0)
    pool.progress[pools.LIMIT] = nodes
    pool.progress[pools.FLOOR] = pools.BUCKETS


def new_desk(key: Integers) -> Desk:
    """Arrays for the kernels to work on, with the root's key (3,)."""
    return Desk(
        row=np.zeros(boards.ROW, np.uint8),
        key=key.copy(),
        child=np.zeros(boards.ROW, np.uint8),
        child_key=np.zeros(3, np.int64),
        moves=np.zeros(MOST_MOVES, np.int64),
        reach=np.zeros(128, np.int64),
    )


def line_of(position: Position, rules: Rules, path: Sequence[Integers]) -> tuple[Move, ...]:
    """The moves from a position through those with the keys of a path.

    Raises RuntimeError if rules and kernel disagree about what a move does.
    """
    table = _Player(position)
    table.raise_all(_up(rules, path[0]))
    for before, after in pairwise(path):
        table.make(*_found(rules, before, after))
        table.raise_all(_up(rules, after))
    return tuple(table.line)


def _found(rules: Rules, before: Integers, after: Integers) -> tuple[int, int, int]:
    """The kernel's move between two keys: waste or AS_IT_IS, head or -1 for a turn, and what it is put on."""
    pool, desk = empty_pool(2 * MOST_MOVES, 4 * MOST_MOVES), new_desk(before)
    restart(pool, 1)
    kernels.search(rules, pool, desk, np.zeros(8, np.int64))
    found = np.flatnonzero((pool.keys[1 : pool.progress[COUNT]] == after).all(axis=1))
    code = int(desk.moves[found[0]])
    target = code & 63
    head = -1 if code >> 12 & 15 == TURN_ONCE else code >> 6 & 63
    return code >> 16, head, target if target >= boards.CARDS else int(desk.row[boards.TOPS + target])


def _up(rules: Rules, key: Integers) -> set[int]:
    """The cards that are on the foundations, in the kernel's numbers."""
    codes = [int(key[card // 21] >> 3 * (card % 21)) & 7 for card in range(52)]
    return {card for card, code in enumerate(codes) if rules.belows[card, code] == boards.HOME}


class _Player:
    """Plays by the rules what the kernel says, and keeps the line."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.base = base_rank(position) or 0
        self.line: list[Move] = []

    def play(self, move: Move) -> None:
        self.position, _ = play(self.position, move)
        self.line.append(move)

    def card(self, number: int) -> Card:
        """The card of the kernel's number."""
        return Card((number // 4 + self.base) % self.position.game.ranks * 4 + number % 4)

    def up(self) -> set[int]:
        """The cards that are on the foundations, in the kernel's numbers."""
        ranks = self.position.game.ranks
        cards = [card for pile in self.position.foundations for card in pile]
        return {(card // 4 - self.base) % ranks * 4 + card % 4 for card in cards}

    def make(self, waste: int, head: int, on: int) -> None:
        """Make one move of the kernel."""
        if head < 0:
            self.play(TURN)
            return
        if waste != AS_IT_IS:
            self.turn_until(waste)
        self.play(self.move(self.card(head), on))

    def turn_until(self, waste: int) -> None:
        """Turn until the waste has that many cards."""
        for _ in range(2 * len(self.position.stock + self.position.waste) + 2):
            if len(self.position.waste) == waste:
                return
            self.play(TURN)
        raise RuntimeError("no turn leads to that waste")

    def move(self, head: Card, on: int) -> Move:
        """The move of a card, with what lies on it, to what the kernel says it is put on."""
        source, count = self.find(head)
        if on == boards.HOME:
            return Move(source, f"F{head % 4 + 1}")
        wanted = () if on == boards.SPACE else (self.card(on),)
        for number, pile in enumerate(self.position.tableau, 1):
            if pile[-1:] == wanted:
                return Move(source, f"T{number}", count)
        raise RuntimeError("no pile takes the card")

    def find(self, card: Card) -> tuple[str, int]:
        """The pile of a card, and how many cards it is from the pile's end."""
        groups = (("T", self.position.tableau), ("R", self.position.reserves), ("F", self.position.foundations))
        for group, piles in groups:
            for number, pile in enumerate(piles, 1):
                if card in pile:
                    return f"{group}{number}", len(pile) - pile.index(card)
        return "W", 1

    def raise_all(self, wanted: set[int]) -> None:
        """Put up the cards that shall be up and are not."""
        missing = {self.card(number) for number in wanted - self.up()}
        while missing:
            self.raise_one(missing)

    def raise_one(self, missing: set[Card]) -> None:
        """Put one of the missing cards up, turning for it if need be."""
        for move in legal_moves(self.position):
            if move.target[0] == "F" and move != TURN:
                card = self.position.pile(move.source)[-1]
                if card in missing:
                    self.play(move)
                    missing.discard(card)
                    return
        if not can_turn(self.position):
            raise RuntimeError("a card that shall go up can't")
        self.play(TURN)
