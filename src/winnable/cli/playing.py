"""``play``: a game in the terminal, typed move by move."""

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module

from rich.console import Console

from winnable.cli.errors import BadInput
from winnable.cli.sources import find_deal, find_game
from winnable.cli.table_text import LETTERS, SYMBOLS, card, table_text
from winnable.cli.words import HELP, hint_sentence, refusal_sentence
from winnable.notation import NotationError, move_from_text
from winnable.rules.engine import TURN, Move, legal_moves, refusal
from winnable.session import (
    NotPossible,
    Outcome,
    Session,
    click_moves,
    hinted,
    move,
    redo,
    restart,
    start,
    turn,
    undo,
)

LARGEST_NEW_NUMBER = 31_999  # of a random deal: short to type again
_PILE = re.compile(r"([TRF][1-9]\d?|W)(?:X([1-9]\d?))?", re.ASCII)


def play(name: str, number: int | None) -> int:
    """Play one game after the other until the player quits. Raises BadInput."""
    game = find_game(name)
    number = number or _random_number()
    find_deal(game, number)
    with suppress(ImportError):  # not on Windows
        import_module("readline")  # gives what is typed a history and editing
    Seat(Console(highlight=False), start(game, number)).sit()
    return 0


def _random_number() -> int:
    return random.randint(1, LARGEST_NEW_NUMBER)


@dataclass
class Seat:
    """A player at the terminal."""

    console: Console
    session: Session
    line: tuple[Move, ...] = ()  # what is left of the line that the last hint proved
    message: str = "Type ? for help."

    def sit(self) -> None:
        """Show the table, read a command, do it; until the player quits or the input ends."""
        while True:
            self._show()
            try:
                typed = input("> ").strip()
            except EOFError:
                self.console.print()
                return
            if typed.lower() in ("q", "quit", "exit"):
                return
            self.message = self._do(typed)

    def _show(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        session = self.session
        self.console.print(f"[bold]{session.game.title}[/] {session.number}, {session.moves_made} moves made")
        self.console.print(table_text(session.position, self._suits), soft_wrap=True)
        self.console.print()
        self.console.print(self._state() or self.message, style="yellow", markup=False, soft_wrap=True)

    @property
    def _suits(self) -> str:
        return SYMBOLS if (self.console.encoding or "").startswith("utf") else LETTERS

    def _state(self) -> str:
        state = self.session.state
        if state == "won":
            return f"Won in {self.session.moves_made} moves. n deals anew, q quits."
        if state == "stuck":
            return f"{self.message} Stuck: no card can move any more. u takes the last move back, n deals anew.".strip()
        return ""

    def _do(self, typed: str) -> str:
        """Do what was typed; the sentence to show."""
        commands: dict[str, Callable[[], str]] = {
            "?": lambda: HELP,
            "help": lambda: HELP,
            "h": self._hint,
            "hint": self._hint,
            "m": self._moves,
            "moves": self._moves,
            "s": self._turn,
            "n": self._new,
            "new": self._new,
        }
        actions: dict[str, Callable[[Session], Outcome]] = {
            "u": undo,
            "undo": undo,
            "r": redo,
            "redo": redo,
            "restart": restart,
        }
        word = typed.lower()
        try:
            if word in commands:
                return commands[word]()
            if word in actions:
                return self._act(actions[word](self.session))
            return self._play(typed.upper().replace("X", "x")) if word else ""
        except NotPossible as error:
            return refusal_sentence(error.code, error.limit)
        except BadInput as error:
            return str(error)
        except NotationError:
            return f"{typed[:40]!r} is no move and no command; type ? for help."

    def _act(self, outcome: Outcome) -> str:
        played = outcome.session.past[len(self.session.past) :]
        if played[:1] == (self.line[:1],):  # the hint was followed; what is left of its line still wins
            self.line = self.line[1:]
        self.session = outcome.session
        return ""

    def _turn(self) -> str:
        return self._act(turn(self.session)) if self.session.game.stock else "There is no stock in this game."

    def _play(self, typed: str) -> str:
        if typed.isascii() and typed.isdigit():
            wanted = self._numbered(typed)
        elif _PILE.fullmatch(typed.upper()):
            wanted = self._best_place(typed)
        elif typed.endswith("-F"):
            wanted = self._to_foundation(typed.removesuffix("-F"))
        else:
            wanted = move_from_text(typed)
        return self._act(move(self.session, wanted))

    def _numbered(self, typed: str) -> Move:
        for number, wanted in enumerate(legal_moves(self.session.position), 1):
            if str(number) == typed:
                return wanted
        raise BadInput(f"There is no move number {typed[:20]} in the list; m shows it.")

    def _best_place(self, typed: str) -> Move:
        """What a click plays: of a pile named alone the top card, or else the shortest run that has a place."""
        clicks = click_moves(self.session.position)
        pile, count = typed.upper().split("X") if "x" in typed else (typed, "")
        places = [move for move in clicks.values() if move.source == pile and count in ("", str(move.count))]
        if not places:
            raise NotPossible("nothing to play")
        return min(places, key=lambda move: move.count)

    def _to_foundation(self, source: str) -> Move:
        if not _PILE.fullmatch(source):
            raise NotationError(source)
        position = self.session.position
        for wanted in legal_moves(position):
            if wanted.source == source and wanted.target[0] == "F":
                return wanted
        refused = refusal(position, Move(source, "F1", 1))
        if refused is not None and refused.code in ("no such pile", "nothing there"):
            raise NotPossible(*refused)
        raise NotPossible("does not fit")

    def _moves(self) -> str:
        moves = legal_moves(self.session.position)
        return "  ".join(f"{number} {wanted}" for number, wanted in enumerate(moves, 1)) or "There is no move."

    def _new(self) -> str:
        self.session, self.line = start(self.session.game, _random_number()), ()
        return ""

    def _hint(self) -> str:
        """A hint, searched beside the main thread so that Ctrl-C is noticed."""
        from winnable.cli.solving import prepare  # noqa: PLC0415 - a game without hints needs no solver
        from winnable.solver import Cancel, hint  # noqa: PLC0415

        try:
            prepare(self.session.game)
        except BadInput as error:
            return str(error)
        cancel, position = Cancel(), self.session.position
        with ThreadPoolExecutor(1) as pool:
            search = pool.submit(hint, position, self.line, seen=self.session.positions, cancel=cancel)
            try:
                answer = search.result()
            except KeyboardInterrupt:
                cancel.cancel()
                return "The hint was called off."
        self.line = answer.line
        if answer.move is not None:
            self.session = hinted(self.session)
        return hint_sentence(answer.kind, self._words(answer.move), len(answer.line))

    def _words(self, wanted: Move | None) -> str:
        """A move with the cards that it moves; "" for none."""
        if wanted is None or wanted == TURN:
            return "s, a turn" if wanted else ""
        pile = self.session.position.pile(wanted.source)
        cards = pile[: wanted.count] if wanted.source == "S" else pile[-wanted.count :]
        return f"{wanted} ({' '.join(card(one, self._suits).plain for one in cards)})"
