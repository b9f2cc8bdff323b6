"""One person's game: undo and redo, click, auto complete, save form. The numbers are those of behaviours.md."""

import json
import random
from dataclasses import replace

import pytest

from winnable.cards import card_from_text
from winnable.games import GAMES, game
from winnable.notation import line_from_text, move_from_text
from winnable.rules.engine import Position, deal, in_order, is_idle, is_won, legal_moves
from winnable.session import (
    BrokenSave,
    NotPossible,
    Session,
    click,
    click_move,
    click_moves,
    give_up,
    load,
    move,
    redo,
    restart,
    save,
    start,
    turn,
    undo,
)
from winnable.session import session as session_module

ALL = [*GAMES, "canfield:fill=choice:draw=1", "czarina:fill=waste", "four-seasons:stock_to_space", "quadrennial:refill"]
RANKS = "A23456789TJQK"


def wander(full_name: str, steps: int = 120, seed: int = 1) -> Session:
    """A session after random moves."""
    rng, session = random.Random(seed), start(game(full_name), 11)
    for _ in range(steps):
        moves = legal_moves(session.position)
        if not moves or is_won(session.position):
            break
        session, _ = move(session, rng.choice(moves))
    return session


def at(position: Position) -> Session:
    """A session that starts at a position."""
    return Session(position.game, 1, (position,))


def pile(text: str) -> tuple[int, ...]:
    """The cards of a text, bottom first."""
    return tuple(map(card_from_text, text.split()))


def suit_from(suit: str, first: str, count: int) -> tuple[int, ...]:
    """``count`` cards of a suit from a rank up, round the corner."""
    index = RANKS.index(first)
    return pile(" ".join(RANKS[(index + step) % 13] + suit for step in range(count)))


@pytest.mark.parametrize("full_name", ALL)
def test_undo_and_redo_are_exact(full_name: str) -> None:
    """12, 16: every position comes back as it was, in both directions."""
    session = wander(full_name)
    last, positions = session, session.positions
    for position in reversed(positions[:-1]):
        session, _ = undo(session)
        assert session.position == position
    for position in positions[1:]:
        session, _ = redo(session)
        assert session.position == position
    assert replace(session, undos=0) == last
    assert session.undos == len(positions) - 1


@pytest.mark.parametrize("full_name", ALL)
def test_restart_is_the_same_deal(full_name: str) -> None:
    """17; and nothing is lost, because all of it can be redone."""
    session = wander(full_name, 30)
    again, _ = restart(session)
    assert again.position == deal(session.game, session.number)
    assert not again.past
    assert again.undos == session.undos + 1
    assert restart(again).session.undos == again.undos, "nothing was taken back"
    for _ in session.past:
        again, _ = redo(again)
    assert again.positions == session.positions


@pytest.mark.parametrize("full_name", ALL)
def test_undo_shows_the_events_backwards(full_name: str) -> None:
    session = start(game(full_name), 3)
    after, events = move(session, legal_moves(session.position)[0])
    _, back = undo(after)
    assert [(event.kind, event.target, event.source, event.cards) for event in reversed(back)] == list(events)


def test_a_draw_of_three_comes_back_the_same() -> None:
    """55"""
    session, first = turn(start(game("canfield"), 5))
    session, _ = undo(session)
    assert turn(session).events == first


def test_a_redeal_is_undone_and_redone_in_the_same_order() -> None:
    """16"""
    session = start(game("quadrennial"), 5)
    while session.position.passes == 1:
        session, _ = turn(session)
    after = session.position
    before, _ = undo(session)
    assert before.position.passes == 1
    assert redo(before).session.position == after


def test_a_refill_is_undone_with_its_move() -> None:
    """58"""
    session = start(game("czarina"), 1)
    filling = next(m for m in legal_moves(session.position) if m.source[0] == "T" and m.target != m.source)
    after, events = move(session, filling)
    assert [event.kind for event in events] == ["move", "fill"]
    assert undo(after).session.position == session.position


def test_a_new_move_ends_what_could_be_redone() -> None:
    session, _ = turn(start(game("canfield"), 5))
    session, _ = undo(session)
    session, _ = turn(session)
    with pytest.raises(NotPossible, match="nothing to redo"):
        redo(session)


def test_nothing_to_undo() -> None:
    with pytest.raises(NotPossible, match="nothing to undo"):
        undo(start(game("canfield"), 5))


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    session = start(game("chessboard"), 5)
    with pytest.raises(NotPossible) as caught:
        move(session, move_from_text("T1-W"))
    assert caught.value.code == "waste takes no cards"
    assert session == start(game("chessboard"), 5)


