"""What was said, and the queue of what somebody found fit to be reported."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Final, TypeVar

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import moderation, names
from accounts.models import User
from games.chat import reports
from games.models import Message, Report
from games.presenters.chat import words_of
from games.staff import markup
from games.staff.actions import Act, WithActs
from games.staff.admin.player_filters import When
from games.staff.audit_actions import deeds_to
from games.staff.forms import NoteForm

M = TypeVar("M", bound=Model)


class FoundByPeople(WithActs[M]):
    """Rows that are found by the whole name of somebody as well; Django's own search looks for each word of it alone.

    `people` are the fields that name somebody.
    """

    people: ClassVar[Sequence[str]] = ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        found, has_duplicates = super().get_search_results(request, queryset, search_term)
        key = names.fold(search_term.strip())
        by_name = Q(*((f"{person}__name_key", key) for person in self.people), _connector=Q.OR)
        return (found | queryset.filter(by_name) if key else found), has_duplicates


@admin.register(Message)
class MessageAdmin(FoundByPeople[Message]):
    """Messages by table, author and words."""

    lookups = ("channel", "sent_at")
    list_display = ("sent_at", "game", "channel", "author", "words")
    list_display_links = None
    list_filter = ("channel", ("sent_at", When))
    list_select_related = ("game", "author")
    people = ("author",)
    search_fields = ("text", "=game__code")
    ordering = ("-pk",)

    @admin.display(description=_("words"))
    def words(self, message: Message) -> str:
        return words_of(message.text, message.phrase)


@transaction.atomic
def _resolve(report: Report, by: User, chosen: dict[str, Any]) -> None:
    """Locks the author before the report, as whoever removes an account does."""
    if chosen["mute"] and report.message is not None:
        until = timezone.now() + chosen["mute"]
        moderation.mute(report.message.author, by=by, until=until, reason=chosen["note"])
    reports.resolve(report, by=by, note=chosen["note"])


RESOLVE: Final = Act[Report](
    "resolve",
    _("Resolve"),
    "games.resolve_report",
    _("The report leaves the queue. Whoever reported is not told."),
    _resolve,
    NoteForm,
    lambda report: not report.resolved,
)


@admin.register(Report)
class ReportAdmin(FoundByPeople[Report]):
    """Reports, the open ones first and those the oldest first."""

    acts = (RESOLVE,)
    lookups = ("resolved", "reported_at")
    list_display = ("reported_at", "game", "author", "words", "reporter", "resolved")
    list_filter = ("resolved", ("reported_at", When))
    people = ("message__author", "reporter")
    search_fields = ("=game__code",)
    ordering = ("resolved", "reported_at")
    fieldsets = (
        (None, {"fields": ("game", "reporter", "reported_at", "whom", "conversation")}),
        (_("What came of it"), {"fields": ("resolved", "resolved_by", "resolved_at", "note", "before", "deeds")}),
    )
    readonly_fields = ("game", "whom", "conversation", "before", "deeds")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("game", "reporter", "message__author")

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.context[-1]["author"])

    @admin.display(description=_("words"))
    def words(self, report: Report) -> str:
        return words_of(report.context[-1]["text"], report.context[-1]["phrase"])

    @admin.display(description=_("author"))
    def whom(self, report: Report) -> SafeString | str:
        return markup.row_link(report.message.author) if report.message else self.author(report)

    @admin.display(description=_("what was said, the reported message last"))
    def conversation(self, report: Report) -> SafeString | str:
        return markup.lines(
            format_html("{} <b>{}</b>: {}", _time(said["at"]), said["author"], words_of(said["text"], said["phrase"]))
            for said in report.context
        )

    @admin.display(description=_("earlier reports of this author"))
    def before(self, report: Report) -> SafeString | str:
        if report.message is None:
            return markup.NOTHING
        others = Report.objects.filter(message__author=report.message.author, pk__lt=report.pk).select_related("game")
        return markup.lines(format_html("{} {}", markup.row_link(other), other.note) for other in others[:20])

    @admin.display(description=_("what the staff did"))
    def deeds(self, report: Report) -> SafeString | str:
        return deeds_to(report)


def _time(at: str) -> str:
    return markup.moment(datetime.fromisoformat(at))
