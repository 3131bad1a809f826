"""Admin of games. It shows of a running deal only what a spectator may know, except in the action "show cards"."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, Min, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timesince import timesince
from django.utils.translation import gettext, gettext_lazy as _, pgettext, pgettext_lazy

from accounts.base import names
from accounts.models import User
from games.engine import from_json
from games.models import Deal, DealScore, Game, Report, Seat, logs, options_of, rules_of, with_seats
from games.play import presence
from games.play.modes import access, boards
from games.review.log import event_sentence
from games.staff import markup
from games.staff.action_admin import ActionAdmin, ConditionFilter, Conditions
from games.staff.actions import GAME_ACTIONS
from games.staff.site import is_stuck
from games.values import RUNNING, Closed, Stage
from games.words.names import signed
from games.words.options import PEEKS, STYLES, brief, facts

MOST_NAMESAKES: Final = 200  # the most players that a search by the beginning of a name considers


class DateRangeQuerySet(QuerySet[Game]):
    """Games whose date hierarchy is computed from the first and last date, without scanning every row."""

    def datetimes(  # type: ignore[override]  # the admin, the only caller, just iterates: a list is enough
        self, field_name: str, kind: str, *_options: Any, **_more: Any
    ) -> list[datetime]:
        """Return the start of every period between the first and the last game."""
        ends = self.order_by().aggregate(first=Min(field_name), last=Max(field_name))
        if ends["first"] is None:
            return []
        longest = timedelta(days={"day": 1, "month": 31, "year": 366}[kind])
        starts = [_start(ends["first"], kind)]
        while (following := _start(starts[-1] + longest, kind)) <= ends["last"]:
            starts.append(following)
        return starts


def _start(moment: datetime, kind: str) -> datetime:
    """Return the start of the day, month or year of `moment`."""
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return start if kind == "day" else start.replace(day=1) if kind == "month" else start.replace(day=1, month=1)


class BiddingFilter(ConditionFilter):
    title, parameter_name = _("Bidding"), "bidding"

    def conditions(self) -> Conditions:
        return {value: (name, Q(bidding=value)) for value, name, _line in STYLES}


class PeekingFilter(ConditionFilter):
    title, parameter_name = _("Peeking"), "peek"

    def conditions(self) -> Conditions:
        return {value: (name, Q(peek=value)) for value, name, _line in PEEKS}


class StateFilter(ConditionFilter):
    title, parameter_name = _("state"), "state"

    def conditions(self) -> Conditions:
        return {
            "open": (_("gathering"), Q(stage=Stage.OPEN)),
            "running": (_("running"), Q(stage__in=RUNNING)),
            "stuck": (_("stuck"), is_stuck()),
            "over": (pgettext_lazy("a game", "finished"), Q(stage=Stage.OVER)),
            "closed": (_("ended without a winner"), Q(stage=Stage.CLOSED)),
            "void": (_("void"), Q(void__isnull=False)),
        }


@admin.register(Game)
class GameAdmin(ActionAdmin[Game]):
    staff_actions = GAME_ACTIONS
    allowed_lookups = ("id", "code", "state", "bidding", "peek", "created_at")
    list_display = ("title", "code", "players", "state", "turn", "rules", "age", "stuck_for")
    list_filter = (StateFilter, BiddingFilter, PeekingFilter)
    search_fields = ("code",)
    search_help_text = _("A code, a part of the table’s name, or the beginning of a player’s name.")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-id")
    fieldsets = (
        (None, {"fields": ("title", "code", "state", "turn", "options", "age", "links")}),
        (_("Play"), {"fields": ("seats", "scores")}),
        (_("Log of the current deal"), {"fields": ("log",)}),
        (_("Conduct"), {"fields": ("reports", "audit_entries")}),
    )
    field_permissions = {"reports": "games.view_report"}

    def hidden_fields(self, request: HttpRequest, obj: Game | None) -> set[str]:
        """Return also what this member of staff may not see of the game yet."""
        return super().hidden_fields(request, obj) | (_hidden_fields(request.user, obj) if obj else set())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return with_seats(DateRangeQuerySet(Game).select_related("void"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        players = User.objects.filter(name_key__startswith=names.fold(term)).values_list("pk", flat=True)
        by_player = Seat.objects.filter(user__in=list(players[:MOST_NAMESAKES])).values("game")
        return queryset.filter(Q(code=term) | Q(name__icontains=term) | Q(pk__in=by_player)), False

    @admin.display(description=_("name"), ordering="name")
    def title(self, game: Game) -> str:
        return game.title

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return ", ".join(str(seat) if seat.called else seat.player_name or "–" for seat in game.seats.all())

    @admin.display(description=_("state"))
    def state(self, game: Game) -> str:
        return state_of(game)

    @admin.display(description=_("waits for"))
    def turn(self, game: Game) -> str:
        return ", ".join(seat.player_name for seat in game.seats.all() if seat.waiting_since is not None)

    @admin.display(description=_("rules"))
    def rules(self, game: Game) -> str:
        return brief(rules_of(game), options_of(game))

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        agreed = facts(rules_of(game), options_of(game))
        return markup.bullet_list(f"{fact.label}: {fact.value}" for fact in agreed)

    @admin.display(description=_("age"), ordering="created_at")
    def age(self, game: Game) -> str:
        return timesince(game.created_at, timezone.now(), depth=1)

    @admin.display(description=_("no move for"))
    def stuck_for(self, game: Game) -> str:
        return timesince(game.updated_at, timezone.now(), depth=1) if game.stage in RUNNING else ""

    @admin.display(description=_("pages"))
    def links(self, game: Game) -> str:
        links = [
            markup.link(reverse("games:table", args=[game.code]), _("Table")),
            markup.link(reverse("games:sheet", args=[game.code]), _("Score sheet")),
        ]
        closed = access.are_closed(game)
        finished = game.deals.none() if closed else game.deals.filter(finished=True).order_by("number")
        for number in finished.values_list("number", flat=True):
            words = _("Review of deal %(number)d") % {"number": number}
            links.append(markup.link(reverse("games:review", args=[game.code, number]), words))
        return markup.bullet_list(links)

    @admin.display(description=_("seats"))
    def seats(self, game: Game) -> str:
        head = (_("seat"), _("player"), _("at the table"), _("waited for since"))
        return markup.table(head, (_seat_cells(game, seat) for seat in game.seats.all()))

    @admin.display(description=_("scores"))
    def scores(self, game: Game) -> str:
        """Return a table of the points after each finished deal, one column per player."""
        scores = DealScore.objects.filter(deal__game=game).select_related("deal").order_by("deal__number", "player")
        by_deal: dict[int, list[str]] = {}
        for score in scores:
            by_deal.setdefault(score.deal.number, []).append(f"{score.points_after} ({signed(score.total)})")
        head = (_("deal"), *(seat.player_name for seat in game.seats.all()))
        return markup.table(head, ((number, *points) for number, points in by_deal.items()))

    @admin.display(description=_("what happened"))
    def log(self, game: Game) -> str:
        """Return a table of the current deal's public events, as sentences without hidden cards."""
        players, rows = [seat.player_name for seat in game.seats.all()], []
        deal = Deal.objects.filter(game=game, number=game.deal_number).first()
        for event in logs.rows_of(deal) if deal else ():
            sentence = event_sentence(from_json(event.payload), players)
            if event.taken_back:
                sentence = format_html("<s>{}</s> {}", sentence, _("(taken back)"))
            rows.append((event.sequence, markup.moment(event.at), sentence))
        return markup.table((_("number"), _("at"), _("what happened")), rows)

    @admin.display(description=_("reports"))
    def reports(self, game: Game) -> str:
        return markup.bullet_list(map(markup.row_link, Report.objects.filter(game=game).select_related("subject")))


