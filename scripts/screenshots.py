"""Takes a picture of every game's table on each kind of screen, in each theme and language, and sheets of them.

    python scripts/screenshots.py http://127.0.0.1:8000 pictures --moves 20

The deal is the same everywhere, and so are the random moves played first. Look at the sheets by eye; ``--grey`` takes
the colours away, to see whether suits can still be told apart.
"""

import argparse
import base64
import itertools
import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from winnable.games import GAMES

SCREENS = {"desktop": (1280, 800), "upright": (360, 740), "small": (320, 640), "across": (740, 360)}
THEMES = ("light", "dark", "contrast")
LANGUAGES = ("en", "de")
SHEET = 1900  # px across


def play(page: Any, number: int, moves: int) -> None:
    """Play so many random moves, always the same for a deal; a won or stuck game ends early."""
    dice = random.Random(number)
    for _ in range(moves):
        answer = page.evaluate("() => window.winnableTable.table.answer")
        if not answer["moves"]:
            break
        move = dice.choice([foretold["move"] for foretold in answer["moves"]])
        page.evaluate("move => window.winnableTable.table.take({ do: 'move', move })", move)
        page.wait_for_function(
            "seq => window.winnableTable.table.settled && window.winnableTable.table.answer.seq > seq",
            arg=answer["seq"],
        )


def take(browser: Any, wanted: argparse.Namespace, screen: str, theme: str, language: str) -> list[Path]:
    """Take the pictures of all games in one manner. Answers their files."""
    width, height = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height}, locale=language, device_scale_factor=2)
    settings = json.dumps({"theme": theme, "speed": "off", "deck": wanted.deck, "hand": wanted.hand})
    page.goto(wanted.url)
    page.evaluate("settings => localStorage.setItem('winnable.settings', settings)", settings)
    files = []
    for game in wanted.games:
        page.goto(f"{wanted.url}/play/{game}/{wanted.number}/")
        page.wait_for_selector("body[data-ready]")
        play(page, wanted.number, wanted.moves)
        if wanted.grey:
            page.evaluate("() => { document.documentElement.style.filter = 'grayscale(1)'; }")
        files.append(wanted.out / f"{game}-{screen}-{theme}-{language}.png")
        page.screenshot(path=files[-1])
    page.close()
    return files


def sheet(browser: Any, files: list[Path], path: Path, width: int) -> None:
    """Put pictures beside each other on one sheet."""
    page = browser.new_page(viewport={"width": SHEET, "height": 100})
    pictures = [base64.b64encode(file.read_bytes()).decode() for file in files]
    page.set_content(
        "".join(f'<img width="{width}" style="margin:2px" src="data:image/png;base64,{one}">' for one in pictures)
    )
    page.screenshot(path=path, full_page=True)
    page.close()


def main() -> int:
    """Read the arguments, take the pictures, lay out the sheets."""
    parser = argparse.ArgumentParser(description="Takes a picture of every table in every manner.")
    parser.add_argument("url")
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--screens", nargs="*", default=list(SCREENS), choices=SCREENS)
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--number", type=int, default=7, help="of the deal")
    parser.add_argument("--moves", type=int, default=0, help="random moves to play first")
    parser.add_argument("--deck", default="two", choices=("two", "four"))
    parser.add_argument("--hand", default="right", choices=("right", "left"))
    parser.add_argument("--grey", action="store_true")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    manners = itertools.product(wanted.screens, wanted.themes, wanted.languages)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for screen, theme, language in manners:
            files = take(chromium, wanted, screen, theme, language)
            across = 5 if screen in ("upright", "small") else 3
            sheet(chromium, files, wanted.out / f"sheet-{screen}-{theme}-{language}.png", SHEET // across - 8)
            print(f"{screen}, {theme}, {language}: {len(files)} pictures")
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
