"""Fast ways to create and copy frozen dataclasses, for views: hundreds are made each second for each viewer."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def construct(kind: Callable[P, T], *_: P.args, **fields: P.kwargs) -> T:
    """Return an object of a frozen dataclass without slots; all fields are given by name.

    Takes a fifth of the time of the constructor, which sets field after field. For plain data only: `__post_init__` is
    not called and nothing is checked.
    """
    new = object.__new__(cast(type[T], kind))
    object.__setattr__(new, "__dict__", fields)
    return new


def changed(original: T, **fields: Any) -> T:
    """Return a copy of a frozen dataclass without slots with some fields changed, as `dataclasses.replace` does.

    Takes an eighth of the time of `replace`, which calls the constructor. For plain data only: nothing is checked, and
    values that a `cached_property` has stored are copied too.
    """
    copy = object.__new__(type(original))
    object.__setattr__(copy, "__dict__", original.__dict__ | fields)
    return copy
