"""A person's game as an immutable value: every action answers a new session and what happened."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from winnable.rules.engine import (
    TURN,
    Event,
    IllegalMove,
    Move,
    Position,
    RefusalCode,
    apply,
    completion,
    deal,
    in_order,
    is_stuck,
    is_won,
    play,
)
from winnable.rules.game import Game
from winnable.session.click import click_move

Step = tuple[Move, ...]  # what one undo takes back: one move, or all moves of an auto complete
State = Literal["playing", "won", "stuck", "given up"]
Why = Literal["nothing to undo", "nothing to redo", "nothing to play", "autoplay off", "game over", "line too long"]

LONGEST_LINE = 5_000  # moves that one game keeps, redo included: its save fits in the 64 KiB that the site takes


class NotPossible(ValueError):
    """An action that this session can't take now; ``code`` says why, ``limit`` how many cards could move."""

    def __init__(self, code: Why | RefusalCode, limit: int = 0) -> None:
        super().__init__(f"Not possible: {code}.")
        self.code = code
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Session:
    """The deal and what was played on it."""

    game: Game
    number: int  # the deal number
    positions: tuple[Position, ...]  # the deal, then the position after each step of ``past``
    past: tuple[Step, ...] = ()  # first played first
    future: tuple[Step, ...] = ()  # steps taken back, next to redo first
    undos: int = 0  # how often steps were taken back: each undo, and each restart, which takes back all
    hints: int = 0  # hints that gave a move
    given_up: bool = False

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def line(self) -> Step:
        """All moves from the deal to now."""
        return tuple(move for step in self.past for move in step)

    @property
    def moves_made(self) -> int:
        """How many moves lead from the deal to now; those taken back are not counted."""
        return sum(map(len, self.past))

    @property
    def touched(self) -> bool:
        """Whether anything was ever played on this deal."""
        return bool(self.past or self.future)

    @property
    def state(self) -> State:
        """Won, stuck or given up, or still being played."""
        if is_won(self.position):
            return "won"
        if self.given_up:
            return "given up"
        return "stuck" if is_stuck(self.position) else "playing"


class Outcome(NamedTuple):
    """A session after an action, and what happened on the table, in order."""

    session: Session
    events: tuple[Event, ...] = ()


def start(game: Game, number: int) -> Session:
    """A game of a deal number. Raises ValueError for a number out of range."""
    return Session(game, number, (deal(game, number),))


def move(session: Session, wanted: Move, auto_complete: bool = True) -> Outcome:
    """Play a move, and the rest too where ``auto_complete`` may: as one more step. Raises NotPossible."""
    _may_play(session)
    try:
        position, events = play(session.position, wanted)
    except IllegalMove as error:
        raise NotPossible(*error.refusal) from None
    after = _with_step(session, (wanted,), position)
    if not auto_complete or wanted.source[0] == "F" or is_won(position) or not in_order(position):
        return Outcome(after, events)
    rest = completion(position)
    if after.moves_made + len(rest) > LONGEST_LINE:
        return Outcome(after, events)
    finished, more = _play_all(position, rest)
    return Outcome(_with_step(after, rest, finished), events + more)


def turn(session: Session, auto_complete: bool = True) -> Outcome:
    """One click on the stock. Raises NotPossible."""
    return move(session, TURN, auto_complete)


def click(session: Session, pile: str, count: int, autoplay: bool = True, auto_complete: bool = True) -> Outcome:
    """A click on the last ``count`` cards of a pile. Raises NotPossible, also where a click plays nothing."""
    _may_play(session)
    wanted = click_move(session.position, pile, count, autoplay)
    if wanted is not None:
        return move(session, wanted, auto_complete)
    if pile == "S":
        raise NotPossible("no turn left")
    raise NotPossible("nothing to play" if autoplay else "autoplay off")


def undo(session: Session) -> Outcome:
    """Take the last step back; its events come backwards. A game given up is taken up again. Raises NotPossible."""
    if not session.past:
        raise NotPossible("nothing to undo")
    step = session.past[-1]
    _, events = _play_all(session.positions[-2], step)
    after = replace(
        session,
        positions=session.positions[:-1],
        past=session.past[:-1],
        future=(step, *session.future),
        undos=session.undos + 1,
        given_up=False,
    )
    return Outcome(after, tuple(map(backwards, reversed(events))))


def redo(session: Session) -> Outcome:
    """Play the step again that was taken back last. A game given up is taken up again. Raises NotPossible."""
    if not session.future:
        raise NotPossible("nothing to redo")
    step, *rest = session.future
    position, events = _play_all(session.position, step)
    after = replace(
        session,
        positions=(*session.positions, position),
        past=(*session.past, step),
        future=tuple(rest),
        given_up=False,
    )
    return Outcome(after, events)


def restart(session: Session) -> Outcome:
    """Back to the deal; all that was played can be redone. It counts as one undo if it takes anything back."""
    after = replace(
        session,
        positions=session.positions[:1],
        past=(),
        future=session.past + session.future,
        undos=session.undos + bool(session.past),
        given_up=False,
    )
    return Outcome(after)


def give_up(session: Session) -> Outcome:
    """Put the deal aside. Raises NotPossible once it is won or given up."""
    _may_play(session)
    return Outcome(replace(session, given_up=True))


def hinted(session: Session) -> Session:
    """The session after a hint that gave a move."""
    return replace(session, hints=session.hints + 1)


def replayed(session: Session, past: Iterable[Step], future: Iterable[Step]) -> Session:
    """A fresh session with these steps played, every move checked by the rules. Raises IllegalMove."""
    past, future = tuple(past), tuple(future)
    positions = list(session.positions)
    for step in past:
        positions.append(_play_all(positions[-1], step, play)[0])
    position = positions[-1]
    for step in future:
        position, _ = _play_all(position, step, play)
    return replace(session, positions=tuple(positions), past=past, future=future)


def backwards(event: Event) -> Event:
    """The event as an undo shows it: the same cards go back."""
    return Event(event.kind, event.target, event.source, event.cards)


def _may_play(session: Session) -> None:
    if session.given_up or is_won(session.position):
        raise NotPossible("game over")
    if session.moves_made >= LONGEST_LINE:
        raise NotPossible("line too long")


def _with_step(session: Session, step: Step, position: Position) -> Session:
    return replace(session, positions=(*session.positions, position), past=(*session.past, step), future=())


def _play_all(
    position: Position,
    line: Step,
    play_one: Callable[[Position, Move], tuple[Position, tuple[Event, ...]]] = apply,
) -> tuple[Position, tuple[Event, ...]]:
    events: list[Event] = []
    for one in line:
        position, happened = play_one(position, one)
        events += happened
    return position, tuple(events)
