"""Filters of the list of players, and the date filter of all lists."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Report


class StatusFilter(admin.SimpleListFilter):
    """Filter by moderation status."""

    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("active", _("active")),
            ("suspended", _("suspended")),
            ("muted", _("muted")),
            ("reported", _("with open reports")),
            ("must-rename", _("has to choose a name")),
            ("closed", _("closed")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        now = timezone.now()
        match self.value():
            case "active":
                return queryset.filter(is_active=True).exclude(suspended_until__gt=now)
            case "suspended":
                return queryset.filter(suspended_until__gt=now)
            case "muted":
                return queryset.filter(muted_until__gt=now)
            case "reported":
                return queryset.filter(pk__in=Report.objects.filter(resolved=False).values("message__author"))
            case "must-rename":
                return queryset.filter(must_rename=True)
            case "closed":
                return queryset.filter(is_active=False)
        return queryset


class KindFilter(admin.SimpleListFilter):
    """Filter by kind of account."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("registered", _("registered")), ("guest", _("guest")), ("staff", _("staff"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        match self.value():
            case "registered":
                return queryset.filter(is_guest=False)
            case "guest":
                return queryset.filter(is_guest=True)
            case "staff":
                return queryset.filter(is_staff=True)
        return queryset


class DateFilter(admin.DateFieldListFilter):
    """Filter by date: today, this week, this month, this year."""

    name = _("time")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = self.name


class NewPlayerFilter(DateFilter):
    """Filter by the date of joining."""

    name = _("new")
