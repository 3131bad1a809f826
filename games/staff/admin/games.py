"""Admin of games: search, history in words, staff actions.

Hidden cards appear only in the action "show cards", which has its own permission and entry in the audit log.
"""

from typing import Final

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.models import Game, Seat
from games.models.values import RUNNING
from games.staff.actions import ActionAdmin
from games.staff.admin import game_sections
from games.staff.admin.game_actions import ACTIONS
from games.staff.admin.game_filters import BiddingFilter, DateRangeQuerySet, PeekingFilter, StateFilter

MOST_NAMESAKES: Final = 200
"""The most players that a search by the beginning of a name considers."""


@admin.register(Game)
class GameAdmin(ActionAdmin[Game]):
    staff_actions = ACTIONS
    allowed_lookups = ("id", "code", "state", "bidding", "peek", "created_at")
    list_display = ("name", "code", "players", "state", "turn", "rules", "age", "stuck_for")
    list_filter = (StateFilter, BiddingFilter, PeekingFilter)
    search_fields = ("code",)
    search_help_text = _("A code, a part of the table’s name, or the beginning of a player’s name.")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-id")
    fieldsets = (
        (None, {"fields": ("name", "code", "state", "turn", "options", "age", "links")}),
        (_("Play"), {"fields": ("seats", "scores")}),
        (_("Log of the current deal"), {"fields": ("log",)}),
        (_("Conduct"), {"fields": ("reports", "audit_entries")}),
    )
    field_permissions = {"reports": "games.view_report"}
    readonly_fields = (
        *("state", "turn", "options", "age", "links"),
        *("seats", "scores", "log", "reports", "audit_entries"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        seats = Prefetch("seats", Seat.objects.select_related("user").order_by("player"))
        return DateRangeQuerySet(Game).select_related("void").prefetch_related(seats)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        players = User.objects.filter(name_key__startswith=names.fold(term)).values("pk")[:MOST_NAMESAKES]
        by_player = Seat.objects.filter(user__in=list(players.values_list("pk", flat=True))).values("game")
        return queryset.filter(Q(code=term) | Q(name__icontains=term) | Q(pk__in=by_player)), False

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return ", ".join(seat.player_name or "–" for seat in game.seats.all())

    @admin.display(description=_("state"))
    def state(self, game: Game) -> str:
        return game_sections.state(game)

    @admin.display(description=_("waits for"))
    def turn(self, game: Game) -> str:
        return ", ".join(seat.player_name for seat in game.seats.all() if seat.waiting_since is not None)

    @admin.display(description=_("rules"))
    def rules(self, game: Game) -> str:
        return game_sections.rules(game)

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        return game_sections.options(game)

    @admin.display(description=_("age"), ordering="created_at")
    def age(self, game: Game) -> str:
        return timesince(game.created_at, timezone.now(), depth=1)

    @admin.display(description=_("no move for"))
    def stuck_for(self, game: Game) -> str:
        return timesince(game.updated_at, timezone.now(), depth=1) if game.stage in RUNNING else ""

    @admin.display(description=_("pages"))
    def links(self, game: Game) -> SafeString | str:
        return game_sections.links(game)

    @admin.display(description=_("seats"))
    def seats(self, game: Game) -> SafeString | str:
        return game_sections.seats(game)

    @admin.display(description=_("scores"))
    def scores(self, game: Game) -> SafeString | str:
        return game_sections.scores(game)

    @admin.display(description=_("what happened"))
    def log(self, game: Game) -> SafeString | str:
        return game_sections.log(game)

    @admin.display(description=_("reports"))
    def reports(self, game: Game) -> SafeString | str:
        return game_sections.reports(game)

    @admin.display(description=_("staff actions"))
    def audit_entries(self, game: Game) -> SafeString | str:
        return game_sections.audit_entries(game)
