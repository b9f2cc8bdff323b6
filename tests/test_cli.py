"""The command line as other programs and people use it: output, exit codes, interruption, a game in the terminal."""

import io
import json
import signal
import socket
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from winnable.cli import main
from winnable.cli.words import REFUSALS, WITH_LIMIT, refusal_sentence
from winnable.games import GAMES, game
from winnable.notation import line_text, position_from_json
from winnable.rules.engine import RefusalCode, deal
from winnable.session import Why
from winnable.solver import solve

COMMAND = [sys.executable, "-m", "winnable"]
Output = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    return main(list(arguments))


def refused(capsys: Output, *arguments: str) -> str:
    """The one line that a command says to bad input."""
    assert run(*arguments) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    return said[0]


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_help_loads_neither_solver_nor_site() -> None:
    """``--help`` must be instant: no library that takes long to load."""
    script = "import sys; from winnable.cli import main; main(['--help']); sys.exit('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "solve" in done.stdout


def test_no_command_at_all_shows_the_help(capsys: Output) -> None:
    """Once it was taken for bad input, with the whole help on one line."""
    assert run() == 0
    said = capsys.readouterr()
    assert "Commands:" in said.out.splitlines()
    assert not said.err


def test_games_names_every_game_and_option(capsys: Output) -> None:
    assert run("games") == 0
    said = capsys.readouterr().out
    for each in GAMES.values():
        assert each.name in said
        assert all(f":{option.name}" in said for option in each.choices)


@pytest.mark.parametrize("name", [*GAMES, "canfield:draw=1:fill=choice", "leap-year:one_deck"])
def test_deal_prints_text_and_json(capsys: Output, name: str) -> None:
    assert run("deal", name, "7", "--json") == 0
    position = position_from_json(json.loads(capsys.readouterr().out))
    assert position == deal(game(name), 7)
    assert run("deal", name, "7") == 0
    words = capsys.readouterr().out.split()
    cards = sum(map(len, (*position.foundations, *position.tableau, *position.reserves))) + len(position.stock)
    assert sum(len(word) == 2 and word[1] in "CDHS" and word[0] in "A23456789TJQK" for word in words) == cards


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["deal", "canfeld", "7"], "canfield"),
        (["deal", "canfield:draw=4", "7"], "draw=4"),
        (["deal", "canfield", "0"], "N"),
        (["deal", "canfield", "seven"], "N"),
        (["deal", "canfield", "1" + 20 * "0"], "10^20"),
        (["deal", "canfield"], "N"),
        (["deal", "czarina", "7", "--solvitaire"], "fill=waste"),
        (["deal", "czarina", "7", "--yaml"], "--yaml"),
        (["shuffle"], "shuffle"),
        (["solve", "fortress", "9-3"], "9-3"),
        (["solve", "fortress", "no-such-file"], "no-such-file"),
        (["solve", "fortress", "1", "--seconds", "-1"], "--seconds"),
        (["verify", "no-such-file"], "no-such-file"),
        (["perft", "fortress", "1", "100"], "DEPTH"),
        (["play", "chess"], "chess"),
        (["table", "no-such-folder"], "no-such-folder"),
        (["study", "fortress", "--deals", "5", "--out", "somewhere"], "--deals"),
        (["serve", "--port", "99999"], "--port"),
        (["bench", "fortress", "--results", __file__], "test_cli.py"),
        (["bench", "fortress", "--deals", "some"], "some"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: Output, arguments: list[str], named: str) -> None:
    assert named in refused(capsys, *arguments)


def test_perft_counts_and_divides(capsys: Output) -> None:
    assert run("perft", "czarina", "7", "3") == 0
    total = capsys.readouterr().out.strip()
    assert run("perft", "czarina", "7", "3", "--divide") == 0
    *moves, last = capsys.readouterr().out.split("\n")[:-1]
    assert last == total
    assert sum(int(line.split(": ")[1]) for line in moves) == int(total)


