"""A position as coloured text: what a player sees at the table, hidden cards hidden."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from winnable.cards import RANKS, Card, is_red, rank_of, suit_of
from winnable.rules.engine import Pile, Position, base_rank, needed_rank

SYMBOLS = "♣♦♥♠"
LETTERS = "CDHS"
HIDDEN = "··"
WIDTH = 5  # of a column
DIM = "dim"


def table_text(position: Position, suits: str = SYMBOLS) -> Text:
    """The whole table, each pile under its name."""
    lines = [*_stock(position, suits), *_foundations(position, suits)]
    if position.reserves:
        lines += _tops("R", position.reserves, suits)
    if position.tableau:
        lines += _tableau(position, suits)
    return Text("\n").join(lines)


def card(one: Card, suits: str) -> Text:
    """A card such as 7♦, in its colour."""
    return Text(RANKS[rank_of(one)] + suits[suit_of(one)], "bold red" if is_red(one) else "bold")


def _stock(position: Position, suits: str) -> list[Text]:
    stock = position.game.stock
    if stock is None:
        return []
    passes = f"pass {position.passes}" + (f" of {stock.passes}" if stock.passes else "")
    parts = [Text(f"stock {len(position.stock)}, {passes}", DIM)]
    if not stock.to_reserves:
        waste = [card(one, suits) for one in position.waste[-3:]]
        parts.append(Text("   W ", DIM) + (Text(" ").join(waste) if waste else Text("-", DIM)))
        parts.append(Text(f"  ({len(position.waste)} cards)", DIM))
    return [Text.assemble(*parts)]


def _foundations(position: Position, suits: str) -> list[Text]:
    piles, game, base = position.foundations, position.game, base_rank(position)
    tops = [card(pile[-1], suits) if pile else Text("-", DIM) for pile in piles]
    needs = []
    for suit, pile in enumerate(piles):
        rank = needed_rank(position, pile)
        needs.append("" if rank is None else RANKS[rank] + (suits[suit] if game.foundations.by_suit else ""))
    chosen = "base rank: not chosen yet" if base is None else f"base rank: {RANKS[base]}"
    return [
        Text(chosen, DIM),
        *_columns(_names("F", piles), [tops, [Text(need, DIM) for need in needs]], ("", " next")),
    ]


def _tops(group: str, piles: Sequence[Pile], suits: str) -> list[Text]:
    tops = [card(pile[-1], suits) if pile else Text("-", DIM) for pile in piles]
    counts = [Text(f"({len(pile)})" if len(pile) > 1 else "", DIM) for pile in piles]
    return _columns(_names(group, piles), [tops, counts])


def _tableau(position: Position, suits: str) -> list[Text]:
    piles = position.tableau
    downs = position.face_down or (0,) * len(piles)
    rows = []
    for row in range(max(1, *map(len, piles))):
        cells = []
        for pile, down in zip(piles, downs, strict=True):
            cells.append(_cell(pile, down, row, suits))
        rows.append(cells)
    return _columns(_names("T", piles), rows)


def _cell(pile: Pile, down: int, row: int, suits: str) -> Text:
    if row < down:
        return Text(HIDDEN, DIM)
    if row < len(pile):
        return card(pile[row], suits)
    return Text("-" if not pile and row == 0 else "", DIM)


def _names(group: str, piles: Sequence[Pile]) -> list[Text]:
    return [Text(f"{group}{number}", DIM) for number in range(1, len(piles) + 1)]


def _columns(names: list[Text], rows: Iterable[list[Text]], ends: Sequence[str] = ()) -> list[Text]:
    lines = []
    for number, cells in enumerate((names, *rows)):
        end = ends[number - 1] if 0 < number <= len(ends) else ""
        line = Text("").join(_padded(cell) for cell in cells) + Text(end, DIM)
        line.rstrip()
        lines.append(line)
    return [Text(""), *(line for line in lines if line.plain.strip())]


def _padded(cell: Text) -> Text:
    padded = cell.copy()
    padded.pad_right(WIDTH - len(cell))
    return padded
