"""The commands, their arguments and their help. What they do is imported when they are called."""

# ruff: noqa: PLC0415 - imports inside the commands, so that the help is instant

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Patience games that know whether they can be won.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GAME_HELP = "A game with its options, such as czarina or canfield:fill=choice:draw=1."
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
Number = Annotated[int, typer.Argument(metavar="N", min=1, help="The deal number, as in PySolFC.")]
Seconds = Annotated[float | None, typer.Option(metavar="S", min=0, help="Seconds that a deal may take.")]
Json = Annotated[bool, typer.Option("--json", help="JSON, one object a line.")]


@app.callback()
def winnable() -> None:
    """Patience games that know whether they can be won."""


@app.command(rich_help_panel="Play")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the table in the browser.")] = True,
    processes: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Server processes side by side.")] = 1,
) -> int:
    """Serve the table in the browser."""
    from winnable.cli.serving import serve

    return serve(host, port, browser, processes)


@app.command(rich_help_panel="Play")
def password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user name of the account.")],
) -> None:
    """Set the password of an account on this machine's site.

    It is asked for twice, or read from standard input. All devices of the account are signed out.
    """
    from winnable.cli.passwords import set_password

    set_password(name)


@app.command(rich_help_panel="Host")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
) -> None:
    """Write all that the site has stored to a file, while it runs."""
    from winnable.cli.hosting import backup

    backup(file)


@app.command(rich_help_panel="Host")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup has written.")],
    force: Annotated[bool, typer.Option("--force", help="Put it in the place of players that are there.")] = False,
) -> None:
    """Put a backup in the place of what is stored; no server may run."""
    from winnable.cli.hosting import restore

    restore(file, force)


@app.command(rich_help_panel="Host")
def admin_user(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The user name of an account.")],
    remove: Annotated[bool, typer.Option("--remove", help="Not any longer.")] = False,
) -> None:
    """Let an account into the administration at /admin/."""
    from winnable.cli.hosting import admin_user

    admin_user(name, remove)


@app.command(rich_help_panel="Play")
def play(
    game: GameName,
    number: Annotated[int | None, typer.Argument(metavar="[N]", min=1, help="The deal number; else a random one.")] = (
        None
    ),
) -> int:
    """Play in the terminal."""
    from winnable.cli.playing import play

    return play(game, number)


@app.command(rich_help_panel="Play")
def games() -> None:
    """List the games and their options."""
    from winnable.cli.deals import list_games

    list_games()


@app.command(rich_help_panel="Play")
def deal(
    game: GameName,
    number: Number,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    solvitaire: Annotated[bool, typer.Option("--solvitaire", help="As a deal in Solvitaire's JSON.")] = False,
) -> None:
    """Show a deal, all cards open."""
    from winnable.cli.deals import show_deal

    show_deal(game, number, json, solvitaire)


@app.command(rich_help_panel="Solve")
def solve(
    game: GameName,
    deals: Annotated[str, typer.Argument(metavar="NUMBERS|FILE", help="7, 1-100 or 3,9,12; a file of positions; -.")],
    *,
    seconds: Seconds = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", min=1, help="Nodes that a deal may take.")] = None,
    threads: Annotated[int, typer.Option(metavar="T", min=1, max=256, help="Deals that are solved side by side.")] = 1,
    json: Json = False,
) -> None:
    """Tell which deals are winnable, and how, and which are lost.

    Without --seconds and --nodes a deal may take 30 seconds. With --nodes alone the answer is the same everywhere.
    """
    from winnable.cli.solving import solve
    from winnable.solver import Budget

    solve(game, deals, Budget(seconds=seconds, nodes=nodes), threads, json)


@app.command(rich_help_panel="Solve")
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What solve --json printed; - is standard input.")],
) -> int:
    """Replay lines by the rules alone.

    One answer a line: ok, or what fails where. The exit code is 2 if any line fails.
    """
    from winnable.cli.verifying import verify

    return verify(file)


@app.command(rich_help_panel="Solve")
def find(
    game: GameName,
    count: Annotated[int, typer.Option(metavar="K", min=1, help="How many to find.")] = 1,
    seconds: Annotated[float | None, typer.Option(metavar="S", min=0, help="Seconds to search in all.")] = None,
) -> None:
    """Find random deal numbers that are proved winnable."""
    from winnable.cli.solving import find

    find(game, count, seconds)


@app.command(rich_help_panel="Study")
def study(
    game: GameName,
    *,
    deals: Annotated[str, typer.Option(metavar="A-B", help="The deal numbers, such as 1-1000.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the results.")],
    seconds: Annotated[float, typer.Option(metavar="S", min=0, help="Seconds that a deal may take.")] = 30.0,
    workers: Annotated[int, typer.Option(metavar="W", min=0, help="Processes; 0 for one on each core.")] = 0,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask scheduler to use instead.")] = "",
) -> None:
    """Solve many deals and keep the results.

    A study that was interrupted goes on where it stopped.
    """
    from winnable.cli.studying import Workers, study

    study(game, deals, out, seconds, Workers(workers, cluster))


@app.command(rich_help_panel="Study")
def table(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders that study has written.")],
) -> None:
    """Print how many deals are winnable, with honest intervals."""
    from winnable.cli.studying import table

    table(folders)


@app.command(rich_help_panel="Study")
def perft(
    game: GameName,
    number: Number,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=99, help="The length of the move sequences.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
) -> None:
    """Count the sequences of legal moves from a deal."""
    from winnable.cli.deals import count_sequences

    count_sequences(game, number, depth, divide)


@app.command(rich_help_panel="Study")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="The games; else all.")] = None,
    *,
    deals: Annotated[str, typer.Option(metavar="NUMBERS", help="The deal numbers.")] = "1-100",
    seconds: Annotated[float, typer.Option(metavar="S", min=0, help="Seconds that a deal may take.")] = 1.0,
    results: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the figures to a file here.")] = None,
    solvitaire: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the deals for Solvitaire here.")] = None,
) -> None:
    """Measure solver and rules on fixed deals.

    The signature is the same on every machine; it moves only when the search does.
    """
    from winnable.cli.benching import Folders, bench

    bench(games or [], deals, seconds, Folders(results, solvitaire))
