"""The solver as other rooms call it: verdicts, hints, winnable deals, compiled kernels, measurements."""

import json
import os
import random
import threading
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from winnable.cards import Card, shuffled_deck
from winnable.games import GAMES, game
from winnable.notation import line_from_text, position_from_json
from winnable.rules.engine import TURN, Move, Position, apply, deal, is_stuck, is_won, legal_moves, play
from winnable.solver import (
    Budget,
    Cancel,
    InternalError,
    UnsupportedGame,
    Verdict,
    bench,
    cache,
    compile,
    families,
    find,
    fresh_move,
    hint,
    hinting,
    lie,
    solve,
    solving,
    wins,
)
from winnable.solver.kernels import jit
from winnable.solver.line import shorten
from winnable.solver.outlook import Look, look_of, outlook, promising_deck
from winnable.solver.verdict import SearchResult

HARD = deal(game("leap-year:skip"), 101)  # far from being settled in any budget that a test can wait for
FEW = Budget(nodes=20_000)


def first_win(name: str) -> tuple[Position, tuple[Move, ...]]:
    rules = game(name)
    for number in range(1, 50):
        solution = solve(deal(rules, number), FEW)
        if solution.verdict is Verdict.WINNABLE:
            return solution.position, solution.line
    raise AssertionError(f"no deal of {name} is won in {FEW}")


@pytest.mark.parametrize("name", ["czarina", "canfield", "fortress", "quadrennial"])
class TestOddBudgets:
    def test_no_nodes_are_no_nodes(self, name: str) -> None:
        for nodes in (0, -5):
            solution = solve(deal(game(name), 2), Budget(nodes=nodes))
            assert (solution.verdict, solution.nodes, solution.reason) == (Verdict.UNDECIDED, 0, "nodes")

    def test_more_nodes_than_a_kernel_can_count_are_no_fault(self, name: str) -> None:
        cancel = Cancel()
        cancel.cancel()
        assert solve(deal(game(name), 2), Budget(nodes=2**70), cancel).reason in ("cancelled", None)


@pytest.mark.parametrize("limit", [{"nodes": 2.5}, {"bytes": 1e9}, {"bytes": None}, {"seconds": float("nan")}])
def test_a_budget_that_no_search_could_keep_is_refused_with_a_sentence(limit: dict[str, Any]) -> None:
    """Half a node was a traceback out of one family's kernel, and as good as three in another's."""
    with pytest.raises((TypeError, ValueError), match=r"of a budget are a .*, not .*\."):
        Budget(**limit)


@pytest.mark.parametrize("seconds", [float("inf"), 1e300, 1e10])
def test_a_deadline_further_off_than_a_timer_can_wait_for_is_no_fault(seconds: float) -> None:
    """The timer ended in a traceback, and the search had no end."""
    with solving._deadline(seconds, np.zeros(8, np.int64)):
        [timer] = [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]
        assert timer.interval < threading.TIMEOUT_MAX


def won_up_to(position: Position, line: tuple[Move, ...], left: int) -> Position:
    """The position ``left`` moves before the end of a line."""
    for move in line[: len(line) - left]:
        position, _ = play(position, move)
    return position


def stuck() -> Position:
    """Kings on top of all reserves, and no turn left."""
    start = deal(game("acquaintance"), 1)
    kings = tuple((Card(48 + suit),) for suit in range(4))
    rest = tuple(sorted(card for pile in (*start.reserves, start.stock) for card in pile if card < 48))
    return replace(start, reserves=((*rest, *kings[0]), *kings[1:]), stock=(), passes=3)


