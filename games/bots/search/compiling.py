"""Functions that are compiled to machine code, for the thousands of deals that a bot simulates.

They take and return integers, floats and arrays, no objects. Python calls those that are marked as an `entry`, from the
file of machine code that another process has made (`compiled_code`); those call the others. Called by Python, the
others are what they look like: tests compare them with the engine so.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import numpy as np

from .compiled_code import COMPILES

if TYPE_CHECKING:
    import numpy.typing as npt

    Ints: TypeAlias = npt.NDArray[np.int64]
    Floats: TypeAlias = npt.NDArray[np.float64]
else:
    Ints = Floats = np.ndarray  # browsers have arrays of our own, without types
F = TypeVar("F", bound=Callable[..., Any])

_WORD: Final = (1 << 64) - 1


def compiled(function: F) -> F:
    """Mark a function that is compiled."""
    return _compiled(function, counts_references=True)


def uncounted(function: F) -> F:
    """Mark a function that is compiled without counting references to arrays, which takes half of the time of short
    functions. It may neither make nor return arrays, nor copy a slice into another.
    """
    return _compiled(function, counts_references=False)


def _compiled(function: F, *, counts_references: bool) -> F:
    if not COMPILES:
        return function
    from .compiler import with_numba  # here and below: the compiler takes a second to load

    return cast(F, with_numba(function, counts_references=counts_references))


def entry(signature: str, *, is_brief: bool = False) -> Callable[[F], F]:
    """Mark a compiled function that Python calls, with the types of its arguments and of its result.

    These are i and f for an integer and a float, and I and F for arrays of them, with the number of axes if there are
    several: "I2 i -> f". Arrays have to be in one piece, in the order of C. While the function runs, other threads go
    on, unless it is brief: on a busy site a thread waits for milliseconds until it has the interpreter again.
    """

    def mark(function: F) -> F:
        if COMPILES:
            from .compiler import keep_entry

            return cast(F, keep_entry(function, signature))
        return _loaded_at_first_call(function, signature, is_brief)

    return mark


def _loaded_at_first_call(function: F, signature: str, is_brief: bool) -> F:
    code: Callable[..., Any] | None = None

    @wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal code
        if code is None:
            from .library import machine_code

            code = machine_code(function, signature, is_brief) or function
        return code(*arguments)

    return cast(F, call)


def count(cards: int) -> int:
    """Return the number of cards in a set; a single instruction, as all of these, in compiled code."""
    return (int(cards) & _WORD).bit_count()


def index_of(cards: int) -> int:
    """Return the index of the first card of a set."""
    return (int(cards) & -int(cards)).bit_length() - 1


def leading_zeros(number: int) -> int:
    """Return how many of 64 bits are zero before the first one that is not."""
    return 64 - (int(number) & _WORD).bit_length()


def borrowed(array: Ints) -> Ints:
    """Return the same array. Compiled code does not count references to it, which takes most of the time of short
    functions; the caller keeps the array alive.
    """
    return array
