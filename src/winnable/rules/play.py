"""Dealing, and what a move does."""

from winnable.cards import Card, rank_of, shuffled_deck, suit_of
from winnable.rules.game import Game, Row
from winnable.rules.position import (
    PILE_INDEX,
    RESERVE_NAMES,
    TABLEAU_NAMES,
    TURN,
    Event,
    EventKind,
    Move,
    Pile,
    Position,
)
from winnable.rules.refusals import Refusal, refusal


class IllegalMove(ValueError):
    """A move that the rules refuse; ``refusal`` says why."""

    def __init__(self, move: Move, why: Refusal) -> None:
        super().__init__(f"{move} is not legal here: {why.code}.")
        self.move = move
        self.refusal = why


def deal(game: Game, number: int) -> Position:
    """The position that a deal number starts from. Raises ValueError for a number out of range."""
    return deal_cards(game, shuffled_deck(number, game.decks, game.ranks, game.suits))


def deal_cards(game: Game, deck: tuple[Card, ...]) -> Position:
    """The position dealt from a deck, first dealt first."""
    foundations: list[list[Card]] = [[] for _ in range(game.foundation_count)]
    cards = list(deck)
    if game.foundations.base == "aces out":
        aces = sorted((card for card in cards if rank_of(card) == 0), key=suit_of)
        cards = [card for card in cards if rank_of(card) != 0]
        for pile, ace in zip(foundations, aces, strict=True):
            pile.append(ace)
    elif game.foundations.base == "first card":
        first = cards.pop(0)
        foundations[suit_of(first)].append(first)
    groups: dict[str, list[list[Card]]] = {
        "T": [[] for _ in range(game.tableau.piles)],
        "R": [[] for _ in range(game.reserve.piles)],
    }
    face_down = [0] * game.tableau.piles
    for row in game.deal:
        _deal_row(row, groups[row.group], cards, face_down)
    position = Position(
        game,
        tuple(map(tuple, foundations)),
        tuple(map(tuple, groups["T"])),
        tuple(map(tuple, groups["R"])),
        stock=tuple(cards),
        face_down=tuple(face_down) if any(face_down) else (),
    )
    return apply(position, TURN)[0] if game.stock and game.stock.open_waste else position


def _deal_row(row: Row, piles: list[list[Card]], cards: list[Card], face_down: list[int]) -> None:
    order = range(row.first - 1, len(piles))
    for _ in range(row.times):
        for index in reversed(order) if row.leftward else order:
            if not cards:
                return
            piles[index].append(cards.pop(0))
            if row.face_down:
                face_down[index] += 1


def play(position: Position, move: Move) -> tuple[Position, tuple[Event, ...]]:
    """The position after a move, and what happened, in order. Raises IllegalMove."""
    why = refusal(position, move)
    if why is not None:
        raise IllegalMove(move, why)
    return apply(position, move)


def apply(position: Position, move: Move) -> tuple[Position, tuple[Event, ...]]:
    """As ``play``, for a move known to be legal: nothing is checked."""
    table = _Table(position)
    if move == TURN:
        table.turn()
    else:
        table.carry("move", move.source, move.target, move.count)
    table.settle()
    return table.position(), tuple(table.events)


class _Table:
    """A working copy of a position that cards are moved on."""

    def __init__(self, position: Position) -> None:
        self.start = position
        self.game = position.game
        self.foundations = list(position.foundations)
        self.tableau = list(position.tableau)
        self.reserves = list(position.reserves)
        self.waste = position.waste
        self.stock = position.stock
        self.passes = position.passes
        self.face_down = list(position.face_down)
        self.events: list[Event] = []

    def position(self) -> Position:
        """What lies on the table now."""
        return Position(
            self.game,
            tuple(self.foundations),
            tuple(self.tableau),
            tuple(self.reserves),
            self.waste,
            self.stock,
            self.passes,
            tuple(self.face_down) if any(self.face_down) else (),
        )

    def carry(self, kind: EventKind, source: str, target: str, count: int = 1) -> None:
        """Take cards from the end of a pile (the stock's front) and lay them on another."""
        cards = self._take(source, count)
        self._lay(target, cards)
        self.events.append(Event(kind, source, target, cards))

    def _take(self, name: str, count: int) -> Pile:
        if name == "S":
            cards, self.stock = self.stock[:count], self.stock[count:]
        elif name == "W":
            cards, self.waste = self.waste[-count:], self.waste[:-count]
        else:
            piles, index = self._group(name), PILE_INDEX[name]
            cards = piles[index][-count:]
            piles[index] = piles[index][:-count]
        return cards

    def _lay(self, name: str, cards: Pile) -> None:
        if name == "W":
            self.waste += cards
        elif name == "S":
            self.stock += cards
        else:
            self._group(name)[PILE_INDEX[name]] += cards

    def _group(self, name: str) -> list[Pile]:
        if name[0] == "T":
            return self.tableau
        return self.foundations if name[0] == "F" else self.reserves

    def turn(self) -> None:
        """One click on the stock."""
        stock = self.game.stock
        assert stock is not None  # noqa: S101 - a turn is legal only in a game with a stock
        if stock.to_reserves:
            if not self.stock:
                self._gather()
            self._deal_to_reserves(stock.skip_empty)
        elif self.stock:
            self.carry("turn", "S", "W", min(stock.draw, len(self.stock)))
        else:
            self.carry("recycle", "W", "S", len(self.waste))
            self.passes += 1

    def _gather(self) -> None:
        for name, pile in zip(RESERVE_NAMES, tuple(self.reserves), strict=False):
            if pile:
                self.carry("gather", name, "S", len(pile))
        self.passes += 1

    def _deal_to_reserves(self, skip_empty: bool) -> None:
        full_row = not skip_empty or not any(self.reserves)
        names = [name for name, pile in zip(RESERVE_NAMES, self.reserves, strict=False) if full_row or pile]
        for name in names[: len(self.stock)]:
            self.carry("deal", "S", name)

    def settle(self) -> None:
        """Fill the spaces that fill themselves, and turn up bared cards."""
        if self.game.tableau.fill and () in self.tableau:
            for name, pile in zip(TABLEAU_NAMES, tuple(self.tableau), strict=False):
                source = None if pile else self._filler()
                if source is not None:
                    self.carry("fill", source, name)
        for index, hidden in enumerate(self.face_down):
            if hidden and hidden == len(self.tableau[index]):
                self.face_down[index] -= 1
                name = TABLEAU_NAMES[index]
                self.events.append(Event("flip", name, name, self.tableau[index][-1:]))

    def _filler(self) -> str | None:
        for source in self.game.tableau.fill:
            if source == "stock" and self.stock:
                return "S"
            if source == "waste" and self.waste:
                return "W"
            if source == "reserve":
                for name, pile in zip(RESERVE_NAMES, self.reserves, strict=False):
                    if pile:
                        return name
        return None
