"""The rules of the eleven games a second time, naive and slow, written from the page of rules alone.

It shares nothing with ``winnable``: cards are texts such as ``7H``, a table is a dict of lists, every conceivable
move is tried, and what a move does is done step by step. It exists only so that tests can compare.
"""

from copy import deepcopy
from itertools import product
from typing import Any

Table = dict[str, Any]  # "game", "options", "ranks", "suits", "F", "T", "R", "W", "S", "pass", "down"

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SEASONS = ("czarina", "four-seasons")
TEN_PILES = ("chessboard", "fortress", "lasker", "castles-end")
ACES_OUT = ("quadrennial", "acquaintance", "leap-year")
GAMES = (*SEASONS, "canfield", "klondike", *TEN_PILES, *ACES_OUT)


def rank(card: str) -> int:
    return RANKS.index(card[0])


def red(card: str) -> bool:
    return card[1] in "DH"


def option_value(table: Table, name: str, default: Any) -> Any:
    for option in table["options"]:
        if option.split("=")[0] == name:
            return option.split("=")[1] if "=" in option else True
    return default


# The deal


def opening(game: str, options: list[str], deck: list[str], ranks: int = 13, suits: int = 4) -> Table:
    """The table after the deal; the deck's first card is dealt first."""
    table: Table = {"game": game, "options": options, "ranks": ranks, "suits": suits}
    cards = list(deck)
    copies = len(deck) // (ranks * suits)
    piles = {"czarina": 5, "four-seasons": 5, "canfield": 4, "klondike": 7}
    tableau = piles.get(game, 10 if game in TEN_PILES else 0)
    table["F"] = [[] for _ in range(suits * copies)]
    table["T"] = [[] for _ in range(tableau)]
    table["R"] = [[] for _ in range(reserve_count(table))]
    table["W"], table["pass"], table["down"] = [], 1, [0] * tableau
    deal_out(table, cards)
    table["S"] = cards
    if option_value(table, "open_waste", False):
        table["W"].append(table["S"].pop(0))
    return table


def reserve_count(table: Table) -> int:
    if table["game"] in ("quadrennial", "leap-year"):
        return 4 if option_value(table, "one_deck", False) else 8
    return {"acquaintance": 4, "canfield": 1, "castles-end": 2}.get(table["game"], 0)


def deal_out(table: Table, cards: list[str]) -> None:
    game, tableau, reserves = table["game"], table["T"], table["R"]
    if game in ("czarina", "four-seasons", "canfield"):
        base = cards.pop(0)
        table["F"][SUITS.index(base[1])].append(base)
    if game in ACES_OUT:
        take_out_the_aces(table, cards)
        deal_one_each(reserves, cards)
    elif game in SEASONS:
        deal_one_each(tableau, cards)
    elif game == "canfield":
        for _ in range(13):
            deal_one_each(reserves, cards)
        deal_one_each(tableau[::-1], cards)
    elif game == "klondike":
        for leftmost in (1, 2, 3, 4, 5, 6):
            deal_one_each(tableau[leftmost:][::-1], cards)
            table["down"][leftmost:] = [count + 1 for count in table["down"][leftmost:]]
        deal_one_each(tableau[::-1], cards)
    else:
        for _ in range(5):
            deal_one_each(tableau, cards)
        deal_one_each(reserves if game == "castles-end" else tableau, cards)


def deal_one_each(piles: list[list[str]], cards: list[str]) -> None:
    for pile in piles:
        if cards:
            pile.append(cards.pop(0))


def take_out_the_aces(table: Table, cards: list[str]) -> None:
    aces = ["A" + suit for suit in SUITS for _ in range(cards.count("A" + suit))]
    for pile, ace in zip(table["F"], aces, strict=True):
        pile.append(ace)
        cards.remove(ace)


# What may move


def base_of(table: Table) -> int | None:
    """The base rank, None while none is chosen."""
    if table["game"] in ("fortress", "klondike", *ACES_OUT):
        return 0
    for pile in table["F"]:
        if pile:
            return rank(pile[0])
    return None


