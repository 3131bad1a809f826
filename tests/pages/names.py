"""Pages on which every name counts as written from right to left."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from accounts.base import names
from games.templatetags.table import picture


@contextmanager
def all_isolated() -> Iterator[None]:
    """Isolate all names, also those in the static pictures, which are drawn once a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "is_right_to_left", bool)
        picture.cache_clear()  # type: ignore[attr-defined]  # a template tag, says the decorator
        yield
    picture.cache_clear()  # type: ignore[attr-defined]  # likewise
