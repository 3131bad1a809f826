"""Chat messages, and the queue of reported messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts import names
from games.components.chat import words_of
from games.models import Message, Report
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin, DateFilter, M
from games.staff.actions import REPORT_ACTIONS


class SearchByName(ActionAdmin[M]):
    """Adds a search by complete player name; Django's own search splits a name into words.

    `player_fields` are the foreign keys to players.
    """

    player_fields: ClassVar[Sequence[str]] = ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        found, has_duplicates = super().get_search_results(request, queryset, search_term)
        key = names.fold(search_term.strip())
        by_name = Q(*((f"{field}__name_key", key) for field in self.player_fields), _connector=Q.OR)
        return (found | queryset.filter(by_name) if key else found), has_duplicates


@admin.register(Message)
class MessageAdmin(SearchByName[Message]):
    """Chat messages, found by table, author and text."""

    allowed_lookups = ("channel", "sent_at")
    list_display = ("sent_at", "game", "channel", "author", "words")
    list_display_links = None
    list_filter = ("channel", ("sent_at", DateFilter))
    list_select_related = ("game", "author")
    player_fields = ("author",)
    search_fields = ("text", "=game__code")
    ordering = ("-pk",)

    @admin.display(description=_("words"))
    def words(self, message: Message) -> str:
        return words_of(message.text, message.phrase)


@admin.register(Report)
class ReportAdmin(SearchByName[Report]):
    """Reports, open ones first, oldest first."""

    staff_actions = REPORT_ACTIONS
    allowed_lookups = ("resolved", "reported_at")
    list_display = ("reported_at", "game", "author", "words", "reporter", "resolved")
    list_filter = ("resolved", ("reported_at", DateFilter))
    player_fields = ("message__author", "reporter")
    search_fields = ("=game__code",)
    ordering = ("resolved", "reported_at")
    resolution = ("resolved", "resolved_by", "resolved_at", "note", "earlier_reports", "audit_entries")
    fieldsets = (
        (None, {"fields": ("game", "reporter", "reported_at", "author_link", "conversation")}),
        (_("Resolution"), {"fields": resolution}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("game", "reporter", "message__author")

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.context[-1]["author"])

    @admin.display(description=_("words"))
    def words(self, report: Report) -> str:
        return words_of(report.context[-1]["text"], report.context[-1]["phrase"])

    @admin.display(description=_("author"))
    def author_link(self, report: Report) -> str:
        return markup.row_link(report.message.author) if report.message else self.author(report)

    @admin.display(description=_("conversation, the reported message last"))
    def conversation(self, report: Report) -> str:
        return markup.bullet_list(map(_line, report.context))

    @admin.display(description=_("earlier reports of this author"))
    def earlier_reports(self, report: Report) -> str:
        if report.message is None:
            return markup.EMPTY
        others = Report.objects.filter(message__author=report.message.author, pk__lt=report.pk).select_related("game")
        return markup.bullet_list(format_html("{} {}", markup.row_link(other), other.note) for other in others[:LATEST])


def _line(line: dict[str, Any]) -> str:
    at, words = markup.moment(datetime.fromisoformat(line["at"])), words_of(line["text"], line["phrase"])
    return format_html("{} <b>{}</b>: {}", at, line["author"], words)
