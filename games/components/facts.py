"""The facts that parts of a table depend on, written as attributes of what a `TableContext` holds.

`VIEW.trick` is not a trick but its name; for the type checker it is one, so a fact that does not exist is an error.
"""

from typing import Final, cast

from games.components.context import TableContext
from games.engine import View
from games.play.snapshot import Snapshot


class _Fact:
    """A fact by name. Its attributes are facts too."""

    def __init__(self, name: str = "") -> None:
        self._name = name

    def __getattr__(self, name: str) -> "_Fact":
        return _Fact(f"{self._name}.{name}" if self._name else name)

    def __str__(self) -> str:
        return self._name


CONTEXT: Final = cast(TableContext, _Fact())
SNAPSHOT: Final = cast(Snapshot, _Fact("snapshot"))
VIEW: Final = cast(View, _Fact("view"))
