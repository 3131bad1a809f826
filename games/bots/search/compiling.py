"""Compiles Python functions to machine code with numba, for the thousands of deals that a bot simulates.

Compiled functions take and return integers, floats and arrays, no objects. Only those that take long release the GIL:
on a busy site a thread waits for milliseconds until it has the GIL again.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.extending import intrinsic

from . import compiled_code

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

_config: Final[Any] = numba.config


def compiled(function: F) -> F:
    """Return the function as machine code, compiled at its first call and cached on disk for other processes.

    It releases the GIL, so that other threads go on.
    """
    return _machine_code(function, counts_references=True, releases=True)


def brief(function: F) -> F:
    """Return the function as machine code that keeps the GIL, because it takes some microseconds only."""
    return _machine_code(function, counts_references=True, releases=False)


def uncounted(function: F) -> F:
    """Return the function as machine code that counts no references to arrays, which takes half of the time of short
    functions. It may neither make nor return arrays, nor copy a slice into another. It keeps the GIL.
    """
    return _machine_code(function, counts_references=False, releases=False)


def _machine_code(function: F, *, counts_references: bool, releases: bool) -> F:
    # Without `_nrt`, the function that calls this one first would decide about it.
    options: dict[str, Any] = {"nogil": releases, "error_model": "numpy", "_nrt": counts_references}
    options["cache"] = compiled_code.HERE.is_dir()  # numba stores nothing of modules in an archive
    before, _config.CACHE_DIR = _config.CACHE_DIR, str(compiled_code.directory())
    try:
        fast: Any = numba.njit(**options)(function)
    finally:
        _config.CACHE_DIR = before  # the functions of the program that uses the package stay where they were
    return cast(F, fast)


def _instruction(name: str, *options: Any) -> Callable[[int], int]:
    """Return a function of one integer that is a single machine instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(arguments[0], *options)

    def typed(_context: Any, _cards: Any) -> Any:
        return numba.int64(numba.int64), generate

    return cast(Callable[[int], int], intrinsic(typed))


_ZERO_IS_DEFINED: Final = ir.Constant(ir.IntType(1), 0)

count: Final = _instruction("ctpop")
"""The number of cards in a set."""

index_of: Final = _instruction("cttz", _ZERO_IS_DEFINED)
"""The index of the first card of a set."""

leading_zeros: Final = _instruction("ctlz", _ZERO_IS_DEFINED)


def _borrow(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = ir.Constant(view.meminfo.type, None)
        return view._getvalue()

    return array(array), generate


borrowed: Final = cast(Callable[[Ints], Ints], intrinsic(_borrow))
"""The same array without counting references, which takes most of the time of short functions.

The caller keeps the array alive.
"""
