"""Faults that players met in other programs, made impossible here (behaviours 13, 24, 30, 39, 40, 46, 63, 64)."""

from collections.abc import Callable

import pytest
from table_page import TablePage, split

Open = Callable[..., TablePage]

ALL_RESERVES = [f"R{number}" for number in range(1, 9)]
_OVERLAPS = """() => {
  const { board } = window.winnableTable;
  return board.view.piles.filter((pile) => pile.group === "T").map((pile) => {
    const items = board.items.filter((item) => item.pile === pile.name).sort((a, b) => a.index - b.index);
    const boxes = items.map((item) => item.el.getBoundingClientRect());
    const steps = boxes.slice(1).map((box, order) => (box.top - boxes[order].top) / box.width);
    return {
      least: Math.min(...steps, 9), cards: boxes.length, width: boxes.length ? boxes[0].width : 99,
      bottom: Math.max(...boxes.map((box) => box.bottom), 0), right: Math.max(...boxes.map((box) => box.right), 0),
    };
  });
}"""
# Two piles of the view become 13 cards deep, taking cards from the last piles.
_DEEPEN = """() => {
  const { board } = window.winnableTable;
  const view = structuredClone(board.view);
  const tableau = view.piles.filter((pile) => pile.group === "T");
  const spare = tableau.slice(6).flatMap((pile) => pile.cards.splice(0));
  for (const pile of tableau.slice(2, 4)) while (pile.cards.length < 13) pile.cards.push(spare.pop());
  tableau[9].cards.push(...spare);
  board.show(view, [], false);
}"""


def test_undo_in_mid_motion(open_table: Open) -> None:
    """Behaviour 13: a move is running on the screen when it is undone."""
    table = open_table("klondike", number=5)
    table.speed("slow")
    before = table.answer["view"]
    for _ in range(3):
        seq = table.seq
        table.page.keyboard.press("s")
        table.page.wait_for_timeout(60)
        assert table.page.evaluate("() => document.getAnimations().length") > 0
        table.page.keyboard.press("u")
        table.after(seq + 1)
    assert table.answer["view"] == before
    assert table.disagreement() == []


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (390, 844), (1024, 600)])
def test_thirteen_cards_in_a_small_window(open_table: Open, size: tuple[int, int]) -> None:
    """Behaviour 30: each rank and suit stays visible: a card shows at least the strip that holds them."""
    table = open_table("chessboard", number=7, viewport={"width": size[0], "height": size[1]})
    table.page.evaluate(_DEEPEN)
    piles = table.page.evaluate(_OVERLAPS)
    assert max(pile["cards"] for pile in piles) == 13
    for pile in piles:
        assert pile["least"] >= 0.41
        assert pile["bottom"] <= size[1]
        assert pile["right"] <= size[0]
        assert pile["width"] >= 30


_WASTE = """() => {
  const { board } = window.winnableTable;
  const cards = board.itemsFrom("W", 0);
  const { w } = board.layout;
  return cards.slice(1).map((card, order) => [(card.x - cards[order].x) / w, (card.y - cards[order].y) / w]);
}"""


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 900), (1280, 800), (1024, 768), (360, 740), (740, 360)])
def test_each_card_of_the_waste_shows_its_suit(open_table: Open, size: tuple[int, int]) -> None:
    """On wide screens Klondike's waste was so narrow that a covered card lost half its suit."""
    table = open_table("klondike", number=3, viewport={"width": size[0], "height": size[1]})
    for _ in range(3):
        table.press("s")
    steps = table.page.evaluate(_WASTE)
    assert len(steps) == 2
    assert all(across >= 0.79 or down >= 0.41 for across, down in steps)


_FORM = """height => {
  const { board } = window.winnableTable;
  board.size = { width: 1280, height };
  board.show(board.view, []);
  return board.layout.form;
}"""


def test_a_little_less_height_does_not_rearrange_the_table(open_table: Open) -> None:
    """When the panel at the end of a game took some height, Canfield's piles all changed places."""
    table = open_table("canfield", number=8)
    forms = [table.page.evaluate(_FORM, height) for height in (724, 614, 200, 614)]
    assert forms == ["tall", "tall", "flat", "flat"]


