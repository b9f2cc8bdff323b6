"""The addresses of a page in each language, for search engines; what they may look at; games in addresses."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language_from_path, override
from django.views.decorators.http import require_http_methods, require_safe

from winnable.games import GAMES, UnknownGame, game, variants
from winnable.rules.game import Game

# What a crawler may fetch; nothing else, so that no personal page can be forgotten here.
PUBLIC = ("/$", "/en/", "/de/", "/play/", "/rules/", "/help/", "/static/", "/picture/", "/sitemap.xml")


form_page = require_http_methods(["GET", "HEAD", "POST"])  # a page that takes its own form


class GameConverter:
    """A game with its options as a part of an address."""

    regex = "[^/]+"

    def to_python(self, value: str) -> Game:
        """The game of this full name. Raises ValueError, so that the address does not exist."""
        try:
            return game(value)
        except UnknownGame as unknown:
            raise ValueError(str(unknown)) from None

    def to_url(self, value: Game) -> str:
        """The full name of a game."""
        return value.full_name


def game_or_404(full_name: str) -> Game:
    """The game of a full name that comes with an address. Raises Http404."""
    try:
        return game(full_name)
    except UnknownGame:
        raise Http404 from None


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a page is found: its one address, and the same page in each language."""

    canonical: str
    alternates: tuple[tuple[str, str], ...]  # language or "x-default", and address


def addresses(request: HttpRequest, name: str, **values: Any) -> Addresses:
    """The addresses of a page by the name of its pattern in ``i18n_patterns``.

    The one without a language shows the page in the reader's own.
    """
    paths = {code: _in(code, name, values) for code, _ in settings.LANGUAGES}
    paths["x-default"] = paths[settings.LANGUAGE_CODE].removeprefix(f"/{settings.LANGUAGE_CODE}")
    full = {code: request.build_absolute_uri(path) for code, path in paths.items()}
    language = get_language_from_path(request.path)
    return Addresses(full[language or "x-default"], tuple(full.items()))


def _in(language: str, name: str, values: dict[str, Any]) -> str:
    with override(language):
        return reverse(name, kwargs=values)


class Pages(Sitemap):
    """Every page that is the same for everyone, in every language."""

    i18n = True
    alternates = True
    x_default = True

    def items(self) -> list[Game | str]:
        """The start page, the help page, and the page of every game and every option."""
        return ["start", "help", *GAMES.values(), *(one for plain in GAMES.values() for one in variants(plain))]

    def location(self, item: Game | str) -> str:
        """The address of a page in the active language."""
        return reverse(item) if isinstance(item, str) else reverse("game", kwargs={"wanted": item})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What a crawler may look at."""
    lines = ["User-agent: *", *(f"Allow: {path}" for path in PUBLIC), "Disallow: /"]
    lines += ["", f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
