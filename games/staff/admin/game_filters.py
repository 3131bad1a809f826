"""Filters of the list of games, and its date hierarchy."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Max, Min, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.values import RUNNING, Stage
from games.presenters.options import PEEKS, STYLES, Explained
from games.staff.stuck import is_stuck


class DateRangeQuerySet(QuerySet[Game]):
    """Games whose date hierarchy is computed from the first and last date, without scanning every row."""

    def datetimes(  # type: ignore[override]  # the admin, the only caller, just iterates: a list is enough
        self, field_name: str, kind: str, *_options: Any, **_more: Any
    ) -> list[datetime]:
        """Return the start of every period between the first and the last game."""
        ends = self.order_by().aggregate(first=Min(field_name), last=Max(field_name))
        if ends["first"] is None:
            return []
        found, last = [_start(ends["first"], kind)], _start(ends["last"], kind)
        while found[-1] < last:
            found.append(_next(found[-1], kind))
        return found


def _start(moment: datetime, kind: str) -> datetime:
    """Return the start of the day, month or year of `moment`."""
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return start if kind == "day" else start.replace(day=1) if kind == "month" else start.replace(day=1, month=1)


def _next(start: datetime, kind: str) -> datetime:
    """Return the start of the period after the one that starts at `start`."""
    length = {"day": 1, "month": 31, "year": 366}[kind]
    return _start(start + timedelta(days=length), kind)


class _OptionFilter(admin.SimpleListFilter):
    """Filter by one of a table's options, shown with its public names."""

    options: ClassVar[tuple[Explained, ...]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(str(value), name) for value, name, _line in self.options]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class BiddingFilter(_OptionFilter):
    title, parameter_name, options = _("Bidding"), "bidding", STYLES


class PeekingFilter(_OptionFilter):
    title, parameter_name, options = _("Peeking"), "peek", PEEKS


class StateFilter(admin.SimpleListFilter):
    """Filter by state of the game."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("open", _("gathering")),
            ("running", _("running")),
            ("stuck", _("stuck")),
            ("over", _("finished")),
            ("closed", _("ended without a winner")),
            ("void", _("void")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        match self.value():
            case "running":
                return queryset.filter(stage__in=RUNNING)
            case "stuck":
                return queryset.filter(is_stuck())
            case "void":
                return queryset.filter(void__isnull=False)
            case Stage.OPEN | Stage.OVER | Stage.CLOSED as stage:
                return queryset.filter(stage=stage)
        return queryset