def test_solve_prints_what_verify_accepts(capsys: Output, tmp_path: Path) -> None:
    assert run("solve", "fortress", "1-2,4", "--nodes", "20000", "--json", "--threads", "2") == 0
    said = capsys.readouterr().out
    answers = [json.loads(line) for line in said.splitlines()]
    keys = ["game", "number", "verdict", "reason", "seconds", "nodes", "position", "line"]
    assert [list(answer) for answer in answers] == [keys] * 3
    assert [(answer["number"], answer["verdict"]) for answer in answers] == [(1, "lost"), (2, "winnable"), (4, "lost")]
    assert position_from_json(answers[1]["position"]) == deal(game("fortress"), 2)
    file = tmp_path / "lines.jsonl"
    file.write_text(said)
    assert run("verify", str(file)) == 0
    assert capsys.readouterr().out.splitlines() == ["1: lost, no line to replay", "2: ok", "3: lost, no line to replay"]


def test_a_budget_of_nodes_gives_the_same_answer_again(capsys: Output) -> None:
    answers = []
    for threads in ("1", "3"):
        assert run("solve", "fortress", "2-9", "--nodes", "500", "--json", "--threads", threads) == 0
        lines = capsys.readouterr().out.splitlines()
        answers.append([{**json.loads(line), "seconds": 0} for line in lines])
    assert answers[0] == answers[1]
    assert {answer["reason"] for answer in answers[0] if answer["verdict"] == "undecided"} <= {"nodes"}


def test_solve_reads_positions_in_every_form(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    position = {"game": "fortress", "options": ["locked"], **json_of("fortress", 1)}
    position["options"] = ["locked"]
    lines = [json.dumps(json_of("fortress", 1)), "", json.dumps({"number": 4, "position": json_of("fortress", 4)})]
    typed(monkeypatch, "\n".join([*lines, json.dumps(position)]))
    assert run("solve", "fortress", "-", "--nodes", "20000", "--json") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(answer["game"], answer["number"]) for answer in answers] == [
        ("fortress", None),
        ("fortress", 4),
        ("fortress:locked", None),
    ]


def json_of(name: str, number: int) -> dict[str, object]:
    from winnable.notation import position_to_json

    return position_to_json(deal(game(name), number))


def test_what_was_solved_before_a_bad_line_is_kept(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, json.dumps(json_of("fortress", 1)) + "\n{]\n")
    assert run("solve", "fortress", "-", "--nodes", "20000", "--json", "--threads", "4") == 2
    said = capsys.readouterr()
    assert json.loads(said.out)["verdict"] == "lost"
    assert "Line 2" in said.err


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ([1], "object"),
        ({"position": {"game": "fortress"}}, "'F'"),
        ({"position": json_of("czarina", 1)}, "czarina"),
        ({"tableau piles": []}, "fortress"),
    ],
)
def test_a_bad_position_is_named_with_its_line(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, document: object, named: str
) -> None:
    typed(monkeypatch, json.dumps(document))
    said = refused(capsys, "solve", "fortress", "-")
    assert "Line 1" in said
    assert named in said


def test_verify_says_what_fails_where(capsys: Output, tmp_path: Path) -> None:
    solution = solve(deal(game("fortress"), 2))
    good = {"position": json_of("fortress", 2), "line": line_text(solution.line)}
    file = tmp_path / "lines.jsonl"
    documents = [
        good,
        {**good, "line": line_text(solution.line[:-1])},
        {**good, "line": "T1-F1"},
        {**good, "line": "T1 F1"},
        {**good, "line": None},
        {**good, "position": {}},
        7,
    ]
    file.write_text("\n".join(map(json.dumps, documents)))
    assert run("verify", str(file)) == 2
    said = capsys.readouterr()
    answers = said.out.splitlines()
    assert answers[0] == "1: ok"
    assert all(": fails: " in answer for answer in answers[1:])
    assert "not won" in answers[1]
    assert "move 1 of 1: T1-F1" in answers[2]
    assert "Move 1: 'T1'" in answers[3]
    assert "6 of 7" in said.err


