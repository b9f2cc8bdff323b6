"""``games``, ``deal`` and ``perft``."""

import json

from rich.console import Console
from rich.text import Text

from winnable.cards import card_text, is_red
from winnable.cli.errors import BadInput
from winnable.cli.sources import find_deal, find_game
from winnable.games import GAMES
from winnable.notation import position_to_json
from winnable.notation.solvitaire import CannotSay, position_to_solvitaire
from winnable.rules.game import Game, Option
from winnable.rules.perft import divide, perft
from winnable.rules.position import Pile, Position


def list_games() -> None:
    """Print each game with its options."""
    for game in GAMES.values():
        print(f"{game.name:<14} {game.title}")
        for option in game.choices:
            print(f"    :{written(option):<18} {option.meaning}")


def written(option: Option) -> str:
    """How an option is written: ``locked``, ``fill=choice`` or ``draw=1|2|3``."""
    return f"{option.name}={'|'.join(option.values)}" if option.values else option.name


def show_deal(name: str, number: int, as_json: bool, as_solvitaire: bool) -> None:
    """Print a deal: as text with all cards open, as JSON, or as Solvitaire's JSON."""
    game = find_game(name)
    position = find_deal(game, number)
    if as_solvitaire:
        print(json.dumps(_solvitaire(position), separators=(",", ":")))
    elif as_json:
        print(json.dumps(position_to_json(position), separators=(",", ":")))
    else:
        _show(game, number, position)


def _solvitaire(position: Position) -> dict[str, object]:
    try:
        return position_to_solvitaire(position)
    except CannotSay as error:
        raise BadInput(str(error)) from None


def _show(game: Game, number: int, position: Position) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{game.full_name} {number}")
    groups = (("F", position.foundations), ("R", position.reserves), ("T", position.tableau))
    for group, piles in groups:
        for index, pile in enumerate(piles, 1):
            _show_pile(console, f"{group}{index}", pile)
    if game.stock is not None:
        if not game.stock.to_reserves:
            _show_pile(console, "W", position.waste)
        _show_pile(console, "S", position.stock)


def _show_pile(console: Console, name: str, pile: Pile) -> None:
    cards = Text(" ").join(Text(card_text(card), "red" if is_red(card) else "") for card in pile)
    console.print(Text(f"{name:<4}") + cards)


def count_sequences(name: str, number: int, depth: int, divided: bool) -> None:
    """Print the number of move sequences; ``divided``: for each first move before."""
    position = find_deal(find_game(name), number)
    if not divided:
        print(perft(position, depth))
        return
    counts = divide(position, depth)
    for move, count in counts.items():
        print(f"{move}: {count}")
    print(sum(counts.values()) if depth else 1)
