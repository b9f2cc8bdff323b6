"""Calls that begin at the same moment, each in a thread of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from site_support import Guest


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each of several threads gets that begin at the same moment; an exception where it raises one."""
    gate, got = threading.Barrier(len(works)), [None] * len(works)

    def run(index: int) -> None:
        gate.wait()
        try:
            got[index] = works[index]()
        except Exception as error:
            got[index] = error  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def tab_of(guest: Guest) -> Guest:
    """Another tab of the same browser, at the same moment."""
    tab = Guest()
    tab.client.cookies.load({key: morsel.value for key, morsel in guest.client.cookies.items()})
    return tab
