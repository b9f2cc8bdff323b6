"""What a game's page says beside the rules: advice, questions and answers, differences, the picture.

All of it follows the rule data, so that no option makes it wrong.
"""

import re
import struct
from itertools import pairwise

import pytest
from django.utils.translation import override

from site_support import Guest
from winnable.games import GAMES, game, variants
from winnable.rules.engine import deal
from winnable.rules.game import Game
from winnable.site import pictures, questions, relatives, rules_text, strategy

LANGUAGES = ["en", "de"]
NAMES = [*GAMES, *(one.full_name for plain in GAMES.values() for one in variants(plain)), "klondike:draw=1:passes=1"]


def answers(wanted: Game) -> dict[str, str]:
    """The answers of a game's page by the question's key; of the differences the last."""
    return {question.key: " ".join(question.answer) for question in questions.questions(wanted)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_answers_about_rules_are_the_rules(name: str, language: str) -> None:
    """Behaviour 32: what a page says can't contradict how the game is played, whatever option is on."""
    with override(language):
        said, answered = rules_text.topics(game(name)), answers(game(name))
        for key in ("passes", "turns", "spaces", "moving", "back"):
            assert answered.get(key) == (" ".join(said[key]) if key in said else None), key


@pytest.mark.parametrize("name", NAMES)
def test_questions_are_asked_where_the_rules_raise_them(name: str) -> None:
    wanted = game(name)
    with override("en"):
        asked = answers(wanted)
    assert ("passes" in asked) == (wanted.stock is not None)
    assert ("spaces" in asked) == (wanted.tableau.piles > 0)
    assert ("base" in asked) == (wanted.foundations.base in ("first card", "chosen"))
    assert ("reserve" in asked) == (wanted.reserve.piles > 0)
    if "hard" in asked:
        assert ("knew every card" in asked["hard"]) == (wanted.stock is not None)


@pytest.mark.parametrize("name", NAMES)
def test_a_reserve_is_said_to_stay_empty_where_it_does(name: str) -> None:
    wanted = game(name)
    with override("en"):
        said = answers(wanted).get("reserve", "")
    dealt_to = wanted.stock is not None and wanted.stock.to_reserves
    assert said.startswith("No.") == (wanted.reserve.piles > 0 and not dealt_to)
    assert ("that is not empty" in said) == (wanted.stock is not None and wanted.stock.skip_empty)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_differences_are_all_that_differs(name: str, language: str) -> None:
    wanted = game(name)
    assert relatives.differences(wanted, wanted) == ()
    with override(language):
        for other in relatives.relatives(wanted):
            here, there = rules_text.topics(wanted), rules_text.topics(other)
            found = relatives.differences(wanted, other)
            assert found
            assert all(row.here != row.there for row in found)
            same = {topic for topic in here if here[topic] == there.get(topic)}
            assert same | {row.topic for row in found} == set(here) | set(there)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_advice_with_every_option(name: str, language: str) -> None:
    with override(language):
        tips = strategy.advice(game(name))
    assert len(tips) >= 3
    assert len(set(tips)) == len(tips)


@pytest.mark.parametrize("name", NAMES)
def test_advice_fits_the_rules(name: str) -> None:
    """Advice that an option makes wrong must not be given with it."""
    wanted = game(name)
    with override("en"):
        text = " ".join(strategy.advice(wanted))
    stock = wanted.stock
    passes = 0 if stock is None else stock.passes
    assert ("every third card" in text) <= (stock is not None and stock.draw == 3)
    assert ("Every card of the stock comes up" in text) <= (stock is not None and stock.draw == 1 and passes is None)
    assert ("take it back" in text or "taken back" in text) <= wanted.foundations.take_back
    assert ("next pass" in text) <= (passes != 1)
    assert ("There is one pass" in text or "no second pass" in text) <= (passes == 1)
    assert ("is left out by the turns" in text) == (stock is not None and stock.skip_empty and name == "quadrennial")
    assert ("round the corner" in text) <= (not wanted.tableau.wrap)
    assert ("Foundations take any suit" in text) == (not wanted.foundations.by_suit)
    assert ("the stock's next card to the table" in text) == (wanted.tableau.fill[:1] == ("stock",))
    assert ("top card off the waste" in text) == (wanted.tableau.fill[:1] == ("waste",))
    assert ("Join two runs" in text) <= (wanted.tableau.take == "run")


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_the_piles_of_the_game(name: str) -> None:
    """Leap Year of one deck was once shown with sixteen foundations."""
    wanted = game(name)
    position = deal(wanted, 1)
    cards = pictures.picture(wanted).cards
    kinds = [card.kind for card in cards]
    piles = [*position.foundations, *position.reserves]
    if wanted.stock is not None:
        piles += [position.stock] if wanted.stock.to_reserves else [position.stock, position.waste]
    assert len(cards) == len(piles) + sum(map(len, position.tableau))
    assert kinds.count("back") == (wanted.stock is not None) + sum(position.face_down)
    assert kinds.count("foundation") == position.foundations.count(())
    assert len({(card.x, card.y) for card in cards}) == len(cards)
    width, height = pictures.picture(wanted).width, pictures.picture(wanted).height
    assert all(0 < card.x < width - 1 and 0 < card.y < height - pictures.HEIGHT for card in cards)


@pytest.mark.parametrize("name", NAMES)
def test_piles_of_a_picture_do_not_overlap(name: str) -> None:
    columns: dict[float, list[float]] = {}
    for card in pictures.picture(game(name)).cards:
        columns.setdefault(round(card.x, 3), []).append(card.y)
    steps = {round(b - a, 3) for column in columns.values() for a, b in pairwise(column)}
    assert all(step in (pictures.FAN, pictures.HIDDEN_FAN) or abs(step) > pictures.HEIGHT for step in steps)


@pytest.mark.parametrize(("language", "words"), [("en", "8 reserves"), ("de", "8 Reserven")])
def test_the_picture_is_described(language: str, words: str) -> None:
    text = Guest(language).call("GET", "/rules/quadrennial/").text
    label = re.search(r'<svg class="layout"[^>]* role="img" aria-label="([^"]+)"', text)
    assert label is not None
    assert words in label[1]


def test_every_shape_of_a_picture_is_on_the_page() -> None:
    """A picture only refers to its shapes: without them it would be empty."""
    for path in ("/", "/en/rules/klondike/", "/en/rules/acquaintance/"):
        text = Guest().call("GET", path).text
        used, there = set(re.findall(r'<use href="#([^"]+)"', text)), re.findall(r' id="(p-[^"]+)"', text)
        assert used
        assert used <= set(there)
        assert len(there) == len(set(there))


def test_the_preview_of_a_link_is_a_png() -> None:
    response = Guest().client.get("/picture/klondike.png")
    assert response.headers["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", response.content[16:24]) == pictures.PNG_SIZE
    assert Guest().client.get("/picture/poker.png").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_everything(name: str, language: str) -> None:
    text = Guest(language).call("GET", f"/{language}/rules/{name}/").text
    with override(language):
        wanted = GAMES[name]
        for question in questions.questions(wanted):
            assert question.text in text
        for other in relatives.relatives(wanted):
            assert f'href="/{language}/rules/{other.name}/"' in text
    assert f'href="/play/{name}/"' in text
    assert f'src="/picture/{name}.png"' not in text, "the preview is for other sites"
    assert text.count("<h1>") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_page(language: str) -> None:
    text = Guest(language).call("GET", f"/{language}/help/").text
    assert ("Was ist eine Spielnummer?" if language == "de" else "What is a deal number?") in text
    assert f'href="/{language}/help/"' in Guest(language).call("GET", "/").text
