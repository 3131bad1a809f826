"""A ranking as pages show it: its first lines and the reader's own, each with its account.

Rows carry the figures of a line; templates put them into words.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from django.contrib.auth.models import AnonymousUser

from accounts.base.statements import Statement
from accounts.models import User

L = TypeVar("L")

FIRST: Final = 3
AROUND: Final = 2
SHORT: Final = 10
"""So many lines, or fewer, are always shown in full."""


class Owned(Protocol):
    """A line that may be the reader's."""

    @property
    def is_own(self) -> bool:
        """Whether it is."""


R = TypeVar("R", bound=Owned)


class Row(NamedTuple, Generic[L]):
    """A line of a ranking, and whether it is the reader's."""

    line: L
    account: User
    is_own: bool


_ACCOUNTS: Final = Statement(lambda keys: User.objects.filter(pk__in=keys))


def rows(
    lines: Sequence[L], reader: User | AnonymousUser, most: int, whose: Callable[[L], int] = attrgetter("participant")
) -> list[Row[L]]:
    """Return the first lines and always the reader's. `whose` returns the key of a line's account; lines of accounts
    that are gone are left out, such as those of a guest whose results went to an account meanwhile.
    """
    listed = [line for at, line in enumerate(lines) if at < most or whose(line) == reader.pk]
    accounts = {account.pk: account for account in _ACCOUNTS.all([whose(line) for line in listed])}
    return [Row(line, accounts[key], key == reader.pk) for line in listed if (key := whose(line)) in accounts]


def near(lines: Sequence[R]) -> list[R | None]:
    """Return of a long list its first lines and those around the reader's, with None for each gap between them."""
    own = next((at for at, line in enumerate(lines) if line.is_own), 0)
    shown = [at for at in range(len(lines)) if at < FIRST or abs(at - own) <= AROUND]
    if len(lines) <= SHORT:
        return list(lines)
    kept: list[R | None] = []
    for before, at in zip([-1, *shown], shown, strict=False):
        kept += [lines[at]] if at == before + 1 else [None, lines[at]]
    return kept if shown[-1] == len(lines) - 1 else [*kept, None]
