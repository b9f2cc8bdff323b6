"""The decorators of every kernel."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a search that Python calls: without the GIL, kept in the cache."""
    compiled: F = numba.njit(nogil=True, cache=True, boundscheck=False)(function)
    return compiled


def inlined(function: F) -> F:
    """Compile a step of a search. LLVM inlines it; Numba's own inliner costs more time to compile than it saves."""
    compiled: F = numba.njit(nogil=True, cache=True, boundscheck=False)(function)
    return compiled
