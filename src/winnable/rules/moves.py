"""What may move where: all legal moves of a position."""

from collections.abc import Iterator

from winnable.cards import Card, make_card, rank_of
from winnable.rules.game import Game
from winnable.rules.position import (
    FOUNDATION_NAMES,
    RESERVE_NAMES,
    TABLEAU_NAMES,
    TURN,
    Move,
    Pile,
    Position,
    base_rank,
    space_count,
)


def legal_moves(position: Position) -> list[Move]:
    """Every legal move, in a fixed order: to foundations, within the tableau, take-backs, the stock."""
    return list(each_legal_move(position))


def each_legal_move(position: Position) -> Iterator[Move]:
    """As ``legal_moves``, one after the other, for whoever looks only for the first of some kind."""
    game = position.game
    tops = [(name, pile[-1]) for name, pile in zip(TABLEAU_NAMES, position.tableau, strict=False) if pile]
    held = [(name, pile[-1]) for name, pile in zip(RESERVE_NAMES, position.reserves, strict=False) if pile]
    waste = [("W", position.waste[-1])] if position.waste else []
    homes = _homes(position)
    yield from (Move(name, home) for name, card in tops + held + waste for home in homes.get(card, ()))
    if not game.foundations.opens or base_rank(position) is not None:
        singles = waste if game.reserve.only_to_foundations else held + waste
        yield from _tableau_moves(position)
        yield from (Move(name, target) for name, card in singles for target in _takers(position, card))
        yield from _take_backs(position)
        yield from _stock_moves(position)
    if game.foundations.between:
        yield from _between_foundations(position, homes)
    if can_turn(position):
        yield TURN


def is_idle(position: Position, move: Move) -> bool:
    """Whether the move changes nothing that can be played: a whole pile to a space, or between foundations."""
    if move.source[0] == "F":
        return move.target[0] == "F"
    return (
        move.source[0] == "T"
        and move.target[0] == "T"
        and move.count == len(position.pile(move.source))
        and not position.pile(move.target)
    )


def can_turn(position: Position) -> bool:
    """Whether a click on the stock does something."""
    stock = position.game.stock
    if stock is None:
        return False
    if position.stock:
        return True
    if stock.passes is not None and position.passes >= stock.passes:
        return False
    return any(position.reserves) if stock.to_reserves else bool(position.waste)


def run_length(game: Game, pile: Pile, face_down: int = 0) -> int:
    """How many cards on the end of a pile are each built correctly on the one below."""
    length = min(1, len(pile))
    builds = game.builds
    while length < len(pile) - face_down and pile[-length] in builds[pile[-length - 1]]:
        length += 1
    return length


def needed_rank(position: Position, foundation: Pile) -> int | None:
    """The rank a foundation takes next (0 to 12); None if it is complete or no base is chosen."""
    base = base_rank(position)
    if base is None or len(foundation) >= position.game.ranks:
        return None
    return (base + len(foundation)) % position.game.ranks


def supermove_limit(position: Position, to_space: bool) -> int:
    """How many cards of a run may move at once: onto a card, or (``to_space``) into a space.

    With one spare space a run built up or down is reversed into it and back, whatever its length.
    """
    take = position.game.tableau.take
    if take in ("run", "whole"):
        return position.game.card_count
    if take == "card":
        return 1
    spare = space_count(position) - to_space
    if take == "doubling":
        return 1 << max(spare, 0)
    return position.game.ranks if spare > 0 else 1


def _homes(position: Position) -> dict[Card, tuple[str, ...]]:
    """For each card that some foundation takes now, the names of those foundations."""
    game, base = position.game, base_rank(position)
    homes: dict[Card, tuple[str, ...]] = {}
    if base is None:
        for suit in range(game.suits):
            for rank in range(game.ranks):
                homes[make_card(rank, suit)] = (FOUNDATION_NAMES[suit],)
        return homes
    for index, pile in enumerate(position.foundations):
        if len(pile) < game.ranks:
            rank = (base + len(pile)) % game.ranks
            for suit in (index,) if game.foundations.by_suit else range(game.suits):
                card = make_card(rank, suit)
                homes[card] = (*homes.get(card, ()), FOUNDATION_NAMES[index])
    return homes


def _tableau_moves(position: Position) -> Iterator[Move]:
    game = position.game
    onto_card, into_space = supermove_limit(position, False), supermove_limit(position, True)
    targets = list(zip(TABLEAU_NAMES, position.tableau, strict=False))
    face_down = position.face_down or (0,) * len(targets)
    for (source, pile), hidden in zip(targets, face_down, strict=True):
        if not pile:
            continue
        counts = liftable(game, pile, hidden)
        for target, below in targets:
            if target == source:
                continue
            if below:
                builds = game.builds[below[-1]]
                for count in counts:
                    if pile[-count] in builds and count <= onto_card:
                        yield Move(source, target, count)
            elif space_is_open(position):
                for count in counts:
                    if count <= into_space and space_takes(game, pile[-count]):
                        yield Move(source, target, count)


def liftable(game: Game, pile: Pile, hidden: int) -> tuple[int, ...] | range:
    """The numbers of cards that may leave a pile together, spaces aside."""
    if game.tableau.take == "card":
        return (1,)
    length = run_length(game, pile, hidden)
    if game.tableau.take == "whole":
        return (1, length) if length == len(pile) > 1 else (1,)
    return range(1, length + 1)


def _takers(position: Position, card: Card) -> Iterator[str]:
    """The tableau piles that take this card alone."""
    game = position.game
    for target, below in zip(TABLEAU_NAMES, position.tableau, strict=False):
        if below:
            if card in game.builds[below[-1]]:
                yield target
        elif space_is_open(position) and space_takes(game, card):
            yield target


def space_is_open(position: Position) -> bool:
    """Whether the player may fill a space: not while the next turn will fill it by itself."""
    return not (position.stock and "waste" in position.game.tableau.fill)


def space_takes(game: Game, card: Card) -> bool:
    """Whether a space takes the card."""
    return not game.tableau.only_high_to_space or rank_of(card) == game.ranks - 1


def can_be_taken_back(game: Game, foundation: Pile) -> bool:
    """Whether the foundation's top card may come back to the tableau."""
    return game.foundations.take_back and len(foundation) > game.foundations.keep


def stock_goes_on(game: Game, pile: Pile) -> bool:
    """Whether the stock's next card may be put on this pile of the tableau: only in a space, by an option."""
    return game.stock is not None and game.stock.to_space and not pile


def _take_backs(position: Position) -> Iterator[Move]:
    if position.game.foundations.take_back:
        for source, pile in zip(FOUNDATION_NAMES, position.foundations, strict=False):
            if can_be_taken_back(position.game, pile):
                for target in _takers(position, pile[-1]):
                    yield Move(source, target)


def _stock_moves(position: Position) -> Iterator[Move]:
    stock = position.game.stock
    if stock is not None and stock.to_space and position.stock:
        for target in _takers(position, position.stock[0]):
            if stock_goes_on(position.game, position.pile(target)):
                yield Move("S", target)


def _between_foundations(position: Position, homes: dict[Card, tuple[str, ...]]) -> Iterator[Move]:
    for source, pile in zip(FOUNDATION_NAMES, position.foundations, strict=False):
        if pile:
            for target in homes.get(pile[-1], ()):
                if target != source:
                    yield Move(source, target)
