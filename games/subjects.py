"""What a subject plugs into the site: each package of a subject has a `subject.py` with its `SUBJECT`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.dispatch import Signal
from django.urls import URLPattern, URLResolver
from django.utils import timezone

from games.web.blocks import Block, Blocks, Visit

if TYPE_CHECKING:
    from games.competitions.sets.kinds import Kind as SetKind
    from games.competitions.tournaments.kinds import Kind as TournamentKind
    from games.operations.routers import SubjectRouter

SUBJECTS: Final = (
    "learning",  # its lessons are at addresses of tables
    "views",
    "lobby",
    "pairing",
    "people",
    "chat",
    "history",
    "review",
    "fairness",
    "competitions.sets",
    "competitions.tournaments",
    "competitions.ladders",
    "clubs",
    "api",
    "web",
)
"""The packages of `games/` with a subject. Addresses are tried and receivers called in this order, so that what stands
on others comes after them; rows are locked in the reverse order."""

Receiver: TypeAlias = Callable[..., Any]


class Task(NamedTuple):
    """What a ticker does beside the games: it calls `serve`, and again so many seconds after each end."""

    name: str
    seconds: float
    serve: Callable[[], object]


def _nothing(_visit: Visit) -> Iterable[Block]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What one subject plugs into the site.

    Its `pages` are addresses that search engines should know; `site_maps` list those of its rows. A ticker does its
    `tasks`, and each of its `daily` jobs once a day, which returns how many rows it removed or served. Its `receivers`
    answer signals of accounts, and `lock` the signal by which its rows of an account are locked. Sets of deals may be
    of its `set_kinds`, tournaments of its `tournament_kinds`. Programs call its `operations` by the API. The pages Play
    and Today show the blocks of `on_play` and `on_today`, in the areas that `games.views.lobby` names.
    """

    addresses: Sequence[URLPattern | URLResolver] = ()
    pages: Sequence[URLPattern] = ()
    site_maps: Mapping[str, Sitemap[Any]] = field(default_factory=dict)
    tasks: Sequence[Task] = ()
    daily: Mapping[str, Callable[[], int]] = field(default_factory=dict)
    receivers: Sequence[tuple[Signal, Receiver]] = ()
    lock: Receiver | None = None
    set_kinds: Sequence["SetKind"] = ()
    tournament_kinds: Sequence["TournamentKind"] = ()
    operations: Sequence["SubjectRouter"] = ()
    on_play: Blocks = _nothing
    on_today: Blocks = _nothing


@cache
def all_subjects() -> tuple[Subject, ...]:
    """Return the subjects in their order. Views are imported, so no module of a lower layer may ask for them."""
    return tuple(import_module(f"games.{name}.subject").SUBJECT for name in SUBJECTS)


def kept(setting: str, remove_before: Callable[[Any], int]) -> Callable[[], int]:
    """Return a daily job that removes what is older than the days of this setting, or nothing if they are 0."""

    def remove() -> int:
        days = getattr(settings, setting)
        return remove_before(timezone.now() - timedelta(days=days)) if days else 0

    return remove
