"""Measures the table in the browser: first load, key to paint, long tasks, and frames while dragging 13 cards.

    python scripts/measure_table.py http://127.0.0.1:8000

Run it on a quiet machine: whatever else runs is measured too. Each figure is printed as a row for ``bench/results``.
``cpu`` is what the page's main thread works from a key to its frame, by that thread's clock: it can be compared even
where the machine is busy.
"""

import argparse
import itertools
import json
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True},
}
KEYS = ("s", "s", "u")  # two turns and an undo, again and again
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"
REST = 900  # ms between keys: motions have ended then

_WATCH = """() => {
  window.measured = { paints: [], tasks: [] };
  const { paints, tasks } = window.measured;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "keydown") paints.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  }).observe({ type: "longtask" });
}"""
_RUN_OF_THIRTEEN = Path(__file__).parents[1].joinpath("tests/browser/run_of_thirteen.js").read_text("utf-8")
_TIME_FRAMES = """() => {
  const { board } = window.winnableTable;
  const at = board.placeIn("T1", 0);
  const box = board.root.getBoundingClientRect();
  window.frames13 = [];
  const step = (time) => { window.frames13.push(time); requestAnimationFrame(step); };
  requestAnimationFrame(step);
  return [box.left + at.x + 10, box.top + at.y + 10];
}"""


def open_game(browser: Any, url: str, game: str, screen: str) -> Any:
    """A page with a deal of a game on it, as a first visit opens it."""
    page = browser.new_context(**SCREENS[screen]).new_page()
    page.goto(f"{url}/play/{game}/7/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_timeout(500)
    return page


@contextmanager
def throttled(page: Any, rate: float) -> Iterator[None]:
    """A processor that is slower by a factor, as a cheap phone's is."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def first_load(browser: Any, url: str, game: str) -> int:
    """How many bytes a first visit to a table loads, as they are sent."""
    context = browser.new_context()
    page = context.new_page()
    sizes: list[float] = []
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{url}/play/{game}/7/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_load_state("networkidle")
    context.close()
    return round(sum(sizes))


def press_keys(page: Any, count: int) -> None:
    """Play by keys, with a rest after each."""
    for order in range(count):
        page.keyboard.press(KEYS[order % len(KEYS)])
        page.wait_for_timeout(REST)


def key_to_paint(page: Any, rate: float, count: int) -> dict[str, list[float]]:
    """How long a key takes until it is seen, and the tasks over 50 ms, both in ms. Closes the page."""
    press_keys(page, len(KEYS))  # the first ones find cold code
    page.evaluate(_WATCH)
    with throttled(page, rate):
        press_keys(page, count)
    measured = page.evaluate("() => window.measured")
    page.context.close()
    return dict(measured)


def main_thread(page: Any, count: int) -> list[float]:
    """The main thread's own work from a key to the frame that shows it, in ms of its clock. Closes the page."""
    press_keys(page, len(KEYS))
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda event: ended.append(event["dataLossOccurred"]))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    press_keys(page, count)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    page.context.close()
    return work_of_keys(events)


def work_of_keys(events: list[dict[str, Any]]) -> list[float]:
    """For each key of a trace what its thread did from then to the next commit, ms."""
    spans = sorted((event for event in events if event.get("ph") == "X"), key=lambda event: event["ts"])
    keys = [span for span in spans if span["name"] == "EventDispatch" and span["args"]["data"]["type"] == "keydown"]
    parts = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
    work = []
    for key in keys:
        total = key["tdur"]
        for span in spans:
            if span["tid"] != key["tid"] or span["pid"] != key["pid"] or span["ts"] < key["ts"] + key["dur"]:
                continue
            total += span["tdur"] if span["name"] in parts else 0
            if span["name"] == "Commit":
                break
        work.append(total / 1000)
    return work


def frames_of_a_drag(page: Any, rate: float, seconds: float) -> list[float]:
    """The times between frames while 13 cards are dragged about, in ms. Closes the page."""
    page.evaluate(_RUN_OF_THIRTEEN)
    x, y = page.evaluate(_TIME_FRAMES)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.wait_for_timeout(300)
    with throttled(page, rate):
        page.evaluate("() => { window.frames13.length = 0; }")
        for step in range(int(seconds * 60)):
            page.mouse.move(x + 20 + step % 200 * 4, y + 20 + step % 100)
            page.wait_for_timeout(12)
        times = page.evaluate("() => window.frames13")
    page.context.close()
    return [after - before for before, after in itertools.pairwise(times)]


def row(what: str, figures: list[float], unit: str) -> None:
    """Print median and worst of some figures."""
    if figures:
        print(f"| {what} | median {statistics.median(figures):.0f} {unit}, worst {max(figures):.0f} {unit} |")
    else:
        print(f"| {what} | none |")


def main() -> int:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description="Measures the table in the browser.")
    parser.add_argument("url", type=lambda url: url.rstrip("/"))
    parser.add_argument("--games", nargs="*", default=["czarina", "quadrennial"])
    parser.add_argument("--keys", type=int, default=18, help="pressed for each figure")
    parser.add_argument("--rate", type=float, default=4, help="how much slower than this machine")
    wanted = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("| what | figure |\n|---|---|")
        for game in wanted.games:
            print(f"| first load, {game} | {first_load(chromium, wanted.url, game) / 1000:.0f} kB |")
            for screen in SCREENS:
                page = open_game(chromium, wanted.url, game, screen)
                row(f"cpu from key to frame, {game}, {screen}", main_thread(page, wanted.keys), "ms")
            for screen, rate in itertools.product(SCREENS, (1, wanted.rate)):
                where = f"{game}, {screen}, {rate:g}× slower"
                measured = key_to_paint(open_game(chromium, wanted.url, game, screen), rate, wanted.keys)
                row(f"key to paint, {where}", measured["paints"], "ms")
                print(f"| tasks over 50 ms, {where} | {json.dumps([round(one) for one in measured['tasks']])} |")
        for rate in (1, wanted.rate):
            frames = frames_of_a_drag(open_game(chromium, wanted.url, "chessboard", "desktop"), rate, 3)
            late = sum(frame > 25 for frame in frames)  # one and a half frames of 60 a second
            print(
                f"| 13 cards dragged, {rate:g}× slower | {1000 * len(frames) / sum(frames):.0f} frames/s, "
                f"{late} of {len(frames)} late, worst {max(frames):.0f} ms |"
            )
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
