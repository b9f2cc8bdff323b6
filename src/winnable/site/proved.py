"""What is proved about a table's positions, with the line that proved its deal before it was dealt: that is stored
with the board of the day, or with the table itself, so every process knows it and none has to search again.
"""

from winnable.notation import NotationError, line_from_text
from winnable.session import Step
from winnable.site import knowledge
from winnable.site.knowledge import Knowledge
from winnable.site.models import Daily, Table
from winnable.site.store import Stored
from winnable.solver import wins


def known_of(stored: Stored) -> Knowledge:
    """What is proved; call ``knowledge.keep`` after it has grown."""
    table = stored.table
    known = knowledge.remembered(table.pk)
    if known is None:
        known, start = Knowledge(), stored.session.positions[0]
        line = _stored_line(table)
        if line and wins(start, line):  # the rules of an update may be others
            known.learn_line(start, line)
        knowledge.keep(table.pk, known)
    return known


def _stored_line(table: Table) -> Step:
    text = table.proved_line
    if table.daily is not None:
        board = Daily.objects.filter(date=table.daily, full_name=table.full_name, number=table.number).first()
        text = board.line if board is not None else ""
    try:
        return line_from_text(text) if text else ()
    except NotationError:
        return ()