def test_a_screen_that_is_turned_gets_the_form_that_suits_it(open_table: Open) -> None:
    """A table that came back from a large screen kept that one's form, and its cards were 32 px wide instead of 47."""
    phone, large = {"width": 360, "height": 740}, {"width": 800, "height": 1100}
    table = open_table("castles-end", number=5, viewport=phone)
    width = table.page.evaluate("() => window.winnableTable.board.layout.w")
    table.page.set_viewport_size(large)
    table.page.wait_for_function("old => window.winnableTable.board.layout.w > old", arg=width)
    table.page.set_viewport_size(phone)
    table.page.wait_for_function("() => window.winnableTable.board.size.width === 360")
    assert table.page.evaluate("() => window.winnableTable.board.layout.w") == width


_ALL_UP = """() => {
  const { board } = window.winnableTable;
  const view = structuredClone(board.view);
  const up = view.piles.find((pile) => pile.name === "F1");
  const events = [];
  for (const pile of view.piles.filter(({ name }) => ["T1", "T2", "T3", "T4"].includes(name))) {
    events.push({ kind: "move", source: pile.name, target: "F1", cards: [...pile.cards], count: 1 });
    up.cards.push(...pile.cards.splice(0));
  }
  board.show(view, events);
  const there = board.placeIn("F1", Infinity);
  return [...board.leaving].filter((item) => item.motion && item.x === there.x && item.y === there.y).length;
}"""


def test_every_card_is_seen_to_go_where_it_goes(open_table: Open) -> None:
    """Of many cards that went up at once most vanished on the spot, and a redeal was cut off by the server's answer."""
    table = open_table("four-seasons", number=3)
    table.speed("slow")
    assert table.page.evaluate(_ALL_UP) == 2  # of four that go up only the last two are still shown at the end
    table = open_table("canfield", number=7)
    for _ in range(12):
        table.press("s")
    table.speed("slow")
    table.press("s")
    assert table.page.evaluate("() => window.winnableTable.board.leaving.size") == 3
    assert table.disagreement() == []


_COUNTS = """() => [...document.querySelectorAll(".label-R")].map((label) => label.textContent)"""


def test_a_count_changes_when_its_card_arrives(open_table: Open) -> None:
    """All counts jumped ahead of the cards that were still on their way to the reserves."""
    table = open_table("quadrennial", number=7)
    for _ in range(2):
        table.press("s")
    table.speed("slow")
    table.page.keyboard.press("s")
    assert table.page.evaluate(_COUNTS) == ["3"] * 8
    table.page.wait_for_function("() => document.querySelector('.label-R').textContent === '4'", polling=20)
    assert table.page.evaluate(_COUNTS)[-1] == "3"
    assert table.disagreement() == []
    assert table.page.evaluate(_COUNTS) == ["4"] * 8


def test_a_slip_of_four_pixels_is_a_tap(open_table: Open) -> None:
    """Behaviour 63."""
    table = open_table("canfield", number=12)
    while not (taps := [pile for pile, counts in table.answer["clicks"].items() if pile != "S" and "1" in counts]):
        table.press("s")
    across, down = table.point(taps[0])
    seq = table.seq
    table.page.mouse.move(across, down)
    table.page.mouse.down()
    table.page.mouse.move(across + 3, down + 2.6)
    table.page.mouse.up()
    table.after(seq)


def test_a_double_click_plays_once(open_table: Open) -> None:
    """Behaviour 12: double click, then one undo: the position is equal to before."""
    table = open_table("canfield", number=12)
    while not (taps := [pile for pile, counts in table.answer["clicks"].items() if pile != "S" and "1" in counts]):
        table.press("s")
    before, seq = table.answer["view"], table.seq
    table.page.mouse.dblclick(*table.point(taps[0]))
    table.after(seq)
    table.page.wait_for_function("() => window.winnableTable.table.settled")
    assert table.seq == seq + 1
    table.press("u")
    assert table.answer["view"] == before
    assert table.disagreement() == []


