"""The rules in words follow the rule data: every option changes the text as it changes play (behaviour 32)."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from site_support import Guest
from winnable.games import GAMES, game
from winnable.rules.game import Game
from winnable.site import rules_text

LANGUAGES = ["en", "de"]
NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "seven": 7,
    "eight": 8,
    "ten": 10,
    "thirteen": 13,
    "sixteen": 16,
}


def variants() -> list[str]:
    """Each game with each of its options, one at a time."""
    names = []
    for plain in GAMES.values():
        for option in plain.choices:
            values = ["2" if value == "N" else value for value in option.values]
            names += [f"{plain.name}:{option.name}={value}" for value in values] or [f"{plain.name}:{option.name}"]
    return names


def said(wanted: Game) -> list[str]:
    """Everything that the rules say of setup and play."""
    return [text for section in rules_text.sections(wanted) if section.key != "options" for text in section.paragraphs]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", variants())
def test_an_option_changes_the_rules_text(name: str, language: str) -> None:
    wanted, plain = game(name), GAMES[name.partition(":")[0]]
    with override(language):
        options = rules_text.sections(wanted)[-1].paragraphs
        if wanted.options:  # draw=3 is what these games do anyway
            assert said(wanted) != said(plain)
            written = name.partition(":")[2].partition("=")[0]
            line = next(text for text in options if text.startswith(f"{written} "))
            assert ("jetzt" if language == "de" else "now") in line
        else:
            assert said(wanted) == said(plain)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_agrees_with_the_rule_data(name: str) -> None:
    with override("en"):
        text = " ".join(said(GAMES[name]))
    rules = GAMES[name]
    assert ("King and ace are neighbours" in text) == rules.tableau.wrap
    assert ("may be taken back" in text) == rules.foundations.take_back
    assert ("is never taken back" in text) != rules.foundations.take_back
    assert ("There is one pass" in text) == (rules.stock is not None and rules.stock.passes == 1)
    assert ("3 passes" in text) == (rules.stock is not None and rules.stock.passes == 3)
    assert ("regardless of suit" in text) == (not rules.foundations.by_suit or rules.tableau.match == "any")
    assert str(rules.card_count) in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_pages(name: str, language: str) -> None:
    guest = Guest(language)
    for path in (f"/rules/{name}/", f"/play/{name}/"):
        answer = guest.call("GET", path)
        assert answer.status == 200
        assert f'<html lang="{language}"' in answer.text
        assert GAMES[name].title in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_needs_an_inline_script_or_style(language: str) -> None:
    """The content security policy forbids them; a page that has one would be broken without a word."""
    guest = Guest(language)
    for path in ("/", "/rules/canfield/", "/play/canfield/", "/play/poker/"):
        text = guest.call("GET", path).text
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick=" not in text
        scripts = [part.partition(">")[0] for part in text.split("<script")[1:]]
        assert [script for script in scripts if " src=" not in script and "application/json" not in script] == []


@pytest.mark.parametrize("name", [*GAMES, *variants()])
def test_what_a_summary_says_holds_with_every_option(name: str) -> None:
    """Leap Year of one deck was shown with "Four decks on eight reserves", Klondike's draw=1 with "three cards"."""
    rules = game(name)
    passes = rules.stock.passes if rules.stock else None
    reserve = sum(row.times for row in rules.deal if row.group == "R") if rules.reserve.piles == 1 else 0
    there = {rules.decks, rules.foundation_count, rules.tableau.piles, rules.reserve.piles, reserve, passes}
    with override("en"):
        words = re.findall(r"[a-z]+", rules_text.summary(rules).lower())
    assert {NUMBERS[word] for word in words if word in NUMBERS} <= there
    assert "gap" not in words
    if "stock" in words:
        assert rules.tableau.fill[:1] == ("stock",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_from_an_old_page_is_told_in_the_player_s_language(language: str) -> None:
    """Django's own page for it is English."""
    guest = Guest(language)
    answer = guest.client.post("/i18n/setlang/", {"language": "de"})
    assert answer.status_code == 403
    assert f'<html lang="{language}"' in answer.content.decode()
    assert ("veraltet" if language == "de" else "out of date") in answer.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_fault_of_ours_is_in_the_player_s_language(language: str) -> None:
    with override(language):
        text = render_to_string("500.html")
    assert f'<html lang="{language}"' in text
    assert ("schief" if language == "de" else "went wrong") in text
