"""A small picture of how the piles of a game lie, drawn from its rules: as SVG in a page, as PNG for a link's preview.

A picture is made of rectangles in units of a card's width. In a page they take the colours of its theme by class.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from winnable.cards import is_red
from winnable.rules.engine import Pile, Position, deal
from winnable.rules.game import Game

HEIGHT = 1.4  # of a card
GAP = 0.18  # between piles
FAN = 0.32  # from a card to the next on its pile
HIDDEN_FAN = 0.14  # where that card lies face down
EDGE = 0.5  # around everything
PLACES = {"F": "foundation", "T": "space", "R": "reserve", "W": "waste", "S": "stock"}
COLOURS = {  # of the PNG: red, green, blue
    "felt": (60, 117, 102),
    "foundation": (47, 95, 83),
    "space": (47, 95, 83),
    "reserve": (47, 95, 83),
    "waste": (47, 95, 83),
    "stock": (47, 95, 83),
    "back": (44, 77, 128),
    "red": (255, 253, 248),
    "black": (255, 253, 248),
    "pip red": (196, 22, 44),
    "pip black": (21, 24, 28),
    "rim": (31, 58, 51),
}
PNG_SIZE = (1200, 630)

Rows = list[list[str | None]]


@dataclass(frozen=True, slots=True)
class Card:
    """A card or an empty place of a picture; x and y of its corner in card widths."""

    x: float
    y: float
    kind: str  # of a card face up its colour


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything to draw, and how large it is, in card widths."""

    cards: tuple[Card, ...]
    width: float
    height: float


@lru_cache(maxsize=256)
def picture(game: Game) -> Picture:
    """How the piles of a game lie when its first deal is dealt."""
    position = deal(game, 1)
    blocks = _blocks(game)
    cards: list[Card] = []
    x, height = EDGE, 0.0
    for block in blocks:
        columns = max(map(len, block))
        y = EDGE
        for row in block:
            inset = (columns - len(row)) * (1 + GAP) / 2
            for column, name in enumerate(row):
                if name is not None:
                    cards += _pile(position, name, x + inset + column * (1 + GAP), y)
            y = max((card.y for card in cards if card.y >= y and card.x >= x), default=y) + HEIGHT + 2 * GAP
        x += columns * (1 + GAP) + GAP
        height = max(height, y - 2 * GAP)
    return Picture(tuple(cards), x - 2 * GAP + EDGE, height + EDGE)


def _blocks(game: Game) -> list[Rows]:
    """Rows of piles, in blocks side by side; None is a gap."""
    homes = _names("F", game.foundation_count)
    piles, reserves = _names("T", game.tableau.piles), _names("R", game.reserve.piles)
    turned: list[str | None] = [] if game.stock is None else ["S"] if game.stock.to_reserves else ["S", "W"]
    if not piles:
        return [[*(homes[first : first + 8] for first in range(0, len(homes), 8)), reserves, turned]]
    if game.tableau.piles == 5 and turned:
        cross: Rows = [[homes[0], piles[0], homes[1]], piles[1:4], [homes[2], piles[4], homes[3]]]
        return [[[None], turned, [None]], cross]
    if reserves and turned:
        return [[reserves, [turned[0]], [turned[1]]], [homes, piles]]
    beside = [*reserves, *turned]
    return [[[*beside, None, *homes] if beside else homes, piles]]


def _names(group: str, count: int) -> list[str | None]:
    return [f"{group}{number}" for number in range(1, count + 1)]


def _pile(position: Position, name: str, x: float, y: float) -> Iterator[Card]:
    """The cards of a pile, or its empty place."""
    pile = position.pile(name)
    hidden = _hidden(position, name, pile)
    if not pile:
        yield Card(x, y, PLACES[name[0]])
        return
    shown = len(pile) if name[0] == "T" else 1
    for index in range(len(pile) - shown, len(pile)):
        yield Card(x, y, "back" if index < hidden else "red" if is_red(pile[index]) else "black")
        y += HIDDEN_FAN if index < hidden else FAN


def _hidden(position: Position, name: str, pile: Pile) -> int:
    """How many of its cards lie face down."""
    if name[0] == "S":
        return len(pile)
    return position.face_down[int(name[1:]) - 1] if name[0] == "T" and position.face_down else 0


def words(game: Game) -> str:
    """What the picture shows, for who can't see it, in the active language."""
    parts = [_("%(count)d foundations") % {"count": game.foundation_count}]
    if game.tableau.piles:
        parts.append(_("%(count)d piles") % {"count": game.tableau.piles})
    if game.reserve.piles == 1:
        parts.append(_("one reserve"))
    elif game.reserve.piles:
        parts.append(_("%(count)d reserves") % {"count": game.reserve.piles})
    if game.stock is not None:
        parts.append(_("a stock") if game.stock.to_reserves else _("stock and waste"))
    return _("How the piles of %(title)s lie: %(piles)s.") % {"title": game.title, "piles": ", ".join(parts)}


@lru_cache(maxsize=256)
def _drawing(game: Game) -> tuple[str, SafeString]:
    """The box and the shapes of the SVG, in hundredths of a card's width."""
    found = picture(game)
    shapes = format_html_join("", '<use href="#{}" x="{}" y="{}"/>', (_use(card) for card in found.cards))
    return f"0 0 {100 * found.width:.0f} {100 * found.height:.0f}", shapes


def _use(card: Card) -> tuple[str, str, str]:
    return f"p-{card.kind}", f"{100 * card.x:.0f}", f"{100 * card.y:.0f}"


def svg(game: Game, described: bool = True) -> SafeString:
    """The picture for a page; the page holds the shapes that it is made of once (``picture_shapes.html``)."""
    box, shapes = _drawing(game)
    label = format_html('role="img" aria-label="{}"', words(game)) if described else 'aria-hidden="true"'
    return format_html('<svg class="layout" viewBox="{}" {}>{}</svg>', box, label, shapes)


@lru_cache(maxsize=64)
def png(game: Game) -> bytes:
    """The picture as a PNG of 1200 by 630 pixels, the size that previews of links are made for."""
    width, height = PNG_SIZE
    found = picture(game)
    scale = min(width / found.width, height / found.height)
    left, top = (width - found.width * scale) / 2, (height - found.height * scale) / 2
    pixels = [bytearray(bytes(COLOURS["felt"]) * width) for _ in range(height)]
    for card in found.cards:
        for x, y, w, h, colour in _rectangles(card):
            first, last = round(left + x * scale), round(left + (x + w) * scale)
            paint = bytes(COLOURS[colour]) * (last - first)
            for line in pixels[round(top + y * scale) : round(top + (y + h) * scale)]:
                line[3 * first : 3 * last] = paint
    return _png_file(width, height, b"".join(b"\0" + bytes(line) for line in pixels))


def _rectangles(card: Card) -> Iterator[tuple[float, float, float, float, str]]:
    """A card as rectangles of one colour each: rim, face, and a pip in the corner."""
    yield card.x, card.y, 1.0, HEIGHT, "rim"
    yield card.x + 0.03, card.y + 0.03, 0.94, HEIGHT - 0.06, card.kind
    if card.kind in ("red", "black"):
        yield card.x + 0.12, card.y + 0.1, 0.18, 0.14, f"pip {card.kind}"


def _png_file(width: int, height: int, lines: bytes) -> bytes:
    """A file of 8-bit colours from its lines, each after a byte 0 for no filter (PNG specification, W3C)."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