def test_a_card_dropped_four_tenths_over_a_pile(open_table: Open) -> None:
    """Behaviour 64: it goes to the pile that takes it, though another lies nearer to the pointer."""
    table = open_table("four-seasons", number=3)
    move = next(move for move in table.moves() if move[0] == "T" and split(move)[1][0] == "T")
    source, target, _ = split(move)
    width = table.page.evaluate("() => window.winnableTable.board.layout.w")
    start, end = table.point(source), table.point(target)
    seq = table.seq
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    table.page.mouse.move(end[0] + width * 0.6, end[1], steps=3)
    table.page.mouse.up()
    table.after(seq)
    assert table.cards(source) == []


_LANDING = """() => {
  const { board } = window.winnableTable;
  const cards = board.items.filter((item) => item.el.classList.contains("landing")).map((item) => item.pile);
  const places = [...board.places.slots].filter(([, slot]) => slot.classList.contains("landing")).map(([name]) => name);
  return [...cards, ...places];
}"""


def test_escape_puts_a_dragged_card_back(open_table: Open) -> None:
    table = open_table("four-seasons", number=3)
    move = table.moves()[0]
    table.drag(move, release=False)
    assert table.page.locator(".target").count() > 0
    marked = table.page.evaluate(_LANDING)
    assert marked == [split(move)[1]]  # of all piles that would take it, the one that it lies over
    table.page.keyboard.press("Escape")
    assert table.page.evaluate(_LANDING) == []
    table.page.mouse.up()
    assert table.seq == 0
    assert table.disagreement() == []


def test_a_refused_drop_says_why(open_table: Open) -> None:
    """Behaviour 40: it slides back, and the message says what limits it."""
    table = open_table("czarina", number=3)
    legal = table.moves()
    piles = [f"T{number}" for number in range(1, 6)]
    refused = next(f"{a}-{b}" for a in piles for b in piles if a != b and f"{a}-{b}" not in legal)
    table.drag(refused)
    table.page.wait_for_selector("#toast:not([hidden])")
    assert len(str(table.page.text_content("#toast"))) > 10
    assert table.seq == 0
    assert table.disagreement() == []


def test_a_run_of_five_with_one_space(open_table: Open) -> None:
    """Behaviour 39: Chessboard, dragged onto a card that takes it."""
    table = open_table("chessboard", number=587)
    for move in ["T10-T6", "T10-T2", "T5-T2", "T3-T2", "T5-T3", "T5-T4", "T9-T7", "T5-T9", "T5-T2", "T9-T10x2"]:
        table.dragged(move)
    run = table.cards("T2")[-5:]
    table.dragged("T2-T9x5")
    assert table.cards("T9")[-5:] == run
    assert table.disagreement() == []


def test_a_run_without_a_space_is_refused_with_its_limit(open_table: Open) -> None:
    """Behaviour 40: the message says what limits it, and the cards slide back."""
    table = open_table("chessboard", number=11)
    table.dragged("T5-T1")
    before = table.answer["view"]
    table.drag("T1-T9x3")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert "too few spaces: only 1 card" in str(table.page.text_content("#toast"))
    assert table.answer["view"] == before
    assert table.disagreement() == []


def test_animation_off_moves_at_once(open_table: Open) -> None:
    """Behaviour 46: with the speed set to off nothing is ever in motion, not even a row dealt to eight reserves."""
    table = open_table("quadrennial", number=7)
    table.press("s")
    assert table.page.evaluate("() => document.getAnimations().length") == 0
    assert table.disagreement() == []


def test_reduced_motion_is_honoured(open_table: Open) -> None:
    table = open_table("quadrennial", number=7, reduced_motion="reduce")
    table.speed("slow")
    table.press("s")
    assert table.page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("redo", ["Control+y", "Control+Shift+z"])
def test_undo_and_redo_as_in_an_editor(open_table: Open, redo: str) -> None:
    table = open_table("canfield", number=12)
    before = table.answer["view"]
    table.press("s")
    after = table.answer["view"]
    table.press("Control+z")
    assert table.answer["view"] == before
    table.press(redo)
    assert table.answer["view"] == after


