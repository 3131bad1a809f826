"""A ranking as pages show it: its first lines and the reader's own, each with its account.

Rows carry the figures of a line; templates put them into words.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

L = TypeVar("L")


class Row(NamedTuple, Generic[L]):
    """A line of a ranking, and whether it is the reader's."""

    line: L
    account: User
    is_own: bool


def rows(
    lines: Sequence[L], reader: User | AnonymousUser, most: int, whose: Callable[[L], int] = attrgetter("participant")
) -> list[Row[L]]:
    """Return the first lines and always the reader's. `whose` returns the key of a line's account; lines of accounts
    that are gone are left out, such as those of a guest whose results went to an account meanwhile.
    """
    listed = [line for at, line in enumerate(lines) if at < most or whose(line) == reader.pk]
    accounts = User.objects.in_bulk([whose(line) for line in listed])
    return [Row(line, accounts[key], key == reader.pk) for line in listed if (key := whose(line)) in accounts]
