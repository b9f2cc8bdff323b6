"""Many deals: kept as they finish, gone on with after any interruption, counted honestly."""

import json
import multiprocessing
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from winnable.cli import main
from winnable.games import game
from winnable.notation import line_from_text
from winnable.rules.engine import deal, is_won
from winnable.solver import replay
from winnable.study import Deal, LocalWorkers, Plan, StudyError, interval, markdown, read_study, remaining, run, tally
from winnable.study.running import ClusterWorkers, solve_deal

PLAN = Plan("fortress", 5.0)
COMMAND = [sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())"]


class Here:
    """Workers that solve in this process and stop after some deals, as a killed study does."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most
        self.solved: list[int] = []

    def solve(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Deal]:
        for number in numbers:
            if len(self.solved) == self.most:
                raise KeyboardInterrupt
            self.solved.append(number)
            yield solve_deal(plan, number)


def test_a_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, PLAN, range(1, 7), Here(most=3))
    assert set(read_study(tmp_path)[1]) == {1, 2, 3}
    second = Here()
    run(tmp_path, PLAN, range(1, 7), second)
    assert second.solved == [4, 5, 6]
    plan, deals = read_study(tmp_path)
    assert plan == PLAN
    assert sorted(deals) == [1, 2, 3, 4, 5, 6]
    for number, one in deals.items():
        if one.line is not None:
            assert is_won(replay(deal(game("fortress"), number), line_from_text(one.line)))


def test_a_line_cut_short_by_a_kill_is_done_again(tmp_path: Path) -> None:
    run(tmp_path, PLAN, range(1, 4), Here())
    file = tmp_path / "deals.jsonl"
    file.write_text(file.read_text()[:-20])
    assert remaining(tmp_path, PLAN, range(1, 4)) == [3]
    run(tmp_path, PLAN, range(1, 4), Here())
    assert [json.loads(line)["number"] for line in file.read_text().splitlines()] == [1, 2, 3]


def test_two_studies_of_a_folder_take_turns(tmp_path: Path) -> None:
    """Each deal is kept once: the second process waits, then goes on with what is left."""
    arguments = ["study", "fortress", "--deals", "1-12", "--out", str(tmp_path), "--workers", "1"]
    both = [subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait(120) for process in both] == [0, 0]
    numbers = [json.loads(line)["number"] for line in (tmp_path / "deals.jsonl").read_text().splitlines()]
    assert sorted(numbers) == list(range(1, 13))


@pytest.mark.parametrize("other", [Plan("fortress", 6.0), Plan("fortress:locked", 5.0)])
def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path, other: Plan) -> None:
    run(tmp_path, PLAN, [1], Here())
    with pytest.raises(StudyError, match="fortress with 5 s"):
        run(tmp_path, other, [2], Here())
    assert set(read_study(tmp_path)[1]) == {1}


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("sun")
    with pytest.raises(StudyError, match="something else"):
        remaining(tmp_path, PLAN, [1])
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.txt"]


def test_a_damaged_study_is_told(tmp_path: Path) -> None:
    run(tmp_path, PLAN, [1], Here())
    (tmp_path / "deals.jsonl").write_text('{"number": 1}\n')
    with pytest.raises(StudyError, match="not from a study"):
        read_study(tmp_path)


def test_the_command_runs_resumes_and_prints_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path / "study"), "--seconds", "5", "--workers", "1"]
    assert main(["study", "fortress", "--deals", "1-4", *out]) == 0
    assert main(["study", "fortress", "--deals", "1-6", *out]) == 0
    assert main(["table", str(tmp_path / "study")]) == 0
    tables = capsys.readouterr().out.strip().split("| game")
    assert [table.splitlines()[2].split("|")[2].strip() for table in tables[1:]] == ["4", "6", "6"]


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_study_and_keeps_its_deals(tmp_path: Path) -> None:
    arguments = ["study", "chessboard", "--deals", "1-1000000", "--out", str(tmp_path), "--workers", "1"]
    with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None:
            file = tmp_path / "deals.jsonl"
            if file.exists() and file.read_text().count("\n") >= 3:
                break
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert len(read_study(tmp_path)[1]) >= 3


def test_a_study_that_is_ended_leaves_no_thread_behind() -> None:
    """Guards Python's end after Ctrl-C: a pool that still closed its pipes then printed a traceback now and again."""
    before = set(threading.enumerate())
    deals = LocalWorkers(1).solve(PLAN, range(1, 1000))
    next(deals)
    deals.close()  # type: ignore[attr-defined]
    assert set(threading.enumerate()) == before
    assert multiprocessing.active_children() == []


def test_wilsons_interval() -> None:
    """Against the worked values of statsmodels' proportion_confint(method="wilson")."""
    assert interval(10, 0, 20) == pytest.approx((0.299298, 0.700702), abs=1e-6)
    assert interval(0, 0, 10) == pytest.approx((0.0, 0.277533), abs=1e-6)
    assert interval(10, 0, 10) == pytest.approx((0.722467, 1.0), abs=1e-6)
    assert interval(0, 0, 0) == (0.0, 1.0)


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    low, high = interval(50, 20, 100)
    assert low == interval(50, 0, 100)[0]
    assert high == interval(70, 0, 100)[1]


def test_a_table_counts_each_verdict() -> None:
    deals = [Deal(n, verdict, None, 0.5, 10, None) for n, verdict in enumerate(["winnable", "lost", "undecided"] * 2)]
    one = tally("fortress", deals)
    assert (one.deals, one.winnable, one.lost, one.undecided, one.nodes) == (6, 2, 2, 2, 60)
    header, rule, row = markdown([one]).splitlines()
    assert header.count("|") == rule.count("|") == row.count("|") == 9
    assert len(header) == len(rule) == len(row)


def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(StudyError, match=r"winnable\[cluster\]"):
        ClusterWorkers("tcp://127.0.0.1:1")


def test_a_process_that_dies_is_told() -> None:
    """The study ends with a sentence instead of waiting for ever."""
    deals = LocalWorkers(1).solve(Plan("fortress", 5.0), range(1, 1_000_000))
    next(deals)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(StudyError, match="was ended"):
        deque(deals)
