"""Why something is not possible, as a sentence in the player's language that says what limits it."""

from django.utils.translation import gettext, gettext_noop, ngettext

from winnable.session import BrokenSave, NotPossible

SENTENCES = {
    "no such pile": gettext_noop("This game has no such pile."),
    "nothing there": gettext_noop("There is no card on that pile."),
    "same pile": gettext_noop("The cards lie there already."),
    "too few cards": gettext_noop("There are not so many cards on that pile."),
    "face down": gettext_noop("Cards that lie face down can't move."),
    "one card at a time": gettext_noop("Only one card at a time moves here."),
    "whole pile or top card": gettext_noop("Only the whole pile or its top card moves."),
    "does not fit": gettext_noop("The card doesn't fit there."),
    "wrong suit": gettext_noop("That foundation takes another suit."),
    "foundation full": gettext_noop("That foundation is complete."),
    "no take-back": gettext_noop("In this game no card comes back from a foundation."),
    "kept on the foundation": gettext_noop("The first card stays on its foundation."),
    "reserve plays to foundations": gettext_noop("Cards of the reserve go only to a foundation."),
    "reserve takes no cards": gettext_noop("The reserve takes no cards."),
    "waste takes no cards": gettext_noop("The waste takes no cards."),
    "stock is turned": gettext_noop("Click the stock to turn its cards; none can be put there or taken from it."),
    "foundation first": gettext_noop("The first move of this game must go to a foundation."),
    "kings only": gettext_noop("Only a king, with the cards on it, may go to a space."),
    "space fills itself": gettext_noop("This space fills itself with the next turn."),
    "no turn left": gettext_noop("No turn is left."),
    "nothing to undo": gettext_noop("There is nothing to undo."),
    "nothing to redo": gettext_noop("There is nothing to redo."),
    "nothing to play": gettext_noop("A click plays nothing here; you can still drag the card."),
    "autoplay off": gettext_noop("Autoplay is off: drag the card."),
    "game over": gettext_noop("This game is over; undo or restart to play on."),
    "line too long": gettext_noop("This game has become too long; undo some moves or restart it."),
}
BROKEN_SAVES = frozenset(
    (
        gettext_noop("A save is a JSON object."),
        gettext_noop('"version" must be a whole number from 1 to %(most)s.'),
        gettext_noop("A newer Winnable wrote this save; please update."),
        gettext_noop("The save has an unknown key %(key)s."),
        gettext_noop('The save lacks the key "%(key)s".'),
        gettext_noop("The game of the save, or one of its options, is not known here."),
        gettext_noop('"%(key)s" must be a whole number from %(least)s to %(most)s.'),
        gettext_noop('"%(key)s" must be a list of at most %(most)s steps.'),
        gettext_noop("The save has more than %(most)s moves."),
        gettext_noop('Step %(number)s of "%(key)s" is not a line of moves.'),
        gettext_noop('Step %(number)s of "%(key)s" is empty.'),
        gettext_noop("The move %(move)s is not legal where the save plays it."),
        gettext_noop('"given_up" must be true or false.'),
    )
)


def broken_save_sentence(broken: BrokenSave) -> str:
    """One sentence for the player who wanted to open it."""
    why = gettext(broken.reason) % broken.values
    return gettext("This save can't be opened: %(why)s") % {"why": why}


def sentence(refused: NotPossible) -> str:
    """One sentence for the player."""
    limit = refused.limit
    if refused.code == "not a run":
        return ngettext(
            "Those cards don't form a run; only %(limit)d card can move from there.",
            "Those cards don't form a run; only %(limit)d cards can move from there together.",
            limit,
        ) % {"limit": limit}
    if refused.code == "too few spaces":
        return ngettext(
            "There are too few spaces: only %(limit)d card can move there now.",
            "There are too few spaces: only %(limit)d cards can move there together now.",
            limit,
        ) % {"limit": limit}
    return gettext(SENTENCES[refused.code])
