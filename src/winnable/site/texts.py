"""What the browser client says, by key; the page carries it in the player's language.

The left column is what the client's modules ask for (``say("card")``), the right what is translated.
"""

from django.utils.translation import gettext, gettext_noop

RANKS = {
    "A": gettext_noop("ace"),
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "T": gettext_noop("ten"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
}
SUITS = {
    "C": gettext_noop("clubs"),
    "D": gettext_noop("diamonds"),
    "H": gettext_noop("hearts"),
    "S": gettext_noop("spades"),
}
TEXTS = {
    "card": gettext_noop("{rank} of {suit}"),
    "run": gettext_noop("{count} cards, {first} to {last},"),
    "hidden-cards": gettext_noop("{count} face down"),
    "pile-F": gettext_noop("foundation {number}"),
    "pile-T": gettext_noop("pile {number}"),
    "pile-R": gettext_noop("reserve {number}"),
    "pile-W": gettext_noop("waste"),
    "pile-S": gettext_noop("stock"),
    "area-F": gettext_noop("Foundations"),
    "area-T": gettext_noop("Tableau"),
    "area-R": gettext_noop("Reserve"),
    "area-W": gettext_noop("Waste"),
    "area-S": gettext_noop("Stock"),
    "empty": gettext_noop("empty"),
    "free": gettext_noop("empty"),
    "cards-left": gettext_noop("{count} cards left"),
    "of-cards": gettext_noop("top of {count} cards"),
    "takes": gettext_noop("takes the {card} next"),
    "turn-deal": gettext_noop("a turn deals cards"),
    "turn-recycle": gettext_noop("empty; a turn starts the next pass"),
    "turn-none": gettext_noop("no turn left"),
    "base-is": gettext_noop("The base rank is {rank}."),
    "base-open": gettext_noop("No base rank is chosen yet: the first card on a foundation chooses it."),
    "needs": gettext_noop("{pile} takes the {card}."),
    "nowhere": gettext_noop("nowhere"),
    "picked-up": gettext_noop("Picked up: {cards}. It can go to: {places}."),
    "put-back": gettext_noop("Put back."),
    "did-move": gettext_noop("{cards} from {from} to {to}."),
    "did-fill": gettext_noop("{cards} from {from} fills {to}."),
    "did-flip": gettext_noop("{cards} is turned face up on {from}."),
    "did-turn": gettext_noop("Turned: {cards}."),
    "did-deal": gettext_noop("Dealt: {cards}."),
    "did-recycle": gettext_noop("The waste is the stock again."),
    "did-gather": gettext_noop("The reserves are gathered as the stock."),
    "did-more": gettext_noop("And {count} more."),
    "did undo": gettext_noop("Undone."),
    "did redo": gettext_noop("Redone."),
    "did restart": gettext_noop("Back at the start of the deal."),
    "did give up": gettext_noop("Given up."),
    "move-turn": gettext_noop("A turn."),
    "move-words": gettext_noop("From {from} to {to}."),
    "status-base": gettext_noop("Base rank"),
    "status-base-open": gettext_noop("open"),
    "status-stock": gettext_noop("Stock"),
    "status-pass": gettext_noop("Pass"),
    "pass-of": gettext_noop("{pass} of {passes}"),
    "status-deal": gettext_noop("Deal"),
    "status-board": gettext_noop("Board of the day"),
    "status-moves": gettext_noop("Moves"),
    "status-supermove": gettext_noop("Cards at once"),
    "any-number": gettext_noop("any number"),
    "deal-number": gettext_noop("Deal {number}"),
    "connection-slow": gettext_noop("The server is slow to answer; your move is on its way."),
    "connection-lost": gettext_noop("Connection lost. Your moves are kept and sent again."),
    "back-again": gettext_noop("The connection is back."),
    "no-connection": gettext_noop("The server can't be reached."),
    "server-failed": gettext_noop("Something went wrong on our side; your game is stored."),
    "elsewhere": gettext_noop("This game went on in another window; here is how it stands."),
    "refused": gettext_noop("That is not possible."),
    "looking": gettext_noop("The solver is looking…"),
    "lamp-winnable": gettext_noop("Can still be won"),
    "lamp-lost": gettext_noop("Can no longer be won"),
    "lamp-undecided": gettext_noop("Not known"),
    "lamp-busy": gettext_noop("Looking…"),
    "hint-move": gettext_noop("Try the marked move."),
    "hint-lost": gettext_noop("There is no win from here."),
    "hint-unknown": gettext_noop("The solver can't tell."),
    "hint-stuck": gettext_noop("Nothing can move any more."),
    "hint-busy": gettext_noop("The solver is busy; ask again in a moment."),
    "solution-winnable": gettext_noop("Yes, it can be won. Here is how."),
    "solution-lost": gettext_noop("No: there is no win from there. That is proved."),
    "solution-undecided": gettext_noop("The solver can't tell within its budget."),
    "solution-busy": gettext_noop("The solver is busy; ask again in a moment."),
    "replay-at": gettext_noop("Move {at} of {of}"),
    "play": gettext_noop("Watch"),
    "pause": gettext_noop("Pause"),
    "state-won": gettext_noop("Won!"),
    "state-stuck": gettext_noop("Stuck"),
    "state-given up": gettext_noop("Given up"),
    "won-text": gettext_noop("All cards are up, in {moves} moves."),
    "stuck-text": gettext_noop("No card can move, and no turn brings up one that can."),
    "given up-text": gettext_noop("This deal is put aside. You may still look at it or deal it again."),
    "board-stuck-text": gettext_noop("No card can move. Undo and play on, or give up, which ends your attempt."),
    "board-given up-text": gettext_noop("This deal is put aside; undo or restart to play on."),
    "as-usual": gettext_noop("as usual"),
    "value-choice": gettext_noop("by choice"),
    "value-waste": gettext_noop("from the waste"),
    "share-text": gettext_noop("{game}, deal {number}: can you win it?"),
    "share-board-text": gettext_noop("{game}, board of {date}: can you win it?"),
    "copied": gettext_noop("Copied."),
}


def ranks() -> dict[str, str]:
    """The ranks in words, by their letter, in the language that is active."""
    return {rank: gettext(text) for rank, text in RANKS.items()}


def client_texts() -> dict[str, str]:
    """Every text of the client by its key, in the language that is active."""
    texts = {key: gettext(text) for key, text in TEXTS.items()}
    texts |= {f"rank-{rank}": text for rank, text in ranks().items()}
    texts |= {f"suit-{suit}": gettext(text) for suit, text in SUITS.items()}
    return texts
