"""What the table costs the browser, counted and not timed; ``scripts/measure_table.py`` measures the time."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from table_page import TablePage

from server_processes import Server

Open = Callable[..., TablePage]

# Which elements of the board are changed from now on, as "card 7H", "slot T1", "label S", "pile T1" for a button.
_WATCH = """() => {
  const { board } = window.winnableTable;
  window.touched = [];
  const name = (node) => {
    const part = (node.nodeType === 1 ? node : node.parentElement).closest(".card, .slot, .label, .pile, .board");
    const item = board.items.find((one) => one.el === part);
    return item ? `card ${item.text}` : `${part.classList[0]} ${part.dataset.pile}`;
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      window.touched.push(...(addedNodes.length ? [...addedNodes] : [target]).map(name));
    }
  }).observe(board.root, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
_TOUCHED = "() => [...new Set(window.touched.splice(0))].sort()"
# Counts what would make the browser lay out the page in the middle of a script.
_COUNT_LAYOUTS = """() => {
  window.layouts = [];
  const watch = (owner, name) => {
    const old = owner[name];
    owner[name] = function (...rest) { window.layouts.push(name); return old.apply(this, rest); };
  };
  watch(Element.prototype, "getBoundingClientRect");
  watch(window, "getComputedStyle");
  const sizes = [[Element, "clientWidth"], [Element, "clientHeight"], [HTMLElement, "offsetWidth"]];
  for (const [{ prototype }, name] of sizes) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { get() { window.layouts.push(name); return get.call(this); } });
  }
}"""
_RUN_OF_THIRTEEN = Path(__file__).with_name("run_of_thirteen.js").read_text("utf-8")


def touched(table: TablePage) -> set[str]:
    """The elements of the board that were changed since the last time."""
    table.press_nothing()
    return set(table.page.evaluate(_TOUCHED))


def test_a_move_changes_its_own_cards_and_piles_only(open_table: Open) -> None:
    """Every card was put to its place anew at each step, and each label and button written again."""
    table = open_table("chessboard", number=7)
    table.page.evaluate(_WATCH)
    table.take("T7-T8")
    changed = touched(table)
    card = table.cards("T8")[-1]
    assert {one for one in changed if one.startswith("card")} == {f"card {card}"}
    assert changed - {f"card {card}"} <= {"pile T7", "pile T8"}


def test_a_turn_draws_no_more_than_the_cards_it_brings(open_table: Open) -> None:
    table = open_table("quadrennial", number=7)
    table.press("s")
    table.page.evaluate(_WATCH)
    table.press("s")
    cards = {one for one in touched(table) if one.startswith("card")}
    dealt = {f"card {table.cards(f'R{number}')[-1]}" for number in range(1, 9)}
    assert dealt <= cards
    assert cards - dealt <= {"card null"}  # the stock's back


def test_the_first_frame_of_a_turn_has_one_card_more(open_table: Open) -> None:
    """All eight came at once, and on a slow processor nothing was seen of the turn for a tenth of a second."""
    table = open_table("quadrennial", number=7)
    table.press("s")
    table.speed("normal")
    more = table.page.evaluate("""() => {
      const shown = () => document.querySelectorAll(".card").length;
      const before = shown();
      window.winnableTable.table.take({ do: "turn" });
      return shown() - before;
    }""")
    assert more == 1
    assert table.disagreement() == []


def test_deep_reserves_make_way_one_after_another(open_table: Open) -> None:
    """On a phone each reserve shows its last cards only: all of them moved at once when each was given one more."""
    table = open_table("quadrennial", number=7, viewport={"width": 360, "height": 740})
    for _ in range(6):
        table.press("s")
    table.speed("normal")
    moving = table.page.evaluate("""() => {
      window.winnableTable.table.take({ do: "turn" });
      const { items } = window.winnableTable.board;
      return [...new Set(items.filter((item) => item.motion?.animation).map((item) => item.pile))];
    }""")
    assert moving == ["R1"]
    assert table.disagreement() == []


def test_a_step_asks_for_no_layout(open_table: Open) -> None:
    """Asking for a size after a change makes the browser lay out the page at once, once for each question."""
    table = open_table("czarina", number=7)
    table.page.evaluate(_COUNT_LAYOUTS)
    for key in ("s", "s", "u", "r"):
        table.press(key)
    assert table.page.evaluate("() => window.layouts") == []


def test_the_faces_are_read_once(open_table: Open) -> None:
    """A face that pointed into the sprite's file made the browser read and parse the file again for new cards."""
    table = open_table("czarina", number=7)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.page.reload()
    table.ready()
    for key in ("s", "s", "u"):
        table.press(key)
    assert sum("/cards." in url and url.endswith(".svg") for url in asked) == 1


def test_dragging_thirteen_cards_changes_only_these(open_table: Open) -> None:
    """They get layers of their own while they are carried, so that a step of the drag draws nothing anew."""
    table = open_table("chessboard", number=7)
    table.page.evaluate(_RUN_OF_THIRTEEN)
    across, down = table.point("T1", 13)
    table.page.mouse.move(across, down)
    table.page.mouse.down()
    table.page.mouse.move(across + 60, down + 30)
    carried = table.page.locator(".card.carried")
    assert carried.count() == 13
    table.page.evaluate(_WATCH)
    table.page.mouse.move(across + 160, down + 60, steps=8)
    assert touched(table) == {f"card {rank}S" for rank in "KQJT98765432A"}
    layers = "cards => cards.map((card) => getComputedStyle(card).willChange)"
    assert set(carried.evaluate_all(layers)) == {"transform"}
    table.page.keyboard.press("Escape")
    table.page.mouse.up()
    assert carried.count() == 0


def test_first_load_is_small(browser: Any, server: Server) -> None:
    """All that a first visit to a table loads, compressed as it is sent, rich faces and API calls included."""
    context = browser.new_context()
    page = context.new_page()
    loaded: dict[str, float] = {}
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: loaded.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(f"{server.url}/play/czarina/7/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_load_state("networkidle")
    context.close()
    assert len(loaded) > 20
    assert 0 < sum(loaded.values()) < 150_000
