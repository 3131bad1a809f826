"""What the list of games can be narrowed down to, and its calendar."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Max, Min, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.play.snapshot import RUNNING, Stage
from games.presenters.options import PEEKS, STYLES, Explained
from games.staff.stuck import is_stuck


class Calendar(QuerySet[Game]):
    """Games whose years, months and days are counted from the first to the last, not looked for in every row."""

    def datetimes(  # type: ignore[override]  # the admin, who alone asks, only walks through them: a list will do
        self, field_name: str, kind: str, *_options: Any, **_more: Any
    ) -> list[datetime]:
        """Every period in which a game may have begun."""
        ends = self.order_by().aggregate(first=Min(field_name), last=Max(field_name))
        if ends["first"] is None:
            return []
        found, last = [_begin(ends["first"], kind)], _begin(ends["last"], kind)
        while found[-1] < last:
            found.append(_next(found[-1], kind))
        return found


def _begin(moment: datetime, kind: str) -> datetime:
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return start if kind == "day" else start.replace(day=1) if kind == "month" else start.replace(day=1, month=1)


def _next(start: datetime, kind: str) -> datetime:
    """The beginning of the period after the one that begins with `start`."""
    length = {"day": 1, "month": 31, "year": 366}[kind]
    return _begin(start + timedelta(days=length), kind)


class _Named(admin.SimpleListFilter):
    """One of a table's options, by the names players know."""

    options: ClassVar[tuple[Explained, ...]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(str(value), name) for value, name, _line in self.options]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class Bidding(_Named):
    title, parameter_name, options = _("Bidding"), "bidding", STYLES


class Peeking(_Named):
    title, parameter_name, options = _("Peeking"), "peek", PEEKS


class State(admin.SimpleListFilter):
    """Where games are, in the words staff ask for."""

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
