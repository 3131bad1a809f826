"""Chat messages, the queue of reports, and the collusion watch: a ranked list of pairs (docs/collusion.md)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from accounts.base import names
from games.chat.queries import words_of
from games.models import Deal, Game, Message, Report, Seat, SoftPlay, with_seats
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin, DateFilter, OfferedAction, offered_actions
from games.staff.actions import GAME_ACTIONS, PLAYER_ACTIONS, REPORT_ACTIONS
from games.staff.admin.clubs import CLUB_ACTIONS
from games.web.row_actions import M
from games.words.names import decimal

SHARED = ("shares_address", "shares_browser")


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
    change_form_template = "admin/report.html"
    allowed_lookups = ("resolved", "reason", "reported_at")
    list_display = ("reported_at", "reason", "game", "author", "words", "reporter", "resolved")
    list_filter = ("resolved", "reason", ("reported_at", DateFilter))
    player_fields = ("subject", "reporter")
    search_fields = ("=game__code",)
    ordering = ("resolved", "reported_at")
    about = ("reason", "game", "club_link", "reporter", "reported_at", "author_link", "text", "conversation")
    resolution = ("resolved", "resolved_by", "resolved_at", "note", "answer", "audit_entries")
    fieldsets = (
        (None, {"fields": about}),
        (_("Conduct"), {"fields": ("games", "earlier_reports")}),
        (_("Resolution"), {"fields": resolution}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).select_related("game", "reporter", "subject", "club")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        """Offer what can be done with the report, the reported player, club and game, each with its form."""
        report: Report | None = options["obj"]
        context["offered"] = _offered(request, report) if report else []
        return super().render_change_form(request, context, *args, **options)

    @admin.display(description=_("player"))
    def author(self, report: Report) -> str:
        return str(report.context[-1]["author"] if report.context else report.subject)

    @admin.display(description=_("words"))
    def words(self, report: Report) -> str:
        return words_of_report(report)

    @admin.display(description=_("player"))
    def author_link(self, report: Report) -> str:
        return markup.row_link(report.subject) if report.subject else self.author(report)

    @admin.display(description=pgettext_lazy("of players", "club"))
    def club_link(self, report: Report) -> str:
        return markup.row_link(report.club) if report.club else markup.EMPTY

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


OF_PLAYER: Final = ("suspend", "lift", "mute", "unmute", "take-name", "sign-out")
OF_GAME: Final = ("close-to-spectators", "end", "void")
"""The actions on a player and on a game that may follow from a report."""


def _offered(request: HttpRequest, report: Report) -> list[OfferedAction]:
    back, user = markup.row_url(report), request.user
    offered = offered_actions(user, REPORT_ACTIONS, report, back)
    if report.subject:
        offered += offered_actions(user, {code: PLAYER_ACTIONS[code] for code in OF_PLAYER}, report.subject, back)
    if report.club:
        offered += offered_actions(user, CLUB_ACTIONS, report.club, back)
    if report.game:
        offered += offered_actions(user, {code: GAME_ACTIONS[code] for code in OF_GAME}, report.game, back)
    return offered


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


@admin.register(SoftPlay)
class SoftPlayAdmin(ActionAdmin[SoftPlay]):
    """Pairs with a score, the most conspicuous first, for staff who may resolve reports."""

    allowed_lookups = ("flagged",)
    list_display = ("who", "against", "rounded", "flagged", "deals", "together", *SHARED)
    list_display_links = ("rounded",)
    list_filter = ("flagged",)
    fields = ("player_link", "declarer_link", "rounded", "flagged", "deals", "together", *SHARED, "evidence")
    ordering = ("-score",)

    def has_view_permission(self, request: HttpRequest, obj: SoftPlay | None = None) -> bool:
        return request.user.has_perm("games.resolve_report")

    has_module_permission = has_view_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[SoftPlay]:
        """Return the pairs of people that have a score, each with whether both were signed in from one address, and
        whether even with the same kind of browser, which speaks for one device."""
        of_player = UserSession.objects.filter(user=OuterRef("player"))
        of_declarer = UserSession.objects.filter(user=OuterRef(OuterRef("declarer")))
        same_browser = of_declarer.filter(ip=OuterRef("ip"), user_agent=OuterRef("user_agent"))
        rows = super().get_queryset(request).filter(declarer__isnull=False, score__isnull=False)
        return rows.select_related("player", "declarer").annotate(
            shares_address=Exists(of_player.filter(ip__in=of_declarer.values("ip"))),
            shares_browser=Exists(of_player.filter(Exists(same_browser))),
        )

    @admin.display(description=_("player"), ordering="player__username")
    def who(self, pair: SoftPlay) -> str:
        return str(pair.player or gettext("all guests together"))

    @admin.display(description=_("plays softly against"), ordering="declarer__username")
    def against(self, pair: SoftPlay) -> str:
        return str(pair.declarer)

    @admin.display(description=_("standard score"), ordering="score")
    def rounded(self, pair: SoftPlay) -> str:
        return decimal(pair.score or 0.0)

    @admin.display(description=_("games together"))
    def together(self, pair: SoftPlay) -> str:
        return gettext("%(shared)d of %(all)d") % {"shared": pair.shared_games, "all": pair.games}

    @admin.display(description=_("same address"), boolean=True)
    def shares_address(self, pair: SoftPlay) -> bool:
        return bool(pair.shares_address)  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=_("same browser there"), boolean=True)
    def shares_browser(self, pair: SoftPlay) -> bool:
        return bool(pair.shares_browser)  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=_("player"))
    def player_link(self, pair: SoftPlay) -> str:
        return markup.row_link(pair.player) if pair.player else self.who(pair)

    @admin.display(description=_("plays softly against"))
    def declarer_link(self, pair: SoftPlay) -> str:
        return markup.row_link(pair.declarer) if pair.declarer else markup.EMPTY

    @admin.display(description=_("deals that speak for it"))
    def evidence(self, pair: SoftPlay) -> str:
        """Return a table with a link to the review of each deal, the strongest first."""
        deals = Deal.objects.select_related("game").in_bulk([number for number, _softness in pair.strongest])
        pairs = [(deals[number], softness) for number, softness in pair.strongest if number in deals]
        rows = ((markup.row_link(deal.game), _review(deal), decimal(softness)) for deal, softness in pairs)
        return markup.table((gettext("game"), gettext("deal"), gettext("softness")), rows)


def _review(deal: Deal) -> str:
    return markup.link(reverse("games:review", args=[deal.game.code, deal.number]), deal.number)
