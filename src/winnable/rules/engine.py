"""The rules engine: everything that other rooms need of the rules, under one name."""

from winnable.rules.ends import completion, in_order, is_stuck, is_won, useful_moves
from winnable.rules.moves import can_turn, is_idle, legal_moves, needed_rank, run_length, supermove_limit
from winnable.rules.play import IllegalMove, apply, deal, deal_cards, play
from winnable.rules.position import TURN, Event, Move, Pile, Position, base_rank, space_count
from winnable.rules.refusals import Refusal, RefusalCode, refusal

__all__ = [
    "TURN",
    "Event",
    "IllegalMove",
    "Move",
    "Pile",
    "Position",
    "Refusal",
    "RefusalCode",
    "apply",
    "base_rank",
    "can_turn",
    "completion",
    "deal",
    "deal_cards",
    "in_order",
    "is_idle",
    "is_stuck",
    "is_won",
    "legal_moves",
    "needed_rank",
    "play",
    "refusal",
    "run_length",
    "space_count",
    "supermove_limit",
    "useful_moves",
]
