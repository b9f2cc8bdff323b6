"""Advice for each game, in our own words; what hangs on a rule is only said where that rule holds."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from winnable.rules.game import Game

Advice = tuple[str, Callable[[Game], bool]]


def _always(game: Game) -> bool:
    return True


def _takes_back(game: Game) -> bool:
    return game.foundations.take_back


def _stock_fills(game: Game) -> bool:
    return game.tableau.fill[:1] == ("stock",)


def _waste_fills(game: Game) -> bool:
    return game.tableau.fill[:1] == ("waste",)


def _draws(game: Game) -> int:
    return game.stock.draw if game.stock is not None else 0


def _skips(game: Game) -> bool:
    return game.stock is not None and game.stock.skip_empty


def _passes(game: Game) -> int | None:
    return game.stock.passes if game.stock is not None else 0


SEASONS: tuple[Advice, ...] = (
    (
        gettext_noop(
            "There is one pass, so every card on the waste must leave it again from the top. Before you turn, look for "
            "a move that would be gone afterwards."
        ),
        _always,
    ),
    (
        gettext_noop(
            "Count from the base rank, not from the ace. A card is in the way when it lies on one that its foundation "
            "needs sooner; the worst is the rank below the base lying on a card of the base rank."
        ),
        _always,
    ),
    (
        gettext_noop(
            "Of two cards that fit the same place take the one whose suit lags behind, or that frees a card you "
            "need: the place is taken for long."
        ),
        _always,
    ),
)
CHESSBOARD: tuple[Advice, ...] = (
    (
        gettext_noop(
            "A space is worth more than a long run. Empty the shortest pile first, and fill a space only when that "
            "brings another one or frees a card for a foundation."
        ),
        _always,
    ),
    (
        gettext_noop(
            "A run can be turned round: moved card by card to another pile it lies the other way. Do it when the card "
            "that goes up first lies under the others."
        ),
        lambda game: game.tableau.direction == "up or down",
    ),
    (
        gettext_noop(
            "A card on a foundation is not gone: take it back when it gives a place to a card that is in the way."
        ),
        _takes_back,
    ),
)
ROWS: tuple[Advice, ...] = (
    (
        gettext_noop(
            "A reserve takes nothing from elsewhere, so the only choices are what goes up, in which order, and when "
            "you turn. Go through them all before the click on the stock."
        ),
        _always,
    ),
    (
        gettext_noop(
            "Foundations take any suit. When several are ready for the same card, keep them at different ranks: the "
            "more different ranks they wait for, the more cards of the next row go up."
        ),
        _always,
    ),
)
ADVICE: dict[str, tuple[Advice, ...]] = {
    "czarina": (
        *SEASONS,
        (
            gettext_noop(
                "Emptying a pile brings the stock's next card to the table without covering the waste. Keep a pile of "
                "one card ready for the moment when the waste's top must not be buried."
            ),
            _stock_fills,
        ),
        (
            gettext_noop("Emptying a pile lifts the top card off the waste: the way to reach what lies under it."),
            _waste_fills,
        ),
    ),
    "four-seasons": (
        *SEASONS,
        (
            gettext_noop(
                "Do not fill a space in a hurry. Best is a card late in its foundation's order, such as the rank "
                "below the base: it can carry a long pile and is needed last."
            ),
            _always,
        ),
        (
            gettext_noop("With a free space, the stock's next card can go there and leaves the waste as it is."),
            lambda game: game.stock is not None and game.stock.to_space,
        ),
    ),
    "canfield": (
        (
            gettext_noop(
                "The reserve decides. Every card that leaves it opens the next; choose moves that make a space it will "
                "fill, even before those that put a card up."
            ),
            _always,
        ),
        (
            gettext_noop(
                "On the waste only every third card comes up. One card played shifts all that follow, so look at the "
                "order of a whole pass before you play from it."
            ),
            lambda game: _draws(game) == 3,
        ),
        (
            gettext_noop("Every card of the stock comes up in each pass, so a card that does not fit now can wait."),
            lambda game: _draws(game) == 1 and _passes(game) is None,
        ),
        (
            gettext_noop(
                "Keep the four foundations close together. One that runs ahead takes away cards on which "
                "the others' cards could lie."
            ),
            _always,
        ),
        (
            gettext_noop(
                "Join two runs only if that makes a space or frees a card: apart, they give two places to build on."
            ),
            lambda game: game.tableau.take == "run",
        ),
        (
            gettext_noop(
                "Once the reserve is out, a space is yours to fill: wait with it for the card that takes the most "
                "others."
            ),
            lambda game: game.tableau.fill == ("reserve",),
        ),
    ),
    "klondike": (
        (
            gettext_noop("First of all turn hidden cards face up, and begin with the piles that hide the most."),
            _always,
        ),
        (
            gettext_noop(
                "Do not empty a pile before a king is ready for the space, and choose the king that a queen of the "
                "other colour can go to."
            ),
            _always,
        ),
        (
            gettext_noop(
                "Aces and twos go up at once. Leave higher cards lying as long as they may carry another card."
            ),
            _always,
        ),
        (
            gettext_noop(
                "One card played from the waste shifts which cards come up in the next pass. When nothing goes on, "
                "playing one that you do not need yet may bring up those that you do."
            ),
            lambda game: _draws(game) > 1 and _passes(game) != 1,
        ),
        (
            gettext_noop("A card may be taken back from a foundation to give a place to one of the other colour."),
            _takes_back,
        ),
    ),
    "chessboard": (
        (
            gettext_noop(
                "Choose the base late. Look which ranks lie on top or nearly so; the best base is one whose "
                "first three or four ranks come free soon."
            ),
            _always,
        ),
        *CHESSBOARD,
    ),
    "fortress": (
        (
            gettext_noop(
                "Find the aces and twos first and count what lies on them. A pile with a low card at the bottom is the "
                "one to dig up."
            ),
            _always,
        ),
        (
            gettext_noop(
                "Nothing goes round the corner: a king takes only its queen and an ace only its two. Keep them off "
                "piles that you still want to build on."
            ),
            lambda game: not game.tableau.wrap,
        ),
        *CHESSBOARD,
    ),
    "lasker": (
        (
            gettext_noop(
                "Long runs move without spaces, so gather a suit's cards early: each run that moves whole onto "
                "another gives a space for nothing."
            ),
            _always,
        ),
        (
            gettext_noop("Choose the base once you see which suit can be put together first."),
            _always,
        ),
        *CHESSBOARD[1:],
    ),
    "castles-end": (
        (
            gettext_noop(
                "The first move chooses the base and can't be put off. Try in your mind each card on top: how "
                "many cards of that rank and the next are near the end of their piles?"
            ),
            _always,
        ),
        (
            gettext_noop("Play the reserve cards early, but only where they help: their places are not used again."),
            _always,
        ),
        *CHESSBOARD,
    ),
    "quadrennial": (
        *ROWS,
        (
            gettext_noop(
                "An empty reserve is left out by the turns, so what comes lies on fewer reserves and is covered "
                "deeper. Empty the last ones as well if you can: once all are empty, a full row is dealt."
            ),
            _skips,
        ),
        (
            gettext_noop(
                "The redeal keeps the order. Before the last row think of which cards are to lie on top in the next "
                "pass."
            ),
            lambda game: _passes(game) != 1,
        ),
    ),
    "acquaintance": (
        *ROWS,
        (
            gettext_noop(
                "You need not put up everything you can: a card left lying moves all that are gathered after it by one "
                "place, and so other cards meet in the rows of the next pass."
            ),
            lambda game: _passes(game) != 1,
        ),
    ),
    "leap-year": (
        *ROWS,
        (
            gettext_noop(
                "There is no second pass. A card that is covered comes free only when everything above it has gone "
                "up, so empty the deepest reserves first while their tops fit."
            ),
            lambda game: _passes(game) == 1,
        ),
    ),
}


def advice(game: Game) -> tuple[str, ...]:
    """What helps to win a game, in the active language."""
    return tuple(_(text) for text, holds in ADVICE[game.name] if holds(game))
