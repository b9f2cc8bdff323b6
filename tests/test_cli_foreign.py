"""Whatever a command is given or a player types, the answer is one clear sentence."""

import io
import json
from pathlib import Path

import pytest

from winnable.cli import main
from winnable.games import game
from winnable.notation import NotationError, json_from_text, position_to_json
from winnable.rules.engine import deal
from winnable.study import StudyError, read_study

Output = pytest.CaptureFixture[str]
LONG = "9" * 5000  # digits: Python reads no number of more than 4300
DEEP = "[" * 100_000
DEAL = {"number": 7, "verdict": "lost", "reason": None, "seconds": 1.5, "nodes": 9, "line": None}


@pytest.mark.parametrize("text", [LONG, DEEP, f"[{LONG}]", "{", ""])
def test_what_is_not_json_is_told(text: str) -> None:
    with pytest.raises(NotationError, match="not JSON"):
        json_from_text(text)


@pytest.mark.parametrize("text", [LONG, DEEP])
@pytest.mark.parametrize("command", [["verify", "-"], ["solve", "fortress", "-"]])
def test_no_text_ends_in_a_traceback(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, command: list[str], text: str
) -> None:
    """A number of 5000 digits once did."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(command) == 2
    assert "Line 1 of standard input is not JSON." in capsys.readouterr().err


class Failing(io.StringIO):
    """A file whose second line can't be read, as on a broken disk or of ``/proc/self/mem``."""

    def __next__(self) -> str:
        if self.tell():
            raise OSError(5, "Input/output error")
        return super().__next__()


@pytest.mark.parametrize("command", [["verify", "-"], ["solve", "fortress", "-"]])
def test_a_file_that_breaks_off_is_told(capsys: Output, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    """It once ended in a traceback."""
    monkeypatch.setattr("sys.stdin", Failing("\n{}\n"))
    assert main(command) == 2
    assert "standard input can't be read after line 1: Input/output error." in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [{"number": "x"}, {"seconds": "1"}, {"nodes": True}, {"verdict": 1}, {"line": 3}, {"number": None}, {"more": 1}],
)
def test_a_line_that_is_not_from_a_study_is_told(tmp_path: Path, change: dict[str, object]) -> None:
    """Once only the keys were looked at, and ``table`` ended in a traceback."""
    (tmp_path / "study.json").write_text('{"game": "fortress", "seconds": 5}\n')
    deals = tmp_path / "deals.jsonl"
    deals.write_text(json.dumps(DEAL) + "\n")
    assert set(read_study(tmp_path)[1]) == {7}
    deals.write_text(json.dumps({**DEAL, **change}) + "\n")
    with pytest.raises(StudyError, match="not from a study"):
        read_study(tmp_path)
    deals.write_text(f'{{"number": {LONG}}}\n')
    with pytest.raises(StudyError, match="not from a study"):
        read_study(tmp_path)


@pytest.mark.parametrize("verdict", ["banana", None, 7, ["lost"]])
def test_verify_takes_no_unknown_verdict(capsys: Output, monkeypatch: pytest.MonkeyPatch, verdict: object) -> None:
    """Once every verdict but ``winnable`` passed, with nothing to replay."""
    document = {"position": position_to_json(deal(game("fortress"), 2)), "line": None, "verdict": verdict}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(document)))
    assert main(["verify", "-"]) == 2
    assert "1: fails: verdict:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("canfield", "99", "no move number 99"),
        ("canfield", "0", "no move number 0"),
        ("canfield", LONG, "no move number 999"),
        ("chessboard", "s", "There is no stock in this game."),
        ("canfield", "t9-f", "no such pile"),
        ("canfield", "w-f", "no card to move"),
        ("canfield", "banana-f", "no move and no command"),
    ],
)
def test_the_terminal_says_what_is_wrong(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, name: str, typed: str, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\nq\n"))
    assert main(["play", name, "7"]) == 0
    assert said in capsys.readouterr().out
