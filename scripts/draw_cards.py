"""Draw the card faces: one SVG sprite with a symbol for each face; the app's icon.

Run ``python scripts/draw_cards.py``; it writes below ``src/winnable/site/static``. A face is 100 by 140
units; rank and suit stand side by side in the top 42, so that a strip of 0.42 card widths shows both.
Symbols are named by card text (``7H``); kings, queens and jacks have a richer face ``KH-court`` as well.
Everything is drawn in ``currentColor``, so that the page's style chooses the suits' colours.
"""

from pathlib import Path

STATIC = Path(__file__).parents[1] / "src/winnable/site/static"

# Ranks are strokes in a box of 40 by 58 units.
RANKS = {
    "A": "M3 54 20 4 37 54M9 38H31",
    "2": "M5 17A15 13 0 0 1 35 17C35 29 9 40 5 53H37",
    "3": "M5 5H34L19 24A15 15 0 1 1 4 44",
    "4": "M29 55V5L3 41H38",
    "5": "M34 5H9L7 28A16 15 0 1 1 4 46",
    "6": "M30 5C13 11 5 25 5 39A15 15 0 1 0 35 39A15 14 0 0 0 5 38",
    "7": "M4 5H36L15 55",
    "8": "M20 27A11 11 0 1 1 20.1 27ZM20 54A14 13.5 0 1 1 20.1 54Z",
    "9": "M10 54C27 48 35 34 35 20A15 15 0 1 0 5 20A15 14 0 0 0 35 21",
    "T": "M-2 13 7 5V54M32 5C42 5 43 18 43 29S42 54 32 54S21 41 21 29S22 5 32 5Z",
    "J": "M31 4V40A13 14 0 0 1 5 40",
    "Q": "M20 5A16 24 0 1 1 19.9 5ZM23 40 38 57",
    "K": "M6 4V54M35 4 8 33M18 24 37 54",
}

# Suits are filled shapes in a box of 100 by 100 units.
SUITS = {
    "C": "M50 2A21 21 0 0 1 67 36A22 22 0 1 1 57 66C58 82 63 91 71 98H29C37 91 42 82 43 66A22 22 0 1 1 33 36A21 21 0 0 "
    "1 50 2Z",
    "D": "M50 1C60 22 74 39 90 50C74 61 60 78 50 99C40 78 26 61 10 50C26 39 40 22 50 1Z",
    "H": "M50 95C26 71 4 54 4 31A23 23 0 0 1 50 24A23 23 0 0 1 96 31C96 54 74 71 50 95Z",
    "S": "M50 2C70 28 95 42 95 63A20 20 0 0 1 57 71C58 84 63 92 71 98H29C37 92 42 84 43 71A20 20 0 0 1 5 63C5 42 30 28 "
    "50 2Z",
}

# Courts: a bust in the box 8..92 by 46..134; hat, hair and coat differ by rank.
HATS = {
    "K": "M30 72 26 50 39 60 50 46 61 60 74 50 70 72Z",
    "Q": "M31 71 29 55 40 63 50 51 60 63 71 55 69 71ZM50 46A3.4 3.4 0 1 1 50 52A3.4 3.4 0 1 1 50 46Z",
    "J": "M28 71C28 54 44 50 56 54C64 48 76 47 82 54C76 55 72 59 70 71Z",
}
FACE = "M50 64C61 64 66 72 66 82C66 94 58 103 50 103S34 94 34 82C34 72 39 64 50 64Z"
HAIR = {
    "K": "M33 78C32 101 41 110 50 112C59 110 68 101 67 78L62 88C58 92 42 92 38 88Z",
    "Q": "M31 71C24 88 25 102 30 110L40 106C34 98 34 84 36 76ZM69 71C76 88 75 102 70 110L60 106C66 98 66 84 64 76Z",
    "J": "M31 71C28 82 29 92 33 96L38 94C35 88 36 80 37 74ZM69 71C72 82 71 92 67 96L62 94C65 88 64 80 63 74Z",
}
COATS = {
    "K": "M8 134C9 114 24 107 36 104L50 116 64 104C76 107 91 114 92 134Z",
    "Q": "M10 134C11 116 26 110 41 103C44 112 56 112 59 103C74 110 89 116 90 134Z",
    "J": "M10 134C11 114 26 108 40 104L50 110 60 104C74 108 89 114 90 134Z",
}


