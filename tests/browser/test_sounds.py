"""Sounds: none before the player wants them, and each at its time. What would be heard is counted, not played."""

from collections.abc import Callable
from typing import Any

from table_page import TablePage

Open = Callable[..., TablePage]

# A page that counts the contexts it makes and the sounds it starts: noises by their length in ms, notes by their pitch.
_COUNTING = """() => {
  window.contexts = 0;
  window.heard = [];
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor(...given) { super(...given); window.contexts += 1; } };
  const begin = (kind, of) => {
    const real = kind.prototype.start;
    kind.prototype.start = function start(...given) { window.heard.push(of(this)); return real.apply(this, given); };
  };
  begin(window.AudioBufferSourceNode, (source) => Math.round(source.buffer.duration * 1000));
  begin(window.OscillatorNode, (source) => Math.round(source.frequency.value));
}"""


def opened(open_table: Open, sounds: bool) -> TablePage:
    """A page that is listened to."""
    table = open_table("canfield", number=61)
    table.page.evaluate("sounds => window.winnableTable.setting('sounds', sounds)", sounds)
    table.page.add_init_script(f"({_COUNTING})()")
    table.page.reload()
    table.ready()
    return table


def heard(table: TablePage) -> list[Any]:
    """What has sounded since it was asked last."""
    return list(table.page.evaluate("() => window.heard.splice(0)"))


def contexts(table: TablePage) -> int:
    """How many audio contexts the page has made."""
    return int(table.page.evaluate("() => window.contexts"))


def test_while_they_are_off_no_audio_context_is_made(open_table: Open) -> None:
    table = opened(open_table, sounds=False)
    table.press("s")
    table.press("u")
    assert (contexts(table), heard(table)) == (0, [])


def test_a_turn_a_card_and_a_refusal_sound_different(open_table: Open) -> None:
    table = opened(open_table, sounds=True)
    table.press("s")
    turned = heard(table)
    table.dragged(table.moves()[0])
    put = heard(table)
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'move', move: 'T1-T1' })")
    table.page.wait_for_function("() => window.heard.length")
    refused = heard(table)
    assert (turned, put, refused) == ([110], [60], [196, 147])
    assert contexts(table) == 1


def test_nothing_sounds_before_a_gesture(open_table: Open) -> None:
    table = opened(open_table, sounds=True)
    seq = table.seq
    table.page.evaluate("() => window.winnableTable.table.take({ do: 'turn' })")
    table.after(seq)
    assert (contexts(table), heard(table)) == (0, [])


def test_a_win_sounds_once(open_table: Open) -> None:
    table = opened(open_table, sounds=True)
    table.press("s")
    heard(table)
    won = """() => {
      const { table } = window.winnableTable;
      const answer = { ...table.answer, state: "won", moves: [], clicks: {} };
      for (let time = 0; time < 2; time += 1) table.tell("answered", { answer, step: { do: "look" }, events: [] });
    }"""
    table.page.evaluate(won)
    assert heard(table) == [523, 659, 784, 1047]


def test_switched_off_they_stop_at_once(open_table: Open) -> None:
    table = opened(open_table, sounds=True)
    table.press("s")
    assert heard(table)
    table.page.evaluate("() => window.winnableTable.setting('sounds', false)")
    table.press("s")
    assert heard(table) == []


def test_less_motion_is_not_less_sound(open_table: Open) -> None:
    table = open_table("canfield", number=62, reduced_motion="reduce")
    table.page.evaluate("() => window.winnableTable.setting('sounds', true)")
    table.page.evaluate(_COUNTING)
    table.press("s")
    assert heard(table) == [110]
