"""What the list of players can be narrowed down to."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Report


class Standing(admin.SimpleListFilter):
    """How the player stands with the house."""

    title = _("standing")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("good", _("active")),
            ("suspended", _("suspended")),
            ("muted", _("muted")),
            ("reported", _("with open reports")),
            ("nameless", _("has to choose a name")),
            ("closed", _("closed")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        now = timezone.now()
        match self.value():
            case "good":
                return queryset.filter(is_active=True).exclude(suspended_until__gt=now)
            case "suspended":
                return queryset.filter(suspended_until__gt=now)
            case "muted":
                return queryset.filter(muted_until__gt=now)
            case "reported":
                return queryset.filter(pk__in=Report.objects.filter(resolved=False).values("message__author"))
            case "nameless":
                return queryset.filter(must_rename=True)
            case "closed":
                return queryset.filter(is_active=False)
        return queryset


class Kind(admin.SimpleListFilter):
    """What kind of account it is."""

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


class When(admin.DateFieldListFilter):
    """Today, this week, this month, this year: of whatever happened to the rows of a list."""

    name = _("time")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = self.name


class Recently(When):
    """The same of new players."""

    name = _("new")