def rank_index(rank: str, x: float, y: float, scale: float) -> str:
    """A rank's strokes with the box's corner at (x, y)."""
    return (
        f'<path transform="translate({x} {y})scale({scale})" d="{RANKS[rank]}" fill="none" stroke="currentColor" '
        'stroke-width="8.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def pip(suit: str, x: float, y: float, size: float, fill: str = "currentColor") -> str:
    """A suit with the box's corner at (x, y), ``size`` units wide."""
    return f'<path transform="translate({x} {y})scale({size / 100:g})" d="{SUITS[suit]}" fill="{fill}"/>'


def index(rank: str, suit: str) -> str:
    """Rank and suit side by side at the top."""
    wide = rank == "T"
    return rank_index(rank, 10 if wide else 8, 5, 0.62) + pip(suit, 46 if wide else 42, 6.5, 33)


def plain_face(rank: str, suit: str) -> str:
    """The index and one large pip."""
    return index(rank, suit) + pip(suit, 16, 56, 68)


def court_face(rank: str, suit: str) -> str:
    """The index and a bust: coat, face, hair, hat, and the suit on the chest."""
    return (
        index(rank, suit)
        + '<g transform="translate(6 15)scale(.88)">'
        + f'<path d="{COATS[rank]}" fill="currentColor" opacity=".88"/>'
        + f'<path d="{FACE}" fill="var(--skin, #f1d9c0)"/>'
        + f'<path d="{HAIR[rank]}" fill="var(--hair, #6b4a2b)"/>'
        + f'<path d="{HATS[rank]}" fill="var(--gold, #dca72c)"/>'
        + '<path d="M43 82V84M57 82V84M47 94H53" fill="none" stroke="var(--card-ink, #333)" stroke-width="2.4" '
        'stroke-linecap="round"/>' + pip(suit, 43, 115, 14, "#fff") + "</g>"
    )


def back() -> str:
    """A lattice of small lozenges in a frame."""
    lozenges = "".join(
        f"M{x} {y - 6}L{x + 5} {y}L{x} {y + 6}L{x - 5} {y}Z"
        for row, y in enumerate(range(16, 132, 9))
        for x in range(14 + 6 * (row % 2), 90, 12)
    )
    return (
        '<rect x="5" y="5" width="90" height="130" rx="6" fill="var(--back, #2c4d80)"/>'
        f'<path d="{lozenges}" fill="var(--back-mark, #8ea9d4)"/>'
    )


def symbol(name: str, drawing: str, box: str = "0 0 100 140") -> str:
    """One named drawing of the sprite."""
    return f'<symbol id="{name}" viewBox="{box}">{drawing}</symbol>'


def sprite() -> str:
    """The whole sprite as text."""
    cards = [(rank, suit) for rank in RANKS for suit in SUITS]
    parts = [symbol(rank + suit, plain_face(rank, suit)) for rank, suit in cards]
    parts += [symbol(f"{rank}{suit}-court", court_face(rank, suit)) for rank, suit in cards if rank in HATS]
    parts += [symbol(f"suit-{suit}", pip(suit, 0, 0, 100), "0 0 100 100") for suit in SUITS]
    parts += [symbol(f"rank-{rank}", rank_index(rank, 4, 1, 1), "0 0 48 60") for rank in RANKS]
    parts.append(symbol("back", back()))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(parts) + "\n</svg>\n"


def icon(maskable: bool = False) -> str:
    """The app's icon: a card with a spade on a green field.

    A maskable one has no corners, and all of its card within the middle 80 %: a system may cut it to any shape.
    """
    corner, size = (0, 0.8) if maskable else (22, 1)
    middle = f"translate(50 50)scale({size})rotate(-9)translate(-50 -50)"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="{corner}" '
        f'fill="#1f5f4a"/><g transform="{middle}"><rect x="24" y="14" width="52" height="72" rx="8" '
        f'fill="#fffdf8"/><g color="#17191c">{pip("S", 32, 32, 36)}</g></g></svg>\n'
    )


def main() -> None:
    """Write the sprite and the icon."""
    (STATIC / "table/cards.svg").write_text(sprite(), encoding="utf-8")
    (STATIC / "site/icon.svg").write_text(icon(), encoding="utf-8")


if __name__ == "__main__":
    main()
