"""The kinds of sets of deals, each with all that depends on it. A subject plugs its own in (`games.subjects`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from games.competitions.kinds import Kinds
from games.engine import Rules

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from games.models import DealSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of set of deals.

    `code` is stored, of at most nine signs, and `name` is for staff. `title` returns the name of a set of this kind,
    and `short` that in the names of its tables. A set is opened for each day in UTC, with a board under each of the
    `rules_of_day`, unless these are None. It has `one_deal` or several. Everybody sees a `public` set on Today while it
    is open, and in the list of earlier deals afterwards; any other is for whoever has its link. Only some are
    `for_programs`, too.
    """

    code: str
    name: StrPromise | str
    title: Callable[[DealSet], str]
    short: Callable[[DealSet], str]
    rules_of_day: Callable[[date], Sequence[Rules]] | None = None
    one_deal: bool = False
    public: bool = True
    for_programs: bool = False


SET_KINDS: Final = Kinds[Kind]()
"""The kinds that the site knows. Their sets of a day are opened in this order."""


def public_kinds() -> list[str]:
    """Return the codes of the kinds whose sets everybody sees."""
    return [kind.code for kind in SET_KINDS.all() if kind.public]


def kind_of(deal_set: DealSet) -> Kind:
    """Return the kind of a set."""
    return SET_KINDS.of(deal_set.kind)