def test_a_run_that_is_picked_up_is_told_in_a_whole_sentence(open_table: Open) -> None:
    """A comma stood before the full stop: "13 cards, king to ace,. It can go to", as for a move that goes on."""
    table = open_table("chessboard", number=7)
    move = next(move for move in table.moves() if move[0] == move.split("-")[1][0] == "T")
    table.take(move)
    table.focus(move.split("-")[1])
    table.page.keyboard.press("+")
    table.page.keyboard.press("Enter")
    assert table.spoken().startswith("Picked up: 2 cards, ")
    assert ",." not in table.spoken()


def test_a_turn_of_three_names_each_card(open_table: Open) -> None:
    """It named the first and the last as if they were a run, "eight of hearts to jack of clubs,." for three cards."""
    table = open_table("klondike", number=5)
    table.press("s")
    assert table.spoken() == "Turned: eight of hearts, jack of hearts, jack of clubs."


def test_an_undo_tells_what_goes_back(open_table: Open) -> None:
    """It said "Undone" and no more: who does not see the table had to read all piles to know what was undone."""
    table = open_table("chessboard", number=5)
    table.take("T1-F1")
    table.press("u")
    assert table.spoken() == "Undone. Seven of clubs from foundation 1 to pile 1."


def test_changes_are_told_in_words(open_table: Open) -> None:
    """Behaviour 24: every change is told, in the player's language."""
    table = open_table("canfield", number=12)
    table.press("s")
    assert "Turned: " in table.spoken()
    table.press("u")
    assert table.spoken() == "Undone. What came from the stock is back there."
    table.page.keyboard.press("b")
    assert "The base rank is" in table.spoken()


def test_a_long_press_shows_the_whole_pile(open_table: Open) -> None:
    """Letting go after the press must not close what the press opened."""
    table = open_table("quadrennial", number=7, viewport={"width": 390, "height": 844}, has_touch=True)
    table.press("s")
    across, down = table.point("R2")
    touch = table.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": across, "y": down}]})
    table.page.wait_for_selector("#peek[open]")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.press_nothing()
    assert table.page.locator("#peek[open] li").count() == 2
    table.page.click("#peek [data-close]")
    assert table.page.locator("#peek[open]").count() == 0
    assert table.seq == 1


@pytest.mark.parametrize("name", ["keys", "rules"])
def test_a_long_dialog_opens_at_its_top(open_table: Open, name: str) -> None:
    """The focus went to the button at its end, and a phone showed the end."""
    table = open_table("canfield", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    for _ in range(2):
        table.page.evaluate("name => document.querySelector(`[data-command=${name}]`).click()", name)
        table.page.wait_for_selector(f"#{name}[open] {'h1' if name == 'rules' else 'dl'}")
        dialog = table.page.locator(f"#{name}")
        assert dialog.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight && dialog.scrollTop === 0")
        assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
        table.page.keyboard.press("Escape")
        assert not dialog.is_visible()


def test_stuck_without_a_stock_speaks_of_no_turn(open_table: Open) -> None:
    """A game without a stock once said that no turn brings up a card."""
    table = open_table("chessboard", number=7)
    for move in ("T4-F3", "T7-T8", "T1-T2"):
        table.take(move)
    assert table.state == "stuck"
    assert table.page.text_content("#ending p") == "No card can move."


def test_an_empty_reserve_says_why(open_table: Open) -> None:
    """Behaviour 31: it stays empty until the redeal, and its pile says so."""
    table = open_table("quadrennial", number=7)
    while not (empty := [pile for pile in ALL_RESERVES if not table.cards(pile)]):
        move = next((one for one in table.moves() if one[0] == "R"), None)
        table.press("s") if move is None else table.dragged(move)
    pile = empty[0]
    note = next(one["note"] for one in table.answer["view"]["piles"] if one["name"] == pile)
    assert note
    label = table.page.get_attribute(f"button.pile[data-pile={pile}]", "aria-label")
    assert note in str(label)