def goes_up(table: Table, card: str, index: int) -> bool:
    """Whether a foundation takes the card."""
    pile = table["F"][index]
    if len(pile) == table["ranks"]:
        return False
    if table["game"] not in ACES_OUT and SUITS[index] != card[1]:
        return False
    if pile:
        return bool(rank(card) == (rank(pile[-1]) + 1) % table["ranks"])
    base = base_of(table)
    return base is None or rank(card) == base


def builds(table: Table, card: str, below: str) -> bool:
    """Whether the card may lie on the other in the tableau."""
    game, ranks = table["game"], table["ranks"]
    step = rank(below) - rank(card)
    other_colour, same_suit = red(card) != red(below), card[1] == below[1]
    fits = {
        "czarina": step % ranks == 1,
        "four-seasons": step % ranks == 1,
        "canfield": step % ranks == 1 and other_colour,
        "klondike": step == 1 and other_colour,
        "fortress": step in (1, -1) and same_suit,
        "castles-end": step % ranks in (1, ranks - 1) and other_colour,
    }
    return bool(fits.get(game, step % ranks in (1, ranks - 1) and same_suit))


def is_run(table: Table, cards: list[str]) -> bool:
    return all(builds(table, cards[place], cards[place - 1]) for place in range(1, len(cards)))


def run_may_move(table: Table, source: list[str], count: int, to_space: bool) -> bool:
    """Whether so many cards may move together, given that they are a run."""
    game = table["game"]
    spaces = sum(1 for pile in table["T"] if not pile)
    if game in SEASONS or game == "castles-end":
        return False
    if game == "canfield" and option_value(table, "whole_only", False):
        return count == len(source)
    if game in ("canfield", "klondike", "lasker"):
        return True
    if option_value(table, "doubling", False):
        return bool(count <= 2 ** (spaces - 1 if to_space else spaces))
    return spaces >= (2 if to_space else 1)


def player_fills(table: Table) -> bool:
    """Whether the player may put a card in a space."""
    if table["game"] == "czarina":
        return not table["S"] and not table["W"]
    if table["game"] == "canfield":
        if option_value(table, "fill", "") == "choice":
            return not table["R"][0]
        return not table["S"] and not table["W"] and not table["R"][0]
    return True


def may_turn(table: Table) -> bool:
    if table["game"] in TEN_PILES:
        return False
    if table["S"]:
        return True
    passes: float = {
        "czarina": 1,
        "four-seasons": 1,
        "leap-year": 1,
        "quadrennial": 3,
        "acquaintance": 3,
    }.get(table["game"], float("inf"))
    if table["pass"] >= float(option_value(table, "passes", passes)):
        return False
    return any(table["R"]) if table["game"] in ACES_OUT else bool(table["W"])


def pile_of(table: Table, name: str) -> list[str]:
    pile: list[str] = table[name] if name in "WS" else table[name[0]][int(name[1:]) - 1]
    return pile


def allowed(table: Table, source: str, target: str, count: int) -> bool:
    """Whether so many cards may go from one pile to another."""
    start, end = pile_of(table, source), pile_of(table, target)
    if source == target or count < 1 or count > len(start):
        return False
    if source == "S":
        asked = count == 1 and option_value(table, "stock_to_space", False)
        return bool(asked and target[0] == "T" and not end)
    if target[0] == "F":
        between = source[0] != "F" or table["game"] in ACES_OUT
        return between and count == 1 and goes_up(table, start[-1], int(target[1:]) - 1)
    return target[0] == "T" and may_leave(table, source, count, not end) and lies_well(table, start[-count], end)


def may_leave(table: Table, source: str, count: int, to_space: bool) -> bool:
    """Whether so many cards may leave a pile for the tableau."""
    start = pile_of(table, source)
    if source[0] == "F" and not taken_back(table, start):
        return False
    if source[0] == "T" and count > len(start) - table["down"][int(source[1:]) - 1]:
        return False
    if count == 1:
        return True
    return source[0] == "T" and is_run(table, start[-count:]) and run_may_move(table, start, count, to_space)


def lies_well(table: Table, card: str, end: list[str]) -> bool:
    """Whether a tableau pile takes the card, with what lies on it."""
    if table["game"] == "castles-end" and base_of(table) is None:
        return False
    if end:
        return builds(table, card, end[-1])
    return player_fills(table) and (table["game"] != "klondike" or rank(card) == table["ranks"] - 1)


