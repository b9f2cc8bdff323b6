"""The decorators of this family's kernels: those of all kernels, without counting references to arrays.

A kernel under them allocates nothing: every array is its caller's and outlives the call. Numba counts references
each time an array is read out of a named tuple; that took nine tenths of the search's time. The switch is
Numba's own, though it documents it for its developers only; where it has no effect the kernels are just slower.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from winnable.solver.kernels import jit

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a search that Python calls."""
    return _uncounted(jit.kernel(function))


def inlined(function: F) -> F:
    """Compile a step of a search."""
    return _uncounted(jit.inlined(function))


def _uncounted(compiled: F) -> F:
    options = getattr(compiled, "targetoptions", None)
    if options is not None:
        options["_nrt"] = False
    return compiled
