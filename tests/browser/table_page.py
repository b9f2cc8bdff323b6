"""A table page as a player uses it, and as a test looks into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LINES = Path(__file__).with_name("winning_lines.txt").read_text("utf-8").splitlines()
# Before a page's own scripts run; a page that has settings keeps them.
_STILL = """if (location.protocol === "http:" && !localStorage.getItem("winnable.settings")) {
  localStorage.setItem("winnable.settings", JSON.stringify({ speed: "off" }));
}"""
# Refusals; and what the browser says of a server that is away, or was killed before it answered or in mid-answer.
_EXPECTED = (
    "status of 422",
    "status of 409",
    "ERR_CONNECTION",
    "ERR_FAILED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
)
# What the page's own objects say: the answer, the view, and where each card is seen.
_STATE = "() => window.winnableTable.table.answer"
_VIEW = "() => window.winnableTable.board.view"
_SETTLED = "seq => window.winnableTable.table.settled && window.winnableTable.table.answer.seq > seq"
_AT_REST = """() => document.getAnimations().length === 0 && window.winnableTable.board.leaving.size === 0
  && window.winnableTable.board.items.every((item) => !item.motion) && document.querySelectorAll(".card").length > 0"""
_DISAGREE = """() => {
  const { board, table } = window.winnableTable;
  const origin = board.root.getBoundingClientRect();
  const wrong = [];
  for (const pile of table.answer.view.piles) {
    for (const item of board.items.filter((one) => one.pile === pile.name)) {
      const box = item.el.getBoundingClientRect();
      const home = board.placeIn(pile.name, item.index);
      const text = pile.group === "S" || item.index < pile.hidden ? null : pile.cards[item.index - pile.hidden];
      const there = Math.hypot(box.left - origin.left - home.x, box.top - origin.top - home.y) < 1;
      if (!there || item.text !== text) wrong.push([pile.name, item.index, item.text, text]);
      const { w } = board.layout;
      if (Math.abs(box.width - w) > 1) wrong.push([pile.name, item.index, "width", box.width, w]);
    }
    const top = board.items.filter((one) => one.pile === pile.name).length;
    if (!top !== !(pile.hidden + pile.cards.length)) wrong.push([pile.name, "cards shown", top]);
  }
  for (const button of document.querySelectorAll("button.pile")) {
    const [left, home] = [button.getBoundingClientRect().left - origin.left, board.extent(button.dataset.pile).left];
    if (Math.abs(left - home) > 1) wrong.push([button.dataset.pile, "button", left, home]);
  }
  const drawn = document.querySelectorAll(".card").length;
  if (drawn !== board.items.length) wrong.push(["cards drawn", drawn, board.items.length]);
  return wrong;
}"""
# The browser says that it intercepts before an open page's requests do pass through there.
_INTERCEPTED = """async () => {
  const asked = () => fetch("/worker.js?intercepted", { cache: "no-store" }).then((response) => response.text());
  while ((await asked()) !== "intercepted");
}"""
_POINT = """([name, count]) => {
  const { board } = window.winnableTable;
  const origin = board.root.getBoundingClientRect();
  const pile = board.view.piles.find((one) => one.name === name);
  const place = board.placeIn(name, count ? pile.hidden + pile.cards.length - count : Infinity);
  const across = origin.left + place.x + board.layout.w / 2;
  const down = origin.top + place.y + (count > 1 ? board.layout.w * 0.2 : board.layout.h / 2);
  return [across, down];
}"""


class TablePage:
    """One browser page with a game on it."""

    def __init__(self, browser: Any, url: str, context: dict[str, Any]) -> None:
        size = {"width": 1280, "height": 800}
        # A service worker's requests would pass by the tests that intercept some; test_offline.py allows it.
        options: dict[str, Any] = {"viewport": size, "locale": "en-GB", "service_workers": "block", **context}
        self.url = url
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(text in message.text for text in _EXPECTED):
            self.errors.append(message.text)

    def still(self) -> None:
        """Show no animation from the next page on."""
        self.page.add_init_script(_STILL)

    def open(self, game: str, number: int) -> None:
        """Open a deal, without animation."""
        self.still()
        self.page.goto(f"{self.url}/play/{game}/{number}/")
        self.ready()

    def ready(self) -> None:
        """Wait until the table can be played."""
        self.page.wait_for_selector("body[data-ready]", timeout=40000)

    def intercept(self, path: str, handler: Any, times: int | None = None) -> None:
        """Let a function answer what the open page asks from now on: not one request more reaches the server."""
        self.page.route(path, handler, times=times)
        self.page.route("**/worker.js?intercepted", lambda route: route.fulfill(body="intercepted"))
        self.page.evaluate(_INTERCEPTED)
        self.page.unroute("**/worker.js?intercepted")

    def close(self) -> None:
        """Leave."""
        self.context.close()

    @property
    def answer(self) -> dict[str, Any]:
        """The server's last answer."""
        return dict(self.page.evaluate(_STATE))

    @property
    def seq(self) -> int:
        """How many steps the server has stored."""
        return int(self.page.evaluate(f"{_STATE}.seq"))

    @property
    def state(self) -> str:
        """Whether the game is being played, won, stuck or given up."""
        return str(self.page.evaluate(f"{_STATE}.state"))

    def click_of(self, pile: str) -> str | None:
        """The move that a click on a pile's last card plays."""
        clicks = self.page.evaluate(f"{_STATE}.clicks")
        return dict(clicks.get(pile, {})).get("1")

    def cards(self, name: str) -> list[str]:
        """The face-up cards of a pile as shown."""
        piles = self.page.evaluate(_VIEW)["piles"]
        return list(next(pile["cards"] for pile in piles if pile["name"] == name))

    def moves(self) -> list[str]:
        """Every legal move, the turn left out."""
        return [foretold["move"] for foretold in self.answer["moves"] if foretold["move"] != "S"]

    def speed(self, speed: str) -> None:
        """Set the speed of animation."""
        self.page.evaluate("speed => window.winnableTable.setting('speed', speed)", speed)

    def point(self, name: str, count: int = 0) -> tuple[float, float]:
        """Where to touch a pile's last card, or the first of its last ``count`` cards, in px of the window."""
        across, down = self.page.evaluate(_POINT, [name, count])
        return float(across), float(down)

    def after(self, seq: int) -> None:
        """Wait until a step after ``seq`` has been answered."""
        self.page.wait_for_function(_SETTLED, arg=seq, timeout=40000)

    def disagreement(self) -> list[Any]:
        """Where screen and game differ, once everything has come to rest."""
        self.page.wait_for_function(_AT_REST, timeout=30000)
        return list(self.page.evaluate(_DISAGREE))

    def click(self, name: str) -> None:
        """Click a pile's last card and wait for the answer."""
        seq = self.seq
        self.page.mouse.click(*self.point(name))
        self.after(seq)

    def press(self, key: str) -> None:
        """Press a key and wait for the answer."""
        seq = self.seq
        self.page.keyboard.press(key)
        self.after(seq)

    def take(self, *moves: str) -> None:
        """Play moves without hands, and wait for each answer."""
        for move in moves:
            seq = self.seq
            self.page.evaluate("move => window.winnableTable.table.take({ do: 'move', move })", move)
            self.after(seq)

    def skip(self, *moves: str) -> None:
        """Let the server play moves without the page, and show where they have led."""
        table = self.answer
        [token] = [cookie["value"] for cookie in self.context.cookies() if cookie["name"] == "csrftoken"]
        for seq, move in enumerate(moves, table["seq"]):
            step = {"after": seq, "key": f"skip{seq}", "do": "move", "move": move}
            address = f"{self.url}/api/tables/{table['id']}/steps"
            assert self.page.request.post(address, data=step, headers={"X-CSRFToken": token}).ok
        self.page.reload()
        self.ready()

    def drag(self, move: str, release: bool = True) -> None:
        """Drag a move's cards with the mouse."""
        source, target, count = split(move)
        start, end = self.point(source, count), self.point(target)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        top = self.point(source, count)
        self.page.mouse.move(end[0] + start[0] - top[0], end[1] + start[1] - top[1], steps=2)
        if release:
            self.page.mouse.up()

    def dragged(self, move: str) -> None:
        """Drag a legal move and wait for the answer."""
        seq = self.seq
        self.drag(move)
        self.after(seq)

    def finger(self, *path: tuple[float, float]) -> None:
        """Lay a finger down, draw it along a path and lift it; places in px of the window."""
        touch = self.context.new_cdp_session(self.page)
        for kind, places in [("Start", path[:1]), *(("Move", [place]) for place in path[1:]), ("End", ())]:
            points = [{"x": x, "y": y} for x, y in places]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        touch.detach()

    def touch_drag(self, move: str) -> None:
        """Drag a move's cards with a finger and wait for the answer."""
        seq = self.seq
        source, target, count = split(move)
        (x1, y1), (x2, y2) = self.point(source, count), self.point(target)
        self.finger((x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2))
        self.after(seq)

    def tap(self, name: str) -> None:
        """Tap a pile's last card with a finger and wait for the answer."""
        seq = self.seq
        self.page.touchscreen.tap(*self.point(name))
        self.after(seq)

    def press_nothing(self) -> None:
        """Let the page handle all input that was sent to it."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")

    def focus(self, name: str) -> None:
        """Put the keyboard focus on a pile."""
        self.page.evaluate("name => document.querySelector(`button.pile[data-pile=${name}]`).focus()", name)

    def spoken(self) -> str:
        """What screen readers were told last."""
        return str(self.page.text_content("#spoken"))

    def by_keyboard(self, move: str) -> None:
        """Pick up and put down by keyboard, and wait for the answer."""
        seq = self.seq
        source, target, count = split(move)
        self.focus(source)
        for _ in range(count - 1):
            self.page.keyboard.press("+")
        self.page.keyboard.press("Enter")
        self.focus(target)
        self.page.keyboard.press("Enter")
        self.after(seq)


@contextmanager
def without_errors() -> Iterator[list[TablePage]]:
    """A list for pages. At the end they are closed, and none may have reported an error."""
    pages: list[TablePage] = []
    yield pages
    for page in pages:
        page.close()
    errors = [error for page in pages for error in page.errors]
    assert not errors, errors  # pytest itself shows nothing of an assertion in a module like this


def winning_line(game: str) -> tuple[int, list[str]]:
    """A deal number and the moves that win it."""
    words = next(line.split() for line in LINES if line.startswith(f"{game} "))
    return int(words[1]), words[2:]


def split(move: str) -> tuple[str, str, int]:
    """Source, target and count of a move's text."""
    source, rest = move.split("-")
    target, _, count = rest.partition("x")
    return source, target, int(count or 1)
