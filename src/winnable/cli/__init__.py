"""The command line: thin commands over the other rooms."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 2 bad input, 130 interrupted."""
    from winnable.cli.app import app  # noqa: PLC0415 - the entry point itself must cost nothing
    from winnable.cli.errors import Abort, BadInput, usage_error  # noqa: PLC0415

    wanted = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(args=wanted or ["--help"], prog_name="winnable", standalone_mode=False)
    except BadInput as error:
        return _say(str(error))
    except usage_error as error:
        return _say(error.format_message())
    except (KeyboardInterrupt, Abort):
        return 130
    return code if isinstance(code, int) else 0


def _say(message: str) -> int:
    """One clear line on standard error, and the exit code of bad input."""
    print(f"winnable: {' '.join(message.split())}", file=sys.stderr)
    return 2
