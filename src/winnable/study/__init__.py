"""Many deals: solved side by side, kept as they come, counted with honest intervals."""

from winnable.study.keeping import Deal, Plan, StudyError, read_study
from winnable.study.running import LocalWorkers, Workers, remaining, run
from winnable.study.tables import Tally, interval, markdown, tally

__all__ = [
    "Deal",
    "LocalWorkers",
    "Plan",
    "StudyError",
    "Tally",
    "Workers",
    "interval",
    "markdown",
    "read_study",
    "remaining",
    "run",
    "tally",
]
