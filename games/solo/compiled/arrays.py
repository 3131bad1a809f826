"""The few arrays of numpy with which bots prepare a search: whole numbers of 64 bits and floats, in one or two axes.

Where there is no numpy, this module takes its place; what it has does the same as in numpy, and it has nothing else.
Parts of an array share its numbers, as there.
"""

import math
from array import ArrayType
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

int64: Final = "q"
float64: Final = "d"
inf: Final = math.inf
sqrt: Final = math.sqrt

Index: TypeAlias = int | slice
_BYTES: Final = 8


class Array:
    """An array: numbers in a buffer, and where those of each axis begin and how far they are apart."""

    def __init__(
        self, numbers: "ArrayType[Any]", shape: Sequence[int], start: int = 0, steps: Sequence[int] = ()
    ) -> None:
        self.numbers = numbers
        self.shape = tuple(shape)
        self._start = start
        self.steps = tuple(steps) or _steps_of(self.shape)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """Where its numbers are in memory, and what they are, as numpy says it."""
        address, bytes_apart = self.numbers.buffer_info()[0], tuple(_BYTES * step for step in self.steps)
        return {
            "data": (address + _BYTES * self._start, False),
            "shape": self.shape,
            "typestr": {int64: "<i8", float64: "<f8"}[self.numbers.typecode],
            "strides": None if self.steps == _steps_of(self.shape) else bytes_apart,
        }

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Any:
        part = self._part(index)
        return part if part.shape else self.numbers[part._start]

    def __setitem__(self, index: Index | tuple[Index, ...], value: Any) -> None:
        self._part(index)._fill(value)

    def tolist(self) -> list[Any]:
        """Return its numbers, or for two axes a list for each row."""
        return [row.tolist() if isinstance(row, Array) else row for row in self]

    def copy(self) -> "Array":
        """Return an array of its own with the same numbers."""
        return Array(ArrayType(self.numbers.typecode, self._flat()), self.shape)

    def reshape(self, *shape: int) -> "Array":
        """Return the same numbers in other axes."""
        return Array(self.numbers, shape)

    def sum(self) -> Any:
        """Return the sum of all numbers."""
        return sum(self._flat())

    def max(self) -> Any:
        """Return the largest number."""
        return max(self._flat())

    def __add__(self, other: Any) -> "Array":
        return self._with(other, lambda one, two: one + two)

    def __sub__(self, other: Any) -> "Array":
        return self._with(other, lambda one, two: one - two)

    def __rsub__(self, other: Any) -> "Array":
        return self._with(other, lambda one, two: two - one)

    def __mul__(self, other: Any) -> "Array":
        return self._with(other, lambda one, two: one * two)

    def __truediv__(self, other: Any) -> "Array":
        return self._with(other, lambda one, two: one / two)

    def __neg__(self) -> "Array":
        return self * -1

    def __iadd__(self, other: Any) -> "Array":
        self._fill(self + other)
        return self

    def __itruediv__(self, other: Any) -> "Array":
        self._fill(self / other)
        return self

    __radd__ = __add__
    __rmul__ = __mul__

    def _part(self, index: Index | tuple[Index, ...]) -> "Array":
        chosen = index if isinstance(index, tuple) else (index,)
        start, shape, steps = self._start, list[int](), list[int]()
        for axis, (length, step) in enumerate(zip(self.shape, self.steps, strict=True)):
            here = chosen[axis] if axis < len(chosen) else slice(None)
            if isinstance(here, slice):
                places = range(*here.indices(length))
                start += places.start * step
                shape.append(len(places))
                steps.append(places.step * step)
            else:
                start += range(length)[here] * step
        return Array(self.numbers, shape, start, steps)

    def _places(self) -> list[int]:
        axes = [range(0, length * step, step) for length, step in zip(self.shape, self.steps, strict=True)]
        return [self._start + sum(offsets) for offsets in product(*axes)]

    def _flat(self) -> list[Any]:
        return [self.numbers[place] for place in self._places()]

    def _fill(self, value: Any) -> None:
        places = self._places()
        for place, number in zip(places, _spread(value, len(places)), strict=True):
            self.numbers[place] = number

    def _with(self, other: Any, calculate: Callable[[Any, Any], Any]) -> "Array":
        flat = self._flat()
        results = [calculate(one, two) for one, two in zip(flat, _spread(other, len(flat)), strict=True)]
        return Array(ArrayType(_kind_of(results), results), self.shape)


ndarray: Final = Array


def _steps_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return how far the numbers of each axis are apart in an array in one piece."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _spread(value: Any, number: int) -> Iterable[Any]:
    """Return the numbers of an array or a list, or one number so many times."""
    if isinstance(value, Array):
        return value._flat()
    return value if isinstance(value, list) else [value] * number


def _kind_of(numbers: Iterable[Any]) -> str:
    return float64 if any(isinstance(number, float) for number in numbers) else int64


def zeros(shape: int | tuple[int, ...], dtype: str = float64) -> Array:
    """Return an array of zeros."""
    axes = (shape,) if isinstance(shape, int) else shape
    return Array(ArrayType(dtype, bytes(_BYTES * math.prod(axes))), axes)


empty: Final = zeros


def array(values: Any, dtype: str | None = None) -> Array:
    """Return an array of these numbers, or of these rows."""
    rows = [list(value) if isinstance(value, (tuple, list, Array)) else value for value in values]
    is_flat = not rows or not isinstance(rows[0], list)
    numbers = rows if is_flat else [number for row in rows for number in row]
    return Array(ArrayType(dtype or _kind_of(numbers), numbers), (len(rows),) if is_flat else (len(rows), len(rows[0])))


def exp(values: Array) -> Array:
    """Return e to the power of each number."""
    return array([math.exp(value) for value in values])


def argmax(values: Array) -> int:
    """Return the place of the largest number, the first of equal ones."""
    numbers = values.tolist()
    return numbers.index(max(numbers))