@pytest.mark.parametrize("full_name", ALL)
def test_a_click_plays_by_the_documented_priority(full_name: str) -> None:
    """Found again by brute force in every position of a random game."""
    for position in wander(full_name, 60, seed=4).positions:
        legal = legal_moves(position)
        base_chosen = any(position.foundations) or position.game.foundations.base == "ace"
        for source, count in {(m.source, m.count) for m in legal if m.source not in ("S",)}:
            mine = [m for m in legal if (m.source, m.count) == (source, count) and source[0] != "F"]
            home = [m for m in mine if m.target[0] == "F" and base_chosen]
            pile_ = [m for m in mine if m.target[0] == "T" and position.pile(m.target)]
            space = [m for m in mine if m.target[0] == "T" and not position.pile(m.target) and not is_idle(position, m)]
            expected = [*home, *pile_, *space][:1]
            assert click_move(position, source, count) == (expected[0] if expected else None)


def test_a_click_never_chooses_the_base_rank() -> None:
    session = start(game("chessboard"), 5)
    assert any(m.target[0] == "F" for m in legal_moves(session.position))
    assert not any(m.target[0] == "F" for m in click_moves(session.position).values())


def test_without_autoplay_a_click_moves_nothing_but_the_stock_turns() -> None:
    session = start(game("canfield"), 21)
    assert set(click_moves(session.position, autoplay=False)) == {"S"}
    assert click(session, "S", 0, autoplay=False).session.past
    with pytest.raises(NotPossible, match="autoplay off"):
        click(session, "T1", 1, autoplay=False)


def test_a_click_where_no_turn_is_left() -> None:
    session = start(game("czarina"), 1)
    while session.position.stock:
        session, _ = turn(session)
    with pytest.raises(NotPossible, match="no turn left"):
        click(session, "S", 0)


def almost_done(tableau: str = "9D 8D", foundations: int = 8) -> Session:
    """A Chessboard game with base 2 where only some diamonds are left."""
    chessboard = game("chessboard")
    full = [suit_from(suit, "2", 13) for suit in "CDHS"]
    full[1] = full[1][:foundations]
    left = suit_from("D", "2", 13)[foundations:]
    piles = [pile(tableau), tuple(card for card in left if card not in pile(tableau))[::-1]]
    return at(Position(chessboard, tuple(full), tuple(piles) + ((),) * 8))  # type: ignore[arg-type]


def test_auto_complete_is_one_undo_step_of_its_own() -> None:
    """46, 51: the rest goes up in the same action; one undo takes it back, and nothing sends it up again."""
    session = almost_done("TD JD", 8)
    ready, _ = move(session, move_from_text("T1-T3"), auto_complete=False)
    assert in_order(ready.position)
    done, events = move(session, move_from_text("T1-T3"))
    assert done.state == "won"
    assert [len(step) for step in done.past] == [1, 5]
    assert done.moves_made == len(events) == 6
    back, _ = undo(done)
    assert back.position == ready.position
    assert redo(back).session.position == done.position


def test_auto_complete_can_be_switched_off() -> None:
    session, events = move(almost_done("TD JD"), move_from_text("T1-T3"), auto_complete=False)
    assert session.state == "playing"
    assert len(events) == 1


def test_a_card_just_taken_back_is_not_sent_up_again() -> None:
    """50"""
    session = almost_done("TD", 8)
    back = next(m for m in legal_moves(session.position) if m.source == "F2")
    after, _ = move(session, back)
    assert in_order(after.position)
    assert [len(step) for step in after.past] == [1]


def test_a_pile_that_crosses_the_base_rank_is_not_in_order() -> None:
    """62: king below, ace on it would be in order for base A; with base 2 the ace comes last."""
    session = almost_done("KD AD", 11)
    assert not in_order(session.position)


def test_auto_complete_waits_until_a_base_is_chosen() -> None:
    chessboard = game("chessboard")
    columns = [suit_from(suit, "A", 13)[::-1] for suit in "CDHS"]
    session = at(Position(chessboard, ((),) * 4, (*columns, *((),) * 6)))
    after, _ = move(session, move_from_text("T1-T5"))
    assert after.past == ((move_from_text("T1-T5"),),)
    assert move(after, move_from_text("T2-F2")).session.state == "won"


def test_a_game_given_up_is_taken_up_again_by_undo() -> None:
    session, _ = turn(start(game("canfield"), 5))
    gone, _ = give_up(session)
    assert gone.state == "given up"
    with pytest.raises(NotPossible, match="game over"):
        turn(gone)
    assert undo(gone).session.state == "playing"
    assert restart(gone).session.state == "playing"


