"""What is proved about the positions of each table, so that nothing is searched twice."""

from dataclasses import dataclass, field

from winnable.rules.engine import Move, Position, apply
from winnable.session import Step
from winnable.site.memory import Memory
from winnable.solver import Solution, Verdict


@dataclass(slots=True)
class Knowledge:
    """Verdicts by position. A proved line settles every position on it, so following it costs no search."""

    lines: dict[Position, tuple[Step, int]] = field(default_factory=dict)  # a line, and where on it this position is
    lost: set[Position] = field(default_factory=set)
    open: set[Position] = field(default_factory=set)  # searched, and not settled

    @property
    def size(self) -> int:
        """How many positions are kept."""
        return len(self.lines) + len(self.lost) + len(self.open)

    def verdict(self, position: Position) -> Verdict | None:
        """What is known; None if it was never searched."""
        if position in self.lines:
            return Verdict.WINNABLE
        if position in self.lost:
            return Verdict.LOST
        return Verdict.UNDECIDED if position in self.open else None

    def line(self, position: Position) -> Step:
        """The proved line from a position; () if there is none."""
        line, index = self.lines.get(position, ((), 0))
        return line[index:]

    def learn(self, solution: Solution) -> None:
        """Take in what a search has found."""
        if solution.verdict is Verdict.WINNABLE:
            self.learn_line(solution.position, solution.line)
        elif solution.verdict is Verdict.LOST:
            self.lost.add(solution.position)
        elif solution.reason != "cancelled":
            self.open.add(solution.position)

    def learn_line(self, position: Position, line: tuple[Move, ...]) -> None:
        """Take in a line that wins from a position."""
        for index, move in enumerate(line):
            self.lines[position] = line, index
            self.open.discard(position)
            position, _ = apply(position, move)


_memory: Memory[Knowledge] = Memory(most=50_000)  # positions


def remembered(table_id: str) -> Knowledge | None:
    """What this process remembers to be proved about a table's positions; None if that is nothing."""
    return _memory.get(table_id)


def keep(table_id: str, knowledge: Knowledge) -> None:
    """Keep what is proved about a table's positions."""
    _memory.put(table_id, knowledge, knowledge.size)
