"""What the terminal says: refusals, hints and help, one clear sentence each."""

from winnable.rules.engine import RefusalCode
from winnable.session import Why
from winnable.solver.verdict import HintKind

REFUSALS: dict[RefusalCode | Why, str] = {
    "no such pile": "There is no such pile here.",
    "nothing there": "There is no card to move.",
    "same pile": "Source and target are the same pile.",
    "too few cards": "The pile has fewer cards than that.",
    "face down": "Cards that lie face down don't move.",
    "one card at a time": "Cards move one at a time here.",
    "not a run": "Only a run moves together: these cards are not built on each other.",
    "whole pile or top card": "Only the whole pile or its top card moves.",
    "too few spaces": "There are too few spaces to carry so many cards.",
    "does not fit": "The card doesn't fit there.",
    "wrong suit": "That foundation is for another suit.",
    "foundation full": "That foundation is complete.",
    "no take-back": "Cards don't come back from the foundations in this game.",
    "kept on the foundation": "The first card of a foundation stays there.",
    "reserve plays to foundations": "A reserve plays only to the foundations.",
    "reserve takes no cards": "Nothing is laid on a reserve.",
    "waste takes no cards": "Nothing is laid on the waste but what is turned.",
    "stock is turned": "The stock is turned (s), not moved.",
    "foundation first": "The first move must go to a foundation; it chooses the base rank.",
    "kings only": "Only a king goes to a space.",
    "space fills itself": "That space will fill itself with the next turn.",
    "no turn left": "There is no turn left.",
    "nothing to undo": "There is nothing to undo.",
    "nothing to redo": "There is nothing to redo.",
    "nothing to play": "There is no place for that card; name one to choose the base rank or to take a card back.",
    "autoplay off": "Name the place to move to.",
    "game over": "The game is over; u takes the last move back, n deals anew.",
    "line too long": "The game is too long to go on; u takes moves back.",
}
WITH_LIMIT: dict[RefusalCode | Why, str] = {
    "not a run": "Only a run moves together; here that is {limit} at most.",
    "too few spaces": "There are too few spaces to carry so many cards; {limit} at most.",
}

HELP = """\
T3-F1     move a card         T1-T4x3   move three cards, order kept
T3        play it where it fits best      T3-F   to the foundation that takes it
s         turn the stock      m         list the moves; then type a number
u, r      undo, redo          h         hint
restart   the same deal       n         a new deal
?         this help           q         quit"""


def refusal_sentence(code: RefusalCode | Why, limit: int = 0) -> str:
    """Why something can't be played, in one sentence."""
    return WITH_LIMIT[code].format(limit=limit) if limit and code in WITH_LIMIT else REFUSALS[code]


def hint_sentence(kind: HintKind, wanted: str, length: int) -> str:
    """What a hint says; ``wanted`` is its move in words, ``length`` that of the proved line."""
    if kind == "move":
        return f"Hint: {wanted}, the first of {length} moves that win."
    if kind == "lost":
        return "There is no win from here."
    if kind == "stuck":
        return "No card can move any more."
    return f"The solver can't tell; {wanted} is new." if wanted else "The solver can't tell, and every move repeats."
