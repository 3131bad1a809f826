"""Staff's view of games: find one, see what happened, close a broken one. Nothing here shows a hidden card."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin, messages
from django.db.models import F, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import from_json
from games.models import Event, Game, Seat
from games.presenters.event_words import event_sentence
from games.services import tables

M = TypeVar("M", bound=Model)


LOOKUPS = ("id", "code", "name", "stage", "bidding", "peek", "created_at", "seats")


class ReadOnlyInline(admin.TabularInline[M, Game]):
    """Rows to look at: games change through services only."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False


class SeatInline(ReadOnlyInline[Seat]):
    model = Seat
    fields = ("player", "user", "bot_name", "ready", "waiting_since")


class EventInline(ReadOnlyInline[Event]):
    """The log in words: what everybody at the table saw, never the payload with its hidden cards."""

    model = Event
    fields = ("sequence", "at", "sentence")
    readonly_fields = ("at", "sentence")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """The current deal's: the log of a whole game is no page to look at."""
        current = super().get_queryset(request).filter(deal__number=F("game__deal_number"))
        return current.select_related("game").prefetch_related("game__seats__user")

    @admin.display(description=_("what happened"))
    def sentence(self, event: Event) -> str:
        players = [seat.player_name for seat in event.game.seats.all()]
        return event_sentence(from_json(event.payload), players)


@admin.register(Game)
class GameAdmin(admin.ModelAdmin[Game]):
    list_display = ("name", "code", "players", "stage", "deal_number", "rules", "due_at", "updated_at")
    list_filter = ("stage", "bidding", "peek", "created_at")
    search_fields = ("code", "name", "seats__user__username")
    date_hierarchy = "created_at"
    exclude = ("secret",)
    inlines = (SeatInline, EventInline)
    actions = ("close_tables",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return ", ".join(seat.player_name for seat in game.seats.all())

    @admin.display(description=_("rules"))
    def rules(self, game: Game) -> str:
        return f"{game.bidding}, {game.peek}, {game.target}"

    @admin.action(description=_("Close the selected tables"), permissions=["close"])
    def close_tables(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        codes = list(games.values_list("code", flat=True))
        for code in codes:
            tables.close(code=code)
        text = ngettext("%(count)d table is closed.", "%(count)d tables are closed.", len(codes))
        self.message_user(request, text % {"count": len(codes)}, messages.SUCCESS)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """A filter on a secret, or on what a deal holds, would spell it out letter by letter."""
        return lookup.split("__")[0] in LOOKUPS and super().lookup_allowed(lookup, value, request)

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False