def test_a_game_that_is_won_is_not_played_on() -> None:
    done, _ = move(almost_done("TD JD"), move_from_text("T1-T3"))
    with pytest.raises(NotPossible, match="game over"):
        move(done, next(m for m in legal_moves(done.position) if m.source[0] == "F"))
    with pytest.raises(NotPossible, match="game over"):
        give_up(done)


def test_touched_means_that_something_was_ever_played() -> None:
    """37"""
    session = start(game("canfield"), 5)
    assert not session.touched
    after, _ = turn(session)
    assert after.touched
    assert undo(after).session.touched


def test_a_line_can_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored line is replayed; without a bound a guest could make the server replay for minutes."""
    monkeypatch.setattr(session_module, "LONGEST_LINE", 3)
    session = start(game("canfield"), 5)
    for _ in range(3):
        session, _ = turn(session)
    with pytest.raises(NotPossible, match="line too long"):
        turn(session)
    assert undo(session).session.moves_made == 2


def test_auto_complete_never_makes_a_line_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It once did, and the save could not be opened any more."""
    done, _ = move(almost_done("TD JD"), move_from_text("T1-T3"))
    monkeypatch.setattr(session_module, "LONGEST_LINE", done.moves_made - 1)
    session, _ = move(almost_done("TD JD"), move_from_text("T1-T3"))
    assert session.moves_made == 1


def test_the_longest_save_fits_in_what_the_site_takes() -> None:
    document = {**GOOD, "past": ["T10-T9x13"] * session_module.LONGEST_LINE}
    assert len(json.dumps(document)) < 64 * 1024


@pytest.mark.parametrize("full_name", ALL)
def test_a_save_says_all_of_a_session(full_name: str) -> None:
    session = wander(full_name, 40)
    for _ in range(min(3, len(session.past))):
        session, _ = undo(session)
    session = replace(session, hints=2)
    assert load(json.loads(json.dumps(save(session)))) == session


def test_a_save_of_version_1_opens_for_ever() -> None:
    """21: this text is never changed; whoever changes the save form adds an upgrade and another text."""
    text = (
        '{"version": 1, "game": "canfield", "options": ["draw=1"], "number": 21, "past": ["S", "S"], '
        '"future": ["S"], "undos": 1, "hints": 0, "given_up": false}'
    )
    session = load(json.loads(text))
    assert session.game.full_name == "canfield:draw=1"
    assert session.line == line_from_text("S S")
    assert len(session.position.waste) == 2
    assert redo(session).session.moves_made == 3


GOOD = save(start(game("canfield"), 21))
BROKEN = [
    (None, "A save is a JSON object."),
    ([], "A save is a JSON object."),
    ({}, "version"),
    ({**GOOD, "version": 2}, "newer Winnable"),
    ({**GOOD, "version": 0}, "version"),
    ({**GOOD, "version": True}, "version"),
    ({**GOOD, "version": "1"}, "version"),
    ({**GOOD, "extra": 1}, "extra"),
    ({key: value for key, value in GOOD.items() if key != "past"}, "past"),
    ({**GOOD, "game": "__import__('os')"}, "There is no game"),
    ({**GOOD, "game": {}}, "There is no game"),
    ({**GOOD, "options": ["draw=9"]}, "no option"),
    ({**GOOD, "options": "draw=1"}, "options"),
    ({**GOOD, "number": 0}, "number"),
    ({**GOOD, "number": 10**20}, "number"),
    ({**GOOD, "number": 1.5}, "number"),
    ({**GOOD, "past": "S"}, "past"),
    ({**GOOD, "past": [None]}, "line"),
    ({**GOOD, "past": [""]}, "empty"),
    ({**GOOD, "past": ["T1-T1"]}, "not legal"),
    ({**GOOD, "past": ["T99-F1"]}, "not legal"),
    ({**GOOD, "past": ["import os"]}, "not a move"),
    ({**GOOD, "future": ["T1-F1x13"]}, "not legal"),
    ({**GOOD, "undos": -1}, "undos"),
    ({**GOOD, "hints": None}, "hints"),
    ({**GOOD, "given_up": 1}, "given_up"),
    ({**GOOD, "past": ["S"] * 5_001}, "5000"),
    ({**GOOD, "past": [" ".join(["S"] * 5_001)]}, "5000"),
]


@pytest.mark.parametrize(("document", "said"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_save_is_one_clear_error(document: object, said: str) -> None:
    """22"""
    with pytest.raises(BrokenSave, match=said):
        load(document)
