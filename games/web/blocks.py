"""Play and Today are put together from blocks, which subjects plug in (`games.subjects`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from django.contrib.auth.models import AnonymousUser

from accounts.models import User


class Visit(NamedTuple):
    """Who asks for a page, when, and the values by name in its address."""

    user: User | AnonymousUser
    now: datetime
    query: Mapping[str, str]


class Ring(NamedTuple):
    """What somebody can finish in a day, with the per cent that is done: 0 to 100.

    The colour of `ring-NAME` is in `static/css/play.css`; without one it is that of the text.
    """

    name: str
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A template with its context, drawn in an area of the page.

    `rank` orders the blocks of an area, the lowest first. One that `may_lead` has something to do next: the first such
    block of the page finds `leads` in its context, and draws its button in the primary colour. A block of Today may
    have a `ring`.
    """

    area: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    rank: int = 0
    may_lead: bool = False
    ring: Ring | None = None


Blocks: TypeAlias = Callable[[Visit], Iterable[Block]]


def arranged(blocks: Iterable[Block], areas: Sequence[str]) -> dict[str, list[Block]]:
    """Return the blocks of each area in their order. A block of another area raises KeyError."""
    position = {area: at for at, area in enumerate(areas)}
    ordered = sorted(blocks, key=lambda block: (position[block.area], block.rank))
    leading = next((block for block in ordered if block.may_lead), None)
    by_area: dict[str, list[Block]] = {area: [] for area in areas}
    for block in ordered:
        by_area[block.area].append(replace(block, context={**block.context, "leads": block is leading}))
    return by_area