class TestSolve:
    @pytest.mark.parametrize("name", GAMES)
    def test_a_game_is_won_by_a_line_that_the_rules_accept(self, name: str) -> None:
        if name == "leap-year":  # its wins take more nodes than a test should
            name = "acquaintance:skip"
        position, line = first_win(name)
        assert wins(position, line)

    @pytest.mark.parametrize("name", GAMES)
    def test_a_game_can_be_solved_in_mid_game_with_any_option(self, name: str) -> None:
        rng = random.Random(7)
        for option in GAMES[name].choices:
            text = option.name if not option.values else f"{option.name}={option.values[0].replace('N', '2')}"
            position = deal(game(f"{name}:{text}"), 5)
            for _ in range(15):
                if moves := legal_moves(position):
                    position, _ = play(position, rng.choice(moves))
            solution = solve(position, Budget(nodes=2_000))
            assert wins(position, solution.line) == (solution.verdict is Verdict.WINNABLE)
            assert (solution.reason is None) == (solution.verdict is not Verdict.UNDECIDED)

    def test_a_won_position_needs_no_search(self) -> None:
        position, line = first_win("canfield")
        solution = solve(won_up_to(position, line, 0))
        assert (solution.verdict, solution.nodes, solution.line) == (Verdict.WINNABLE, 0, ())

    def test_a_stuck_position_is_lost_without_a_search(self) -> None:
        solution = solve(stuck())
        assert (solution.verdict, solution.nodes) == (Verdict.LOST, 0)

    def test_a_budget_of_nodes_gives_the_same_answer_in_several_threads(self) -> None:
        position = deal(game("czarina"), 3)
        alone = solve(position, Budget(nodes=5_000))
        answers: list[Any] = []
        threads = [
            threading.Thread(target=lambda: answers.append(solve(position, Budget(nodes=5_000)))) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [(a.verdict, a.nodes, a.line) for a in answers] == [(alone.verdict, alone.nodes, alone.line)] * 4

    def test_the_seconds_end_a_search(self) -> None:
        solution = solve(HARD, Budget(seconds=0.02))
        assert (solution.verdict, solution.reason) == (Verdict.UNDECIDED, "seconds")

    def test_a_search_can_be_cancelled_from_another_thread(self) -> None:
        cancel = Cancel()
        threading.Timer(0.05, cancel.cancel).start()
        solution = solve(HARD, Budget(), cancel)
        assert (solution.verdict, solution.reason) == (Verdict.UNDECIDED, "cancelled")

    def test_a_cancelled_handle_stops_later_searches_too(self) -> None:
        cancel = Cancel()
        cancel.cancel()
        assert solve(HARD, Budget(), cancel).reason == "cancelled"

    def test_a_wrong_line_is_a_loud_error_with_the_position(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = deal(game("canfield"), 2)
        claim = SearchResult(Verdict.WINNABLE, 1, (TURN,))
        monkeypatch.setattr(solving, "search", lambda *_: claim)
        with pytest.raises(InternalError) as caught:
            solve(position)
        document = str(caught.value).split("Position: ")[1].split(" Line: ")[0]
        assert position_from_json(json.loads(document)) == position

    def test_rules_that_no_family_knows_are_refused(self) -> None:
        with pytest.raises(UnsupportedGame, match="chessboard"):
            solve(deal(replace(game("chessboard"), decks=2), 1))


class TestLines:
    def test_a_detour_that_brings_back_a_position_is_cut(self) -> None:
        start, whole = first_win("chessboard")
        there, back, position, line = next(
            (move, Move(move.target, move.source), position, line)
            for position, line in ((won_up_to(start, whole, left), whole[-left:]) for left in range(1, len(whole)))
            for move in legal_moves(position)
            if move.target[0] == "T" and wins(position, (move, Move(move.target, move.source), *line))
        )
        assert shorten(position, (there, back, there, back, *line)) == shorten(position, line)

    def test_a_pass_that_changes_nothing_is_cut(self) -> None:
        """With any number of passes the count of passes makes no position new."""
        position, line = first_win("canfield")
        a_pass = (TURN,) * 13
        assert wins(position, a_pass + line)
        assert shorten(position, a_pass + line) == shorten(position, line)

    def test_a_card_turned_face_up_is_no_detour(self) -> None:
        """Guards against taking positions for equal that differ only in what lies face down."""
        position = deal(game("klondike"), 1)
        hidden = replace(position, face_down=(0, 0, 0, 0, 0, 0, 0))
        assert lie(position) != lie(hidden)
        for number in range(1, 40):
            solution = solve(deal(game("klondike"), number), Budget(nodes=3_000))
            assert wins(solution.position, solution.line) == (solution.verdict is Verdict.WINNABLE)

    def test_a_stop_on_the_way_is_dropped(self) -> None:
        """King and queen of clubs lie apart, all else is up; the queen need not go to a space first."""
        up = tuple(tuple(Card(4 * rank + suit) for rank in range(13)) for suit in range(4))
        queen, king = up[0][11:]
        position = Position(game("fortress"), (up[0][:11], *up[1:]), ((queen,), (king,), *[()] * 8))
        line = line_from_text("T1-T3 T3-F1 T2-F1")
        assert wins(position, line)
        assert shorten(position, line) == line_from_text("T1-F1 T2-F1")

    def test_turning_a_waste_over_is_not_progress(self) -> None:
        """With any number of passes a position never repeats if the passes are compared."""
        position = deal(game("canfield"), 1)
        assert lie(replace(position, passes=2)) == lie(position)
        limited = deal(game("canfield:passes=3"), 1)
        assert lie(replace(limited, passes=2)) != lie(limited)


class TestHint:
    def test_following_the_known_line_costs_no_search(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position, _ = first_win("fortress")
        answer = hint(position)
        monkeypatch.setattr(hinting, "solve", None)
        line = answer.line
        while not is_won(position):
            answer = hint(position, line)
            assert (answer.kind, answer.move) == ("move", line[0])
            position, line = play(position, line[0])[0], line[1:]

    def test_a_known_line_that_does_not_lead_from_here_is_ignored(self) -> None:
        position, line = first_win("fortress")
        answer = hint(position, line[3:])
        assert answer.kind == "move"
        assert wins(position, answer.line)

    def test_lost_is_said(self) -> None:
        rules = game("leap-year:one_deck")
        position = next(p for p in (deal(rules, n) for n in range(1, 30)) if not is_stuck(p))
        answer = hint(position)
        assert (answer.kind, answer.move) == ("lost", None)

    def test_stuck_is_said(self) -> None:
        assert hint(stuck()).kind == "stuck"

    @pytest.mark.parametrize("name", GAMES)
    def test_hints_without_a_proof_never_bring_a_position_back(self, name: str) -> None:
        """Behaviour 4: twenty hints, no position twice, and at the end that no progress is possible."""
        position = deal(GAMES[name], 4)
        seen: list[Position] = []
        for _ in range(20):
            answer = hint(position, (), Budget(nodes=1), seen)
            if answer.move is None:
                break
            seen.append(position)
            position, _ = play(position, answer.move)
            assert lie(position) not in set(map(lie, seen))

    def test_moves_that_can_only_be_undone_end_in_no_progress(self) -> None:
        """Behaviours 4 and 27: two spaces and single cards that can only go to and fro."""
        position = deal(game("chessboard:locked"), 1)
        seen: list[Position] = []
        for _ in range(2_000):
            move = fresh_move(position, seen)
            if move is None:
                break
            seen.append(position)
            position, _ = apply(position, move)
        assert move is None
        assert len(set(map(lie, seen))) == len(seen)

    @pytest.mark.parametrize("number", range(1, 11))
    def test_a_move_that_chooses_the_base_may_be_the_hint(self, number: int) -> None:
        """Behaviour 9: a fresh Chessboard has no base yet, and none of its cards is up."""
        position = deal(game("chessboard"), number)
        answer = hint(position, (), Budget(nodes=1))
        assert (answer.kind, answer.move and answer.move.target[0]) == ("unknown", "F")

    def test_where_only_the_stock_helps_it_is_named(self) -> None:
        """Behaviour 6."""
        rules = game("acquaintance")
        deals = (deal(rules, number) for number in range(1, 100))
        position = next(p for p in deals if not any(m.source[0] == "R" for m in legal_moves(p)))
        assert hint(position, (), Budget(nodes=1)).move == TURN


class TestFind:
    @pytest.mark.parametrize("name", ["czarina", "four-seasons", "canfield", "klondike", "chessboard", "acquaintance"])
    def test_what_it_finds_is_won_by_its_line(self, name: str) -> None:
        found = list(find(game(name), 2, rng=random.Random(5), each=FEW))
        assert len(found) == 2
        assert all(wins(deal(game(name), number), line) for number, line in found)

    def test_consecutive_numbers_leave_out_none_that_is_winnable(self) -> None:
        rules = game("fortress")
        known = [n for n in range(1, 21) if solve(deal(rules, n)).verdict is Verdict.WINNABLE]
        assert [found.number for found in find(rules, len(known), start=1, each=Budget())] == known

    @pytest.mark.parametrize("name", ["leap-year", "leap-year:skip", "leap-year:one_deck", "leap-year:skip:one_deck"])
    def test_in_leap_year_it_tries_promising_deals_and_finds_the_same_ones_everywhere(self, name: str) -> None:
        rules = game(name)
        look = look_of(rules)
        assert look.least is not None
        assert look.least_first is not None
        found = list(find(rules, 2, rng=random.Random(5)))
        assert found == list(find(rules, 2, rng=random.Random(5)))
        for number, line in found:
            assert wins(deal(rules, number), line)
            deck = shuffled_deck(number, rules.decks)
            assert outlook(rules, deck) >= look.least
            assert promising_deck(rules, number, look) == deck
            assert promising_deck(rules, number, replace(look, least=outlook(rules, deck) + 1)) is None

    @pytest.mark.parametrize("name", ["klondike:passes=1", "klondike:passes=2", "klondike:draw=1:passes=1"])
    def test_in_klondike_with_few_passes_it_soon_leaves_a_deal(self, name: str) -> None:
        """Most of the time went into deals that are not won in a second either."""
        rules = game(name)
        found = list(find(rules, 2, rng=random.Random(5)))
        assert found == list(find(rules, 2, rng=random.Random(5)))
        assert all(wins(deal(rules, number), line) for number, line in found)
        assert look_of(rules).each.seconds is None

    def test_the_first_row_and_the_whole_deck_must_both_look_promising(self) -> None:
        rules = game("leap-year:one_deck")
        numbers = range(100_000, 100_300)
        whole = {n for n in numbers if promising_deck(rules, n, Look(FEW, least=20)) is not None}
        first = {n for n in numbers if promising_deck(rules, n, Look(FEW, least_first=20)) is not None}
        assert 0 < len(first & whole) < min(len(first), len(whole))
        both = Look(FEW, least_first=20, least=20)
        assert {n for n in numbers if promising_deck(rules, n, both) is not None} == first & whole

    def test_high_cards_in_the_first_row_and_then_low_ones_look_promising(self) -> None:
        rules = game("leap-year:one_deck")
        low_first = sorted(shuffled_deck(1))
        kings_before = low_first[-4:] + low_first[:-4]
        assert outlook(rules, kings_before) > outlook(rules, low_first) > outlook(rules, low_first[::-1])

    @pytest.mark.parametrize("name", ["czarina", "leap-year"])
    @pytest.mark.parametrize("start", [1.5, "7", 0])
    def test_what_is_no_deal_number_is_refused_with_a_sentence(self, name: str, start: Any) -> None:
        with pytest.raises(ValueError, match="is not a deal number; use a whole number"):
            next(find(game(name), start=start))

    def test_no_time_finds_nothing(self) -> None:
        assert list(find(game("chessboard"), 3, 0.0)) == []

    def test_it_can_be_cancelled(self) -> None:
        cancel = Cancel()
        deals = find(game("chessboard"), 1000, cancel=cancel, each=FEW)
        next(deals)
        cancel.cancel()
        assert list(deals) == []


class TestCompile:
    def test_trying_out_calls_every_kernel(self) -> None:
        """Else a search would stop for seconds to compile, in the middle of its budget."""
        from numba.core.dispatcher import Dispatcher

        for name in families.FAMILIES:
            compile._try_out(name)
            for source in cache.KERNELS.glob(f"{name}*.py"):
                module = import_module(f"winnable.solver.kernels.{source.stem}")
                for kernel in vars(module).values():
                    if isinstance(kernel, Dispatcher) and kernel.py_func.__module__ == module.__name__:
                        assert kernel.signatures or kernel.stats.cache_path is None, (source.stem, kernel.py_func)

    def test_a_kernel_has_one_signature(self) -> None:
        """Two processes that compile different signatures at once could mix up their files (numba issue 10128)."""
        from numba.core.dispatcher import Dispatcher

        for name in families.FAMILIES:
            compile._try_out(name)
            for source in cache.KERNELS.glob(f"{name}*.py"):
                for kernel in vars(import_module(f"winnable.solver.kernels.{source.stem}")).values():
                    if isinstance(kernel, Dispatcher) and kernel.stats.cache_path is not None:
                        assert len(kernel.signatures) <= 1, (source.stem, kernel.py_func)

    def test_making_ready_is_remembered(self) -> None:
        compile.warm_up()
        said: list[tuple[str, int, int]] = []
        compile.warm_up(lambda *what: said.append(what))
        assert said[-1] == ("", len(families.FAMILIES), len(families.FAMILIES))
        assert compile.is_compiled()

    def test_a_changed_kernel_changes_the_folder_of_those_that_use_it(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """Numba alone would go on with the old code of a function from another file (its issue 2028)."""
        for source in cache.KERNELS.glob("*.py"):
            (tmp_path / source.name).write_bytes(source.read_bytes())
        monkeypatch.setattr(cache, "KERNELS", tmp_path)
        before = {name: cache.key(name) for name in families.FAMILIES}
        with (tmp_path / "canfield_moves.py").open("a") as file:
            file.write("# changed\n")
        after = {name: cache.key(name) for name in families.FAMILIES}
        assert {name for name in before if before[name] != after[name]} == {"canfield"}
        with (tmp_path / "jit.py").open("a") as file:
            file.write("# changed\n")
        assert all(cache.key(name) != after[name] for name in families.FAMILIES)

    def test_without_a_folder_that_can_be_written_kernels_still_compile(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setattr("platformdirs.user_cache_path", lambda _: tmp_path / "file" / "winnable")
        cache.folder.cache_clear()
        try:
            assert cache.folder("canfield") is None
            assert jit.kernel(_double)(21) == 42
        finally:
            cache.folder.cache_clear()

    def test_a_step_is_compiled_once_whatever_numbers_are_written_in_its_calls(self) -> None:
        """Numba compiled 38 steps again for each literal number: a fifth of the time that all kernels took."""
        from numba import njit

        step: Any = jit.inlined(lambda number, twice: 2 * number if twice else number)
        assert njit(lambda number: step(1, True) + step(2, False) + step(number, True))(10) == 24
        assert len(step.signatures) == 1

    def test_a_step_called_from_python_says_so(self) -> None:
        """It has no code for that, and the process would end there."""
        with pytest.raises(TypeError, match="step of a kernel"):
            jit.inlined(_double)(21)

    def test_folders_that_nobody_uses_are_removed(self, tmp_path: Path) -> None:
        old, mine, other = (tmp_path / f"kernels-{name}" for name in ("old", "mine", "other"))
        for place in (old, mine, other):
            place.mkdir()
        for place in (old, mine):
            os.utime(place, (0, 0))
        cache.remove_stale(tmp_path, mine)
        assert sorted(tmp_path.iterdir()) == [mine, other]

    def test_one_compiles_at_a_time(self, tmp_path: Path) -> None:
        got_it = threading.Event()
        order: list[str] = []

        def second() -> None:
            with cache.locked(tmp_path):
                order.append("second")
                got_it.set()

        with cache.locked(tmp_path):
            thread = threading.Thread(target=second)
            thread.start()
            got_it.wait(0.1)
            order.append("first")
        thread.join()
        assert order == ["first", "second"]


def _double(number: int) -> int:
    return 2 * number


class TestBench:
    def test_it_shows_a_table_and_the_same_signature_again(self, tmp_path: Path) -> None:
        shown: list[str] = []
        games = [game("canfield"), game("acquaintance")]
        numbers = range(1, 4)
        first = bench.run_bench(
            shown.append, games, numbers=numbers, seconds=0.05, results=tmp_path / "r", solvitaire=tmp_path / "s"
        )
        assert first == bench.run_bench(lambda _: None, games, numbers=numbers, seconds=0.01)
        assert f"Signature: {first}" in shown
        assert any("acquaintance" in line and "Solvitaire" in line for line in shown)
        (written,) = (tmp_path / "r").iterdir()
        document = json.loads(written.read_text())
        assert [result["game"] for result in document["games"]] == ["canfield", "acquaintance"]
        assert document["machine"]["cores"] == os.cpu_count()
        assert sorted(path.name for path in (tmp_path / "s" / "canfield").iterdir()) == [
            "1.json", "2.json", "3.json", "rules.json",
        ]  # fmt: skip

    def test_the_figures_of_a_game_add_up(self) -> None:
        result = bench.measure(game("fortress"), range(1, 11), 5.0)
        assert result.winnable + result.lost + result.undecided == 10
        assert result.settled[0] <= result.settled[1] <= result.settled[2] == result.winnable + result.lost
        assert min(result.nodes, result.moves_a_second, result.signature) > 0


def test_the_package_offers_the_solver_lazily() -> None:
    import winnable

    solution = winnable.solve(winnable.deal(winnable.game("fortress"), 1), winnable.Budget(nodes=20_000))
    assert solution.verdict is winnable.Verdict.LOST
    assert all(getattr(winnable, name) is not None for name in winnable.__all__)
    with pytest.raises(AttributeError):
        winnable.nothing  # noqa: B018


def test_line_text_of_a_solution_reads_back() -> None:
    position, line = first_win("canfield")
    assert wins(position, line_from_text(" ".join(map(str, line))))
