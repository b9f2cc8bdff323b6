"""What a command answers to bad input."""

from typing import Any

import typer

Abort = typer.Abort  # what some versions of Typer make of Ctrl-C
usage_error: Any = typer.BadParameter.__base__  # Typer does not export it: wrong options, missing arguments


class BadInput(ValueError):
    """Input that a command can't work with; the message is one clear sentence for the user."""
