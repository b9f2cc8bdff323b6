"""Why a move is not legal: the same rules as ``legal_moves``, asked of one move."""

from typing import Literal, NamedTuple

from winnable.cards import Card, rank_of, suit_of
from winnable.rules.game import Game
from winnable.rules.moves import (
    can_be_taken_back,
    can_turn,
    liftable,
    needed_rank,
    run_length,
    space_is_open,
    space_takes,
    stock_goes_on,
    supermove_limit,
)
from winnable.rules.position import PILE_INDEX, TURN, Move, Pile, Position, base_rank

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


def _refused_source(position: Position, move: Move, source: Pile) -> Refusal | None:
    game, group = position.game, move.source[0]
    if group != "T" and move.count > 1:
        return Refusal("one card at a time", 1)
    if group == "S":
        wanted = move.target[0] == "T" and stock_goes_on(game, position.pile(move.target))
        return None if wanted else Refusal("stock is turned")
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
    return None if can_be_taken_back(game, source) else Refusal("kept on the foundation")


def _refused_lift(position: Position, move: Move, source: Pile) -> Refusal | None:
    game = position.game
    if move.target[0] != "T" or game.tableau.take == "card":
        return Refusal("one card at a time", 1)
    hidden = position.face_down[PILE_INDEX[move.source]] if position.face_down else 0
    if move.count > len(source) - hidden:
        return Refusal("face down")
    counts = liftable(game, source, hidden)
    if move.count in counts:
        return None
    if move.count <= run_length(game, source, hidden):
        return Refusal("whole pile or top card", 1)
    most = supermove_limit(position, to_space=not position.pile(move.target))
    return Refusal("not a run", max(count for count in counts if count <= most))


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
    if not pile and not space_is_open(position):
        return Refusal("space fills itself")
    if not pile and not space_takes(game, card):
        return Refusal("kings only")
    limit = supermove_limit(position, to_space=not pile)
    return Refusal("too few spaces", limit) if move.count > limit else None
