"""What was said, and what somebody found fit to be reported: staff read it, and mark reports as resolved."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Message, Report
from games.presenters.talk import words_of


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin[Message]):
    """Messages by table, author and words."""

    list_display = ("sent_at", "game", "channel", "author", "words")
    list_filter = ("channel", "sent_at")
    list_select_related = ("game", "author")
    search_fields = ("author__username", "text", "game__code")
    date_hierarchy = "sent_at"
    ordering = ("-pk",)

    @admin.display(description=_("words"))
    def words(self, message: Message) -> str:
        return words_of(message.text, message.phrase)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Message | None = None) -> bool:
        return False


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin[Report]):
    """Reports, the open ones first."""

    list_display = ("reported_at", "game", "author", "words", "reporter", "resolved")
    list_filter = ("resolved", "reported_at")
    list_select_related = ("game", "reporter")
    search_fields = ("message__author__username", "reporter__username", "game__code")
    fields = ("game", "reporter", "reported_at", "conversation", "resolved")
    readonly_fields = ("game", "reporter", "reported_at", "conversation")
    actions = ("resolve",)

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.context[-1]["author"])

    @admin.display(description=_("words"))
    def words(self, report: Report) -> str:
        return words_of(report.context[-1]["text"], report.context[-1]["phrase"])

    @admin.display(description=_("what was said, the reported message last"))
    def conversation(self, report: Report) -> SafeString:
        lines = ((_time(said["at"]), said["author"], words_of(said["text"], said["phrase"])) for said in report.context)
        return format_html_join("", "<p>{} <b>{}</b>: {}</p>", lines)

    @admin.action(description=_("Mark the selected reports as resolved"), permissions=["change"])
    def resolve(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        reports.update(resolved=True)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


def _time(at: str) -> str:
    moment = parse_datetime(at)
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT") if moment else at