def test_find_prints_winnable_numbers(capsys: Output) -> None:
    assert run("find", "chessboard", "--count", "2") == 0
    numbers = [int(line) for line in capsys.readouterr().out.split()]
    assert len(numbers) == 2
    assert all(solve(deal(game("chessboard"), number)).verdict.value == "winnable" for number in numbers)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_solve_keeps_what_is_finished() -> None:
    command = [*COMMAND, "solve", "chessboard", "1-1000000", "--json", "--nodes", "2000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    numbers = [json.loads(line)["number"] for line in (*first, *rest.splitlines())]
    assert numbers == list(range(1, len(numbers) + 1))


def test_another_program_may_wait_for_each_answer() -> None:
    """One thread reads no position ahead: the answer comes before the next question."""
    command = [*COMMAND, "solve", "fortress", "-", "--json", "--nodes", "20000"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, verdict in ((1, "lost"), (2, "winnable"), (4, "lost")):
            process.stdin.write(json.dumps(json_of("fortress", number)) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == verdict
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_whole_game_is_played_and_won(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    line = solve(deal(game("fortress"), 3)).line
    typed(monkeypatch, "\n".join(map(str, line)).lower())
    assert run("play", "fortress", "3") == 0
    assert "Won in" in capsys.readouterr().out


def test_undo_and_redo_in_the_terminal(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "s\ns\nu\nu\nu\nr\nr\nrestart\nq\n")
    assert run("play", "canfield", "7") == 0
    said = capsys.readouterr().out
    made = [line.split(", ")[1] for line in said.splitlines() if "moves made" in line]
    assert [int(text.split()[0]) for text in made] == [0, 1, 2, 1, 0, 0, 1, 2, 0]
    assert "nothing to undo" in said


def test_every_way_to_type_a_move(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("T4-T3", "t4-t3", "T4", "t4x1", "1"):
        typed(monkeypatch, text)
        assert run("play", "canfield", "7") == 0
        assert "1 moves made" in capsys.readouterr().out, text


def test_a_foundation_is_found_by_its_letter(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "t1-f")
    assert run("play", "chessboard", "7") == 0
    assert "base rank: not chosen yet" in (said := capsys.readouterr().out)
    assert "1 moves made" in said


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("T2-F1", "another suit"),
        ("t1", "no place"),
        ("xyz", "no command"),
        ("99", "no move number 99"),
        ("T1-T9", "no such pile"),
    ],
)
def test_a_refused_move_says_why(capsys: Output, monkeypatch: pytest.MonkeyPatch, text: str, named: str) -> None:
    typed(monkeypatch, text)
    assert run("play", "canfield", "7") == 0
    said = capsys.readouterr().out
    assert named in said
    assert "1 moves made" not in said


def test_following_hints_wins(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hint is the next move of a proved line."""
    line = solve(deal(game("fortress"), 3)).line
    typed(monkeypatch, "".join(f"h\n{move}\n" for move in line[:3]))
    assert run("play", "fortress", "3") == 0
    hints = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Hint:")]
    left = [int(hint.split("first of ")[1].split()[0]) for hint in hints]
    assert len(left) == 3
    assert left == [left[0], left[0] - 1, left[0] - 2]


def test_the_terminal_hides_what_a_player_has_not_seen(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "q")
    assert run("play", "klondike", "7") == 0
    said = capsys.readouterr().out
    faces = [word for word in said.split() if len(word) == 2 and word[1] in "♣♦♥♠CDHS" and word[0] in "A23456789TJQK"]
    assert len(faces) == 7 + 4  # the tops, and what the foundations take next


def test_a_port_in_use_is_told(capsys: Output) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert str(port) in refused(capsys, "serve", "--no-browser", "--port", str(port))


def test_every_refusal_has_its_sentence() -> None:
    codes = {*typing.get_args(RefusalCode), *typing.get_args(Why)}
    assert set(REFUSALS) == codes
    for code in codes:
        assert refusal_sentence(code).endswith(".")
        if code in WITH_LIMIT:
            assert "3" in refusal_sentence(code, 3)


def test_bench_prints_figures_and_the_same_signature(capsys: Output, tmp_path: Path) -> None:
    signatures = []
    for _ in range(2):
        assert run("bench", "fortress", "--deals", "1-3", "--seconds", "0.5", "--results", str(tmp_path)) == 0
        said = capsys.readouterr().out
        assert "fortress" in said
        signatures.append(said.partition("Signature: ")[2].split()[0])
    assert signatures[0] == signatures[1]
    assert int(signatures[0]) > 0
    assert next(tmp_path.glob("*.json")).read_text().count("fortress") == 1
