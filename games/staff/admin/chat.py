"""Chat messages, and the queue of reports of messages and players."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Case, Prefetch, Q, QuerySet, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.base import names
from games.chat.markup import words_of
from games.models import Deal, Game, Message, Report, Seat, with_seats
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
        matches, has_duplicates = super().get_search_results(request, queryset, search_term)
        key = names.fold(search_term.strip())
        by_name = Q(*((f"{field}__name_key", key) for field in self.player_fields), _connector=Q.OR)
        return (matches | queryset.filter(by_name) if key else matches), has_duplicates


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
    allowed_lookups = ("resolved", "reason", "reported_at")
    list_display = ("reported_at", "reason", "game", "author", "words", "reporter", "resolved")
    list_filter = ("resolved", "reason", ("reported_at", DateFilter))
    player_fields = ("subject", "reporter")
    search_fields = ("=game__code",)
    ordering = ("resolved", "reported_at")
    about = ("reason", "game", "reporter", "reported_at", "author_link", "text", "conversation")
    resolution = ("resolved", "resolved_by", "resolved_at", "note", "answer", "audit_entries")
    fieldsets = (
        (None, {"fields": about}),
        (_("Conduct"), {"fields": ("games", "earlier_reports")}),
        (_("Resolution"), {"fields": resolution}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("game", "reporter", "subject")

    @admin.display(description=_("player"))
    def author(self, report: Report) -> str:
        return str(report.context[-1]["author"] if report.context else report.subject)

    @admin.display(description=_("words"))
    def words(self, report: Report) -> str:
        return words_of_report(report)

    @admin.display(description=_("player"))
    def author_link(self, report: Report) -> str:
        return markup.row_link(report.subject) if report.subject else self.author(report)

    @admin.display(description=_("conversation, the reported message last"))
    def conversation(self, report: Report) -> str:
        return markup.bullet_list(map(_line, report.context))

    @admin.display(description=_("games in question, the reported one first"))
    def games(self, report: Report) -> str:
        """Return a table of the player's latest games, with links to their sheets and to the review of each deal."""
        reported_first = Case(When(pk=report.game_id or 0, then=0), default=1)
        seats = report.subject.seats.all() if report.subject else Seat.objects.none()
        played = seats.filter(game__deal_number__gt=0).order_by("-game")
        numbers = [report.game_id or 0, *played.values_list("game", flat=True)[:LATEST]]
        finished = Prefetch("deals", Deal.objects.filter(finished=True).order_by("number"))
        games = with_seats(Game.objects.filter(pk__in=numbers)).prefetch_related(finished)
        latest = games.order_by(reported_first, "-pk")[:LATEST]
        rows = (
            (markup.row_link(game), _players(game), markup.moment(game.created_at), _deals(game)) for game in latest
        )
        return markup.table((_("game"), _("players"), _("begun"), _("sheet and deals")), rows)

    @admin.display(description=_("earlier reports of this player"))
    def earlier_reports(self, report: Report) -> str:
        if report.subject is None:
            return markup.EMPTY
        others = Report.objects.filter(subject=report.subject, pk__lt=report.pk).select_related("subject")
        return markup.bullet_list(format_html("{} {}", markup.row_link(other), other.note) for other in others[:LATEST])


def words_of_report(report: Report) -> str:
    """Return the reported message, or what the reporter says about the player."""
    if not report.context:
        return report.text
    return words_of(report.context[-1]["text"], report.context[-1]["phrase"])


def _players(game: Game) -> str:
    return ", ".join(seat.player_name for seat in game.seats.all())


def _deals(game: Game) -> str:
    """Return links to the score sheet, if spectators may see it, and to the review of each finished deal."""
    sheet = [markup.link(reverse("games:sheet", args=[game.code]), _("score sheet"))] if game.spectators else []
    numbers = [deal.number for deal in game.deals.all()]
    reviews = [markup.link(reverse("games:review", args=[game.code, number]), number) for number in numbers]
    return format_html_join(" ", "{}", ((link,) for link in (*sheet, *reviews)))


def _line(line: dict[str, Any]) -> str:
    at, words = markup.moment(datetime.fromisoformat(line["at"])), words_of(line["text"], line["phrase"])
    return format_html("{} <b>{}</b>: {}", at, line["author"], words)
