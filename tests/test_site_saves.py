"""Saves that someone has written by hand: opened, or refused in one sentence, whatever stands in them."""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_support import Guest

TEXTS = st.one_of(
    st.text(st.characters(), max_size=20),
    st.sampled_from(
        ["\x00", "\ud800", "<script>alert(1)</script>", "../../etc/passwd", "S", "T1-F1", "-", "canfield:"]
    ),
)
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), TEXTS, st.sampled_from([2**63, 10**20, -1, 10**400])
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(TEXTS, inner, max_size=5)),
    max_leaves=9,
)
KEYS = ("version", "game", "options", "number", "past", "future", "undos", "hints", "given_up")


@st.composite
def changes(draw: st.DrawFn) -> dict[str, Any]:
    """Other values for some keys of a save, or for a key that it has not."""
    keys = st.one_of(st.sampled_from(KEYS), TEXTS)
    return {draw(keys): draw(ANYTHING) for _ in range(draw(st.integers(1, 3)))}


@pytest.fixture(scope="module")
def guests() -> list[Guest]:
    """One of each language, the first with a game to save."""
    return [Guest("en"), Guest("de")]


@pytest.fixture(scope="module")
def good(guests: list[Guest]) -> Any:
    """A save that opens."""
    table = guests[0].play(guests[0].deal("canfield", 17), "S", "S")
    return guests[0].stored(table)


SETTINGS = settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
SAID = ("This save can't be opened: ", "Dieser Spielstand lässt sich nicht öffnen: ")


@SETTINGS
@given(changed=changes())
def test_a_changed_save_opens_or_is_refused_in_a_sentence(guests: list[Guest], good: Any, changed: Any) -> None:
    for guest, said in zip(guests, SAID, strict=True):
        answer = guest.call("POST", "/api/saves", {**copy.deepcopy(good), **changed})
        assert answer.status in (201, 400, 422)
        if answer.status == 422:
            assert answer.json["code"] in ("broken save", "malformed")
            assert answer.json["code"] == "malformed" or answer.json["message"].startswith(said)


@SETTINGS
@given(document=ANYTHING)
def test_anything_but_a_save_is_refused(guests: list[Guest], document: Any) -> None:
    assert guests[0].call("POST", "/api/saves", document).status in (400, 422)


@pytest.mark.parametrize("text", ["\x00", "<script>alert(1)</script>", "../../etc/passwd"])
def test_a_name_that_is_none_comes_back_in_no_page(guests: list[Guest], text: str) -> None:
    answer = guests[0].call("POST", "/api/tables", {"game": text, "number": 1})
    assert (answer.status, answer.json["code"]) == (422, "unknown game")
    assert text not in answer.text
