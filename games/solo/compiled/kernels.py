"""Takes the place of `games.bots.search.compiling` where code was compiled ahead: functions that the library has are
called there, and all others stay what they are in Python.
"""

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

from games.solo.compiled.arrays import Array

Ints: TypeAlias = Array
Floats: TypeAlias = Array
F = TypeVar("F", bound=Callable[..., Any])

_NUMBER_BYTES: Final = 8
_loaded: list[ctypes.CDLL] = []


def load(library: Path) -> None:
    """Load the library, which is WebAssembly that Python can be linked with."""
    _loaded[:] = [ctypes.CDLL(str(library))]


def compiled(function: F) -> F:
    """Return the function of the library that was compiled from this one; this one itself if there is none."""
    name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
    found = getattr(_loaded[0], name, None)
    if found is None:
        return function
    return cast(F, _caller(found, name))


brief: Final = compiled
uncounted: Final = compiled


def _caller(found: Any, name: str) -> Callable[..., None]:
    found.restype = ctypes.c_int
    nothing = (ctypes.c_longlong * 2)()  # where numba's functions put a result and an error; these have neither
    places = (ctypes.byref(nothing), ctypes.byref(nothing, _NUMBER_BYTES))

    def call(*arguments: Array | int) -> None:
        flat = [part for argument in arguments for part in _flat(argument)]
        if found(*places, *flat):
            raise RuntimeError(f"{name} has failed")

    return call


def _flat(argument: Array | int) -> list[Any]:
    """Return an argument as numba's functions take it: an array as a structure of which they get each field."""
    if not isinstance(argument, Array):
        return [ctypes.c_longlong(argument)]
    number, address = len(argument.numbers), ctypes.c_void_p(argument.address())
    steps = [_NUMBER_BYTES * step for step in argument.steps]
    sizes = [ctypes.c_longlong(size) for size in (number, _NUMBER_BYTES)]
    return [None, None, *sizes, address, *map(ctypes.c_longlong, (*argument.shape, *steps))]


def _only_compiled(*_arguments: Any) -> int:
    raise RuntimeError("this is part of the library's functions, and not one of them")


count = index_of = leading_zeros = borrowed = _only_compiled
