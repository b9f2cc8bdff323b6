"""A page that is closed while cards still fly loses nothing: the server has played the whole step."""

from site_support import Guest
from suites import SUITES
from winnable.games import game
from winnable.notation import line_from_text
from winnable.rules.engine import Move, in_order, play
from winnable.session import Session, move, save, start
from winnable.site.models import Table


def almost_in_order() -> tuple[Session, Move]:
    """A game of Fortress, and the next move of its golden playthrough, after which the rest goes up by itself."""
    rows = (SUITES / "playthroughs" / "fortress.txt").read_text(encoding="utf-8").splitlines()
    said = dict(row.split(" ", 1) for row in rows if row.startswith(("deal ", "line ")))
    session = start(game("fortress"), int(said["deal"]))
    for wanted in line_from_text(said["line"]):
        if in_order(play(session.position, wanted)[0]):
            return session, wanted
        session = move(session, wanted).session
    raise AssertionError("the playthrough is never in order")


def test_a_game_that_auto_complete_wins_is_won_though_the_page_was_closed() -> None:
    """35: auto complete belongs to the step that made it possible; nothing is left for the page to ask for."""
    session, last = almost_in_order()
    guest = Guest()
    table = guest.call("POST", "/api/saves", save(session)).json
    assert guest.step(table, "move", move=str(last)).status == 200  # its answer is never seen
    again = guest.table(table)
    assert again["state"] == "won"
    assert again["moves_made"] > session.moves_made + 1
    assert Table.objects.get(pk=table["id"]).result == "won"