def taken_back(table: Table, foundation: list[str]) -> bool:
    if table["game"] not in ("klondike", *TEN_PILES) or option_value(table, "locked", False):
        return False
    return table["game"] != "castles-end" or len(foundation) > 1


def move_name(source: str, target: str, count: int) -> str:
    return f"{source}-{target}" + (f"x{count}" if count > 1 else "")


def all_moves(table: Table) -> list[str]:
    """Every legal move, found by trying every conceivable one."""
    names = [f"{group}{number}" for group in "FTR" for number in range(1, len(table[group]) + 1)] + ["W", "S"]
    moves = [
        move_name(source, target, count)
        for source, target in product(names, names)
        for count in range(1, len(pile_of(table, source)) + 1)
        if allowed(table, source, target, count)
    ]
    return [*moves, "S"] if may_turn(table) else moves


# What a move does


def after(table: Table, move: str) -> Table:
    """The table after a legal move; the old one stays as it is."""
    table = deepcopy(table)
    if move == "S":
        turn(table)
    else:
        way, _, count = move.partition("x")
        source, target = way.split("-")
        start, number = pile_of(table, source), int(count or 1)
        if source == "S":
            pile_of(table, target).append(start.pop(0))
        else:
            pile_of(table, target).extend(start[-number:])
            del start[-number:]
    fill_spaces(table)
    turn_up(table)
    return table


def turn(table: Table) -> None:
    if table["game"] in ACES_OUT:
        deal_row(table)
    elif table["S"]:
        draw = int(option_value(table, "draw", 3 if table["game"] in ("canfield", "klondike") else 1))
        for _ in range(draw):
            if table["S"]:
                table["W"].append(table["S"].pop(0))
    else:
        table["S"], table["W"] = table["W"], []
        table["pass"] += 1


def deal_row(table: Table) -> None:
    if not table["S"]:
        for pile in table["R"]:
            while pile:
                table["S"].append(pile.pop(0))
        table["pass"] += 1
    if table["game"] == "quadrennial":
        skips = not option_value(table, "refill", False)
    else:
        skips = option_value(table, "skip", False)
    all_empty = not any(table["R"])
    for pile in table["R"]:
        if table["S"] and (pile or all_empty or not skips):
            pile.append(table["S"].pop(0))


def fill_spaces(table: Table) -> None:
    for pile in table["T"]:
        if not pile:
            source = filler(table)
            if source is not None:
                pile.append(source.pop(0) if source is table["S"] else source.pop())


def filler(table: Table) -> list[str] | None:
    """The pile that fills the next space by itself, if any."""
    stock: list[str] = table["S"]
    waste: list[str] = table["W"]
    sources: list[list[str]] = []
    if table["game"] == "czarina":
        sources = [waste, stock] if option_value(table, "fill", "") == "waste" else [stock, waste]
    if table["game"] == "canfield":
        sources = [table["R"][0]] if option_value(table, "fill", "") == "choice" else [table["R"][0], waste]
    return next((source for source in sources if source), None)


def turn_up(table: Table) -> None:
    for index, pile in enumerate(table["T"]):
        table["down"][index] = min(table["down"][index], max(len(pile) - 1, 0))


# How it ends


def won(table: Table) -> bool:
    return all(len(pile) == table["ranks"] for pile in table["F"])


def progress(table: Table, move: str) -> bool:
    """Whether a card move can change what is playable: not a pile put whole in a space, not between foundations."""
    if move == "S":
        return False
    way, _, count = move.partition("x")
    source, target = way.split("-")
    if source[0] == "F" and target[0] == "F":
        return False
    whole = source[0] == "T" and int(count or 1) == len(pile_of(table, source))
    return not (whole and target[0] == "T" and not pile_of(table, target))


def stuck(table: Table) -> bool:
    """Whether neither now nor after any number of turns a card makes progress."""
    if won(table):
        return False
    seen: list[Table] = []
    while not any(progress(table, move) for move in all_moves(table)):
        lie = {**table, "pass": 0}
        if not may_turn(table) or lie in seen:
            return True
        seen.append(lie)
        table = after(table, "S")
    return False


def count_lines(table: Table, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are."""
    moves = all_moves(table)
    return len(moves) if depth == 1 else sum(count_lines(after(table, move), depth - 1) for move in moves)
