"""Work that is done in units: between two of them others may have the thread.

A generator pauses after each unit, of some hundredths of a second at most, and returns the result after the last one.
"""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Units: TypeAlias = Generator[None, None, T]


def done(units: Units[T]) -> T:
    """Do all units at once, and return the result."""
    while True:
        try:
            next(units)
        except StopIteration as end:
            result: T = end.value
            return result
