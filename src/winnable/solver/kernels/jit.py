"""The decorators of every kernel.

A kernel allocates nothing: every array is its caller's and outlives the call, so references to arrays are not counted.
Numba would count them each time an array is read out of a named tuple; that took nine tenths of a search's time. The
switch is Numba's own, though it documents it for its developers only; where it has no effect the kernels are just
slower.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import numba
from numba.core.registry import CPUDispatcher
from numba.core.types import unliteral

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


class Step(CPUDispatcher):
    """A compiled function that only other compiled ones call."""

    def __call__(self, *_: object) -> None:
        raise TypeError(f"{self.py_func.__name__} is a step of a kernel: Python can't call it.")

    def get_call_template(self, args: Sequence[Any], kws: Any) -> Any:
        """Numba would compile a step once for each number and truth value written in a call; so it doesn't."""
        widened: Any = unliteral
        return super().get_call_template([widened(arg) for arg in args], kws)


def inlined(function: F) -> F:
    """Compile a step of a search, as part of the kernels that use it.

    LLVM inlines it; Numba's own inliner costs more time to compile than it saves. What Python would need to call it
    is left out: that took a quarter of the time to compile.
    """
    settings: Any = numba.config
    if settings.DISABLE_JIT:
        return function
    options = {"nopython": True, "nogil": True, "boundscheck": False, "no_cpython_wrapper": True}
    return _uncounted(cast(F, Step(function, targetoptions=options)))


def _uncounted(compiled: F) -> F:
    """Switch the counting of references off, and the wrapper that C would call."""
    options = getattr(compiled, "targetoptions", None)
    if options is not None:
        options.update(_nrt=False, no_cfunc_wrapper=True)
    return compiled
