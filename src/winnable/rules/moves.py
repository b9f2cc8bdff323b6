"""What may move where: all legal moves of a position, and why a move is refused."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from winnable.cards import Card, make_card, rank_of, suit_of
from winnable.rules.game import Game
from winnable.rules.position import (
    FOUNDATION_NAMES,
    PILE_INDEX,
    RESERVE_NAMES,
    TABLEAU_NAMES,
    TURN,
    Move,
    Pile,
    Position,
    base_rank,
    space_count,
)

RefusalCode = Literal[
    "no such pile",
    "nothing there",
    "same pile",
    "too few cards",
    "face down",
    "one card at a time",
    "not a run",
    "whole pile or top card",
    "too few spaces",
    "does not fit",
    "wrong suit",
    "foundation full",
    "no take-back",
    "kept on the foundation",
    "reserve plays to foundations",
    "reserve takes no cards",
    "waste takes no cards",
    "stock is turned",
    "foundation first",
    "kings only",
    "space fills itself",
    "no turn left",
]


class Refusal(NamedTuple):
    """Why a move is not legal; ``limit`` says how many cards could move, where a limit is the reason."""

    code: RefusalCode
    limit: int = 0


def legal_moves(position: Position) -> list[Move]:
    """Every legal move, in a fixed order: to foundations, within the tableau, take-backs, the stock."""
    game = position.game
    moves: list[Move] = []
    tops = [(name, pile[-1]) for name, pile in zip(TABLEAU_NAMES, position.tableau, strict=False) if pile]
    held = [(name, pile[-1]) for name, pile in zip(RESERVE_NAMES, position.reserves, strict=False) if pile]
    waste = [("W", position.waste[-1])] if position.waste else []
    homes = _homes(position)
    moves += [Move(name, home) for name, card in tops + held + waste for home in homes.get(card, ())]
    if not game.foundations.opens or base_rank(position) is not None:
        singles = waste if game.reserve.only_to_foundations else held + waste
        moves += _tableau_moves(position)
        moves += [Move(name, target) for name, card in singles for target in _takers(position, card)]
        moves += _take_backs(position)
    if game.foundations.between:
        moves += _between_foundations(position, homes)
    if game.stock is not None:
        if game.stock.to_space and position.stock:
            moves += [Move("S", target) for target in _open_spaces(position)]
        if can_turn(position):
            moves.append(TURN)
    return moves


def refusal(position: Position, move: Move) -> Refusal | None:
    """Why the move is not legal here, or None if it is."""
    if move == TURN:
        return None if can_turn(position) else Refusal("no turn left")
    try:
        source, target = position.pile(move.source), position.pile(move.target)
    except KeyError:
        return Refusal("no such pile")
    if move.source == move.target:
        return Refusal("same pile")
    if move.count < 1 or move.count > len(source):
        return Refusal("too few cards" if source else "nothing there")
    return _refused_source(position, move, source) or _refused_target(position, move, source, target)


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
        counts = _liftable(game, pile, hidden)
        for target, below in targets:
            if target == source:
                continue
            if below:
                builds = game.builds[below[-1]]
                for count in counts:
                    if pile[-count] in builds and count <= onto_card:
                        yield Move(source, target, count)
            elif _space_is_open(position):
                for count in counts:
                    if count <= into_space and _space_takes(game, pile[-count]):
                        yield Move(source, target, count)


def _liftable(game: Game, pile: Pile, hidden: int) -> tuple[int, ...] | range:
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
        elif _space_is_open(position) and _space_takes(game, card):
            yield target


def _open_spaces(position: Position) -> Iterator[str]:
    if _space_is_open(position):
        for target, pile in zip(TABLEAU_NAMES, position.tableau, strict=False):
            if not pile:
                yield target


def _space_is_open(position: Position) -> bool:
    """Whether the player may fill a space: not while the next turn will fill it by itself."""
    return not (position.stock and "waste" in position.game.tableau.fill)


def _space_takes(game: Game, card: Card) -> bool:
    return not game.tableau.only_high_to_space or rank_of(card) == game.ranks - 1


def _take_backs(position: Position) -> Iterator[Move]:
    rules = position.game.foundations
    if rules.take_back:
        for source, pile in zip(FOUNDATION_NAMES, position.foundations, strict=False):
            if len(pile) > rules.keep:
                for target in _takers(position, pile[-1]):
                    yield Move(source, target)


def _between_foundations(position: Position, homes: dict[Card, tuple[str, ...]]) -> Iterator[Move]:
    for source, pile in zip(FOUNDATION_NAMES, position.foundations, strict=False):
        if pile:
            for target in homes.get(pile[-1], ()):
                if target != source:
                    yield Move(source, target)


def _refused_source(position: Position, move: Move, source: Pile) -> Refusal | None:
    game, group = position.game, move.source[0]
    if group != "T" and move.count > 1:
        return Refusal("one card at a time", 1)
    if group == "S":
        wanted = game.stock is not None and game.stock.to_space and move.target[0] == "T"
        return None if wanted and not position.pile(move.target) else Refusal("stock is turned")
    if group == "F":
        return _refused_take_back(game, move, source)
    if group == "R" and game.reserve.only_to_foundations and move.target[0] != "F":
        return Refusal("reserve plays to foundations")
    if group == "T" and move.count > 1:
        return _refused_lift(position, move, source)
    return None


def _refused_take_back(game: Game, move: Move, source: Pile) -> Refusal | None:
    if move.target[0] == "F":
        return None if game.foundations.between else Refusal("no take-back")
    if not game.foundations.take_back:
        return Refusal("no take-back")
    return Refusal("kept on the foundation") if len(source) <= game.foundations.keep else None


def _refused_lift(position: Position, move: Move, source: Pile) -> Refusal | None:
    game = position.game
    if move.target[0] != "T" or game.tableau.take == "card":
        return Refusal("one card at a time", 1)
    hidden = position.face_down[PILE_INDEX[move.source]] if position.face_down else 0
    if move.count > len(source) - hidden:
        return Refusal("face down")
    length = run_length(game, source, hidden)
    if move.count > length:
        return Refusal("not a run", length)
    if game.tableau.take == "whole" and move.count != len(source):
        return Refusal("whole pile or top card", 1)
    return None


def _refused_target(position: Position, move: Move, source: Pile, target: Pile) -> Refusal | None:
    group, card = move.target[0], source[0] if move.source == "S" else source[-move.count]
    if group == "W":
        return Refusal("waste takes no cards")
    if group == "S":
        return Refusal("stock is turned")
    if group == "R":
        return Refusal("reserve takes no cards")
    if group == "F":
        return _refused_home(position, card, move.target, target)
    return _refused_build(position, move, card, target)


def _refused_home(position: Position, card: Card, name: str, pile: Pile) -> Refusal | None:
    game = position.game
    if game.foundations.by_suit and suit_of(card) != PILE_INDEX[name]:
        return Refusal("wrong suit")
    if len(pile) >= game.ranks:
        return Refusal("foundation full")
    needed = needed_rank(position, pile)
    return None if needed is None or needed == rank_of(card) else Refusal("does not fit")


def _refused_build(position: Position, move: Move, card: Card, pile: Pile) -> Refusal | None:
    game = position.game
    if game.foundations.opens and base_rank(position) is None:
        return Refusal("foundation first")
    if pile and card not in game.builds[pile[-1]]:
        return Refusal("does not fit")
    if not pile and not _space_is_open(position):
        return Refusal("space fills itself")
    if not pile and not _space_takes(game, card):
        return Refusal("kings only")
    limit = supermove_limit(position, to_space=not pile)
    return Refusal("too few spaces", limit) if move.count > limit else None