def _hidden_fields(user: User | AnonymousUser, game: Game) -> set[str]:
    """Return the fields that would reveal too much: at a board that this member of staff may still play, or its replay,
    all that happened; of a duplicate table the deal, until its game ends; of a tournament both, until the round ends.
    """
    board = boards.board_shown_at(game)
    if board is not None and not access.may_see_board(board, user):
        return {"scores", "log"}
    if not access.are_closed(game):
        return set()
    return {"scores", "log"} if game.mode.closed is Closed.ROUND else {"log"}


def state_of(game: Game) -> str:
    """Return the state of the game in words. The query should select `void`."""
    if hasattr(game, "void"):
        return _("void: %(reason)s") % {"reason": game.void.reason}
    words = {
        Stage.OPEN: gettext("gathering"),
        Stage.DRAWING: gettext("draw for the deal"),
        Stage.DEAL: gettext("deal %(number)d") % {"number": game.deal_number},
        Stage.SCORED: gettext("sheet of deal %(number)d") % {"number": game.deal_number},
        Stage.OVER: pgettext("a game", "finished"),
        Stage.CLOSED: gettext("ended without a winner"),
    }
    return words[Stage(game.stage)]


def _seat_cells(game: Game, seat: Seat) -> tuple[object, ...]:
    """Return the seat's number, who has it, whether that player is here, and since when the table waits for it."""
    number, waited_for = seat.player + 1, markup.moment(seat.waiting_since)
    if seat.user is None:
        bot = _("%(name)s (bot)") % {"name": seat.bot_name} if seat.bot_name else markup.EMPTY
        return number, bot, "", waited_for
    player, here = markup.row_link(seat.user), presence.is_here(game.code, seat.player)
    if seat.bot_name:
        player = format_html("{} ({})", player, _("%(bot)s sits in") % {"bot": seat.bot_name})
    return number, player, _("yes") if here else _("no"), waited_for
