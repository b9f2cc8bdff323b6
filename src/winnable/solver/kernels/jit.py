"""The decorators of every kernel.

A kernel allocates nothing: every array is its caller's and outlives the call, so references to arrays are not counted.
Numba would count them each time an array is read out of a named tuple; that took nine tenths of a search's time. The
switch is Numba's own, though it documents it for its developers only; where it has no effect the kernels are just
slower.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from winnable.solver.cache import folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a search that Python calls: without the GIL, kept in the cache.

    A module of kernels is named after its family: ``canfield_moves`` belongs to ``canfield``.
    """
    family = function.__module__.rpartition(".")[2].partition("_")[0]
    place = folder(family)
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = "" if place is None else str(place)
    try:
        return _uncounted(cast(F, numba.njit(nogil=True, cache=place is not None, boundscheck=False)(function)))
    finally:
        settings.CACHE_DIR = before


def inlined(function: F) -> F:
    """Compile a step of a search, as part of the kernels that use it.

    LLVM inlines it; Numba's own inliner costs more time to compile than it saves.
    """
    return _uncounted(cast(F, numba.njit(nogil=True, boundscheck=False)(function)))


def _uncounted(compiled: F) -> F:
    options = getattr(compiled, "targetoptions", None)
    if options is not None:
        options["_nrt"] = False
    return compiled
