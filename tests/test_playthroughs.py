"""The golden playthroughs in ``suites/playthroughs``: nothing that a move does may change unseen.

After a change that is meant, ``scripts/make_suites.py`` writes them anew.
"""

import pytest

from suites import SUITES
from winnable.games import GAMES

FOLDER = SUITES / "playthroughs"


def test_there_is_one_for_each_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_plays_as_written(name: str) -> None:
    from make_suites import kept_game, playthrough

    path = FOLDER / f"{name}.txt"
    kept = kept_game(path)
    assert kept is not None
    assert playthrough(GAMES[name], *kept).splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_won(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8").rstrip().endswith("\nwon")
