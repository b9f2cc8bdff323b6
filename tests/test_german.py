"""The German texts are complete, compiled, and fill the same places as the English ones."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from winnable.games import GAMES

SITE = Path(__file__).parents[1] / "src/winnable/site"
LOCALE = SITE / "locale/de/LC_MESSAGES"
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
ENTRY = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) (".*")$|^(".*")$')
A_TEXT = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
IN_TEMPLATE = re.compile(rf"(?:gettext|_)\({A_TEXT}(?:, {A_TEXT}, count)?\)")  # one text, or its two forms
CLIENT_KEY = re.compile(r'\bsay\("([^"]+)"')


def read_po() -> dict[str, str]:
    """Every text of the .po file and its translation; plural forms as entries of their own."""
    found: dict[str, str] = {}
    fields: dict[str, str] = {}
    last = ""
    for line in [*(LOCALE / "django.po").read_text(encoding="utf-8").splitlines(), ""]:
        match = ENTRY.match(line)
        if match and match[1]:
            last = match[1]
            fields[last] = ast.literal_eval(match[2])
        elif match and fields:
            fields[last] += ast.literal_eval(match[3])
        elif not line and fields:
            found |= _entry(fields)
            fields = {}
    return found


def _entry(fields: dict[str, str]) -> dict[str, str]:
    if "msgid_plural" in fields:
        return {fields["msgid"]: fields["msgstr[0]"], fields["msgid_plural"]: fields["msgstr[1]"]}
    return {fields["msgid"]: fields["msgstr"]}


def texts_in_code() -> set[str]:
    """Every text that the site's modules and templates mark for translation."""
    found: set[str] = set()
    for path in sorted(SITE.rglob("*.py")):
        found |= texts_in(path.read_text(encoding="utf-8"))
    for path in sorted((SITE / "templates").rglob("*.*")):
        found |= texts_in_template(path.read_text(encoding="utf-8"))
    return found


def texts_in(source: str) -> set[str]:
    """The marked texts of a Python source."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    marked = (call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) in CALLS)
    return {argument.value for call in marked for argument in call.args if is_text(argument)}


def texts_in_template(source: str) -> set[str]:
    """The marked texts of a template."""
    marked = IN_TEMPLATE.findall(templatize(source))
    return {ast.literal_eval(text) for texts in marked for text in texts if text}


def is_text(node: ast.expr) -> bool:
    """Whether an argument is a constant text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_every_text_is_in_the_catalogue() -> None:
    texts = texts_in_code() | {option.meaning for game in GAMES.values() for option in game.choices}
    assert len(texts) > 200
    assert sorted(texts - set(read_po())) == []


def test_no_text_lacks_german() -> None:
    assert [text for text, german in read_po().items() if text and not german] == []
    assert "fuzzy" not in (LOCALE / "django.po").read_text(encoding="utf-8")


def test_the_compiled_catalogue_is_up_to_date() -> None:
    with (LOCALE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    stale = [text for text, german in read_po().items() if text and not compiled_says(compiled, text, german)]
    assert stale == []


def compiled_says(compiled: gettext.GNUTranslations, text: str, german: str) -> bool:
    """Whether the compiled catalogue has this German text."""
    catalogue: dict[object, str] = vars(compiled)["_catalog"]
    return german in (catalogue.get(text), *(value for key, value in catalogue.items() if isinstance(key, tuple)))


@pytest.mark.parametrize("pattern", [r"%\(\w+\)[sd]", r"\{\w+\}", r"%[sd]"])
def test_german_fills_the_same_places(pattern: str) -> None:
    wrong = [
        text for text, german in read_po().items() if set(re.findall(pattern, text)) != set(re.findall(pattern, german))
    ]
    assert [text for text in wrong if text] == []


def test_the_client_asks_only_for_texts_that_there_are() -> None:
    there = set(
        re.findall(r'^    "(.+?)": gettext_noop', (SITE / "texts.py").read_text(encoding="utf-8"), re.MULTILINE)
    )
    modules = sorted((SITE / "static/table").glob("*.js"))
    asked = {key for path in modules for key in CLIENT_KEY.findall(path.read_text(encoding="utf-8"))}
    assert len(asked) > 30
    assert sorted(asked - there) == []
