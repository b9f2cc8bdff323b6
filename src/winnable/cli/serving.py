"""``serve``: the table in the browser."""

from winnable.cli.errors import BadInput
from winnable.site.serve import CanNotServe
from winnable.site.serve import serve as serve_site


def serve(host: str, port: int, open_browser: bool, processes: int) -> int:
    """Serve until interrupted. Raises BadInput if the address can't be used."""
    try:
        return serve_site(host, port, open_browser, processes)
    except CanNotServe as error:
        raise BadInput(str(error)) from None
