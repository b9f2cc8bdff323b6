"""The decorators of every kernel."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from winnable.solver.cache import folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a search that Python calls: without the GIL, kept in the cache."""
    place = folder()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if place is None else str(place)
    try:
        compiled: F = numba.njit(nogil=True, cache=place is not None, boundscheck=False)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def inlined(function: F) -> F:
    """Compile a step of a search, as part of the kernels that use it.

    LLVM inlines it; Numba's own inliner costs more time to compile than it saves.
    """
    compiled: F = numba.njit(nogil=True, boundscheck=False)(function)
    return compiled
