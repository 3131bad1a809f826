"""JSON as text from outside, read alike on every version of Python and with every setting of it.

Python's own reader gives up at a nesting and at a length of integers that depend on the version, on the setting
PYTHONINTMAXSTRDIGITS and on how deep its caller stands in the stack.
"""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from itertools import accumulate
from typing import Any, Final

MOST_NESTED: Final = 100
"""How many arrays and objects may stand one in the other."""

MOST_DIGITS: Final = 4300
"""How many digits an integer may have."""

_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.?)*+"?', re.DOTALL)
_BRACKET: Final = re.compile(r"[][{}]")


def parse(text: str, object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value that the text holds. Raises ValueError if it is not JSON, or beyond one of the two limits."""
    if _nesting(text) > MOST_NESTED:
        raise ValueError("nested too deeply")
    return json.loads(text, object_pairs_hook=object_pairs_hook, parse_int=_integer, parse_constant=_refuse_constant)


def _nesting(text: str) -> int:
    """Return how deep the text is nested; of a text that is not JSON, no less than how deep a reader gets in it."""
    steps = (1 if bracket in "[{" else -1 for bracket in _BRACKET.findall(_STRING.sub("", text)))
    return max(accumulate(steps), default=0)


def _integer(digits: str) -> int:
    if len(digits.removeprefix("-")) > MOST_DIGITS:
        raise ValueError("an integer is too long")
    return int(Decimal(digits))  # int() alone would refuse what the setting of Python says


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
