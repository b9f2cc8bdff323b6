"""The help page: what the words and signs of the site mean."""

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from winnable.cards import LARGEST_DEAL_NUMBER

_QUESTIONS = (
    (
        gettext_noop("What is a deal number?"),
        gettext_noop(
            "The number that the deck is shuffled by. The same game with the same number is always the same "
            "deal, here and in PySolFC, so you can play it again or give it to a friend. Numbers go from 1 to "
            "%(most)s."
        ),
    ),
    (
        gettext_noop("What does winnable mean?"),
        gettext_noop(
            "That there is a line of moves from the deal to the win. The solver has found one, and the rules have "
            "replayed it. It knows all cards, also those that you do not see yet: winnable is not the same as easy."
        ),
    ),
    (
        gettext_noop("What does lost mean?"),
        gettext_noop(
            "That no line of moves wins any more. The solver has proved that by trying everything that matters. "
            "Stuck is something else: no card can move, and no turn brings up one that can."
        ),
    ),
    (
        gettext_noop("And when it is not known?"),
        gettext_noop("Then neither a win nor a proof was found within the time or the memory that a search may take."),
    ),
    (
        gettext_noop("What does the lamp show?"),
        gettext_noop(
            "Whether the game can still be won as it lies now. It looks again after every move. You switch it on "
            "in the settings; it is off at first, because it gives much away."
        ),
    ),
    (
        gettext_noop("How is a hint found?"),
        gettext_noop(
            "The solver looks for a line to the win from where you are and shows its first move. If there is "
            "none it says so; if it can't tell, it shows a legal move that repeats nothing."
        ),
    ),
    (
        gettext_noop("How do I get only deals that can be won?"),
        gettext_noop(
            "Switch on Winnable at a new deal or in the settings: then every random deal is one with a proved win."
        ),
    ),
    (
        gettext_noop("What is a click, and when must I drag?"),
        gettext_noop(
            "A click or tap puts a card on a foundation, else on the first pile that takes it, else in a space. "
            "Drag it if you want it elsewhere, or to take one back from a foundation."
        ),
    ),
    (
        gettext_noop("Can I play with the keyboard or a screen reader?"),
        gettext_noop(
            "Yes, whole games. The keys are listed in the menu of the table under Keys; every change on the table "
            "is told in words."
        ),
    ),
    (
        gettext_noop("What does the timer count?"),
        gettext_noop(
            "The time that you play, from your first move to the result. It rests while the page is in the "
            "background, while you watch a line, and after two minutes without a key, a touch or a movement of the "
            "pointer. A game in which it was off for a move has no time. You switch it on in the settings."
        ),
    ),
    (
        gettext_noop("Who can watch my games?"),
        gettext_noop(
            "Only you, until you share the replay of a finished game: then everyone who has its link sees the deal "
            "and the moves, but not who played. The menu of the replay takes the link back."
        ),
    ),
    (
        gettext_noop("What is stored about me?"),
        gettext_noop(
            "Your games, results and settings, tied to a cookie in this browser or to your account, so that you "
            "can go on later. Nothing is counted or tracked, and no page asks anything of another site."
        ),
    ),
)


def help_texts() -> tuple[tuple[str, str], ...]:
    """Questions and answers, in the active language."""
    most = number_format(LARGEST_DEAL_NUMBER, force_grouping=True)
    return tuple((gettext(question), gettext(answer) % {"most": most}) for question, answer in _QUESTIONS)
