"""Reads for pages. A snapshot is complete for one viewer and holds nothing that viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from accounts.models import User
from accounts.preferences import HandOrder
from games.engine import (
    PLAYERS,
    BidMade,
    Phase,
    Player,
    Sight,
    Standing,
    State,
    View,
    changed,
    commitment,
    standing_after,
)
from games.history import outcomes
from games.models import (
    Author,
    Deal,
    DealScore,
    Game,
    Seat,
)
from games.play import clocks, event_log, presence
from games.play.snapshot import (
    FinishedDeal,
    OpenProposal,
    SeatInfo,
    Snapshot,
    Stage,
)


def game_by_code(code: str) -> Game:
    """The game with its seats and their users. Raises Game.DoesNotExist."""
    return with_seats(Game.objects.all()).get(code=code)


class NotForSpectators(Exception):
    """The table is for its players only, or this visitor has seen hidden cards of it as one of the staff."""


def player_of(game: Game, user: User | AnonymousUser) -> Player | None:
    """Which player `user` is in this game; None for a spectator. Raises NotForSpectators for who has seen its cards."""
    if not user.is_authenticated:
        return None
    player = next((seat.player for seat in game.seats.all() if seat.user_id == user.pk), None)
    if player is None and Stage(game.stage).is_running and game.insights.filter(user=user).exists():
        raise NotForSpectators
    return player


def was_sent_away(game: Game, user: User | AnonymousUser) -> bool:
    """Whether the host has freed this user's seat at a table that still waits for players."""
    if game.stage != Stage.OPEN or not user.is_authenticated or player_of(game, user) is not None:
        return False
    return presence.was_sent_away(game.code, user.pk)


def player_at(code: str, user: User | AnonymousUser) -> tuple[Player, int] | None:
    """Which player `user` is at the table with this code, and the table's version, without loading the table."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(game__code=code, user_id=user.pk).values_list("player", "game__version").first()


def check_may_watch(game: Game, viewer: Player | None) -> None:
    """Raise NotForSpectators where spectators are switched off; while players gather, everyone may look."""
    _check_may_watch(game.spectators, game.stage, viewer)


def _check_may_watch(spectators: bool, stage: str, viewer: Player | None) -> None:
    if viewer is None and not spectators and stage != Stage.OPEN:
        raise NotForSpectators


@dataclass(frozen=True)
class TableNow:
    """A table as it stands, hidden cards included: never to be shown but through `seen_by`.

    `shown` is what it shows, the deal aside and with everybody's ratings, `state` the deal. `taker` may ask to take
    the last move back.
    """

    shown: Snapshot
    state: State | None
    taker: Player | None

    @property
    def code(self) -> str:
        return self.shown.code

    @property
    def version(self) -> int:
        return self.shown.version

    @cached_property
    def _sight(self) -> Sight | None:
        return Sight(self.state) if self.state else None

    @cached_property
    def before_the_score(self) -> TableNow | None:
        """The table as long as the last trick of its deal still lies there; None unless a deal was just played out."""
        state, over = self.state, self.shown.stage in (Stage.SCORED, Stage.OVER)
        if not over or state is None or state.phase is not Phase.FINISHED or state.claimed is not None:
            return None
        shown = changed(
            self.shown,
            stage=Stage.DEAL,
            finished=self.shown.finished[:-1],
            standing=state.before,
            next_deal_at=None,
            secret=None,
            winner=None,
            rated=(),
        )
        return TableNow(shown, state, None)

    def seen_by(self, viewer: Player | None) -> Snapshot:
        """The table as `viewer` may see it. Raises NotForSpectators."""
        _check_may_watch(self.shown.options.spectators, self.shown.stage, viewer)
        return changed(
            self.shown,
            viewer=viewer,
            view=self._view(viewer),
            may_take_back=viewer is not None and viewer == self.taker and self.shown.may_propose("back", viewer),
            rated=tuple([step for step in self.shown.rated if step.is_open_to(viewer)]),
        )

    def _view(self, viewer: Player | None) -> View | None:
        view = self._sight.of(viewer) if self._sight else None
        if view is not None and view.phase is Phase.FINISHED and self.shown.stage is Stage.DEAL:
            return changed(view, phase=Phase.PLAYING, scores=None, dealt=None)
        return view


def snapshot(game: Game, viewer: Player | None) -> Snapshot:
    """The table as `viewer` may see it; `game` comes from `game_by_code`.

    Raises NotForSpectators.
    """
    return table_now(game).seen_by(viewer)


def sheet(game: Game, viewer: Player | None) -> Snapshot:
    """The table without its cards: what a score sheet is made of. Raises NotForSpectators."""
    return TableNow(_shown(game, event_log.current_deal(game)), None, None).seen_by(viewer)


def table_now(game: Game) -> TableNow:
    """The table as it stands; `game` comes from `game_by_code`."""
    deal = event_log.current_deal(game)
    now = TableNow(_shown(game, deal), event_log.state_if_kept(deal, game.version), event_log.taker(game))
    if game.stage == Stage.OPEN and Game.objects.values_list("version", flat=True).get(pk=game.pk) != game.version:
        return table_now(game_by_code(game.code))  # what had changed while it was read would stand beside what had not
    return now


def _shown(game: Game, deal: Deal | None) -> Snapshot:
    """What everyone sees of a table, the deal aside."""
    lines = finished_deals(game)
    seats = list(game.seats.all())
    return Snapshot(
        code=game.code,
        name=game.name,
        rules=event_log.rules_of(game),
        version=game.version,
        stage=Stage(game.stage),
        seats=_seat_infos(game, seats),
        viewer=None,
        drawn=event_log.drawn_cards(game) if game.opening_dealer is None else None,
        dealer=deal.dealer if deal else event_log.opening_dealer(game),
        deal_number=game.deal_number,
        view=None,
        finished=lines,
        standing=standing_after(lines[-1].scores) if lines else Standing(),
        ready=frozenset(seat.player for seat in seats if seat.ready),
        next_deal_at=game.due_at if Stage(game.stage).waits_for_deal else None,
        winner=game.winner,
        commitment=commitment(bytes.fromhex(deal.secret)) if deal else "",
        secret=deal.secret if deal and deal.finished and game.stage != Stage.DEAL else None,
        options=event_log.options_of(game),
        proposal=_proposal(game, seats),
        refused=event_log.refused(game, seats),
        last_by_clock=_late_player(game),
        rematch=Game.objects.filter(rematch_of=game).values_list("code", flat=True).first() or "",
        rated=outcomes.rating_steps(game, seats),
        void=outcomes.why_void(game),
    )


def _seat_infos(game: Game, seats: list[Seat]) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    host = presence.host_now(game) if game.stage == Stage.OPEN else game.host_id
    expected = presence.yet_to_come(game) if game.stage == Stage.OPEN else frozenset()
    first, second, third = (_seat_info(game, seat, host, expected) for seat in seats)
    return first, second, third


def _seat_info(game: Game, seat: Seat, host: int, expected: frozenset[int]) -> SeatInfo:
    person = seat.user_id is not None
    may_be_left = person and not seat.bot_name and Stage(game.stage).is_running
    return SeatInfo(
        player=seat.player,
        name=seat.player_name,
        is_bot=seat.is_bot,
        connected=seat.is_bot or (person and presence.is_here(game.code, seat.player)),
        is_host=person and seat.user_id == host,
        stand_in=seat.bot_name if person else "",
        may_be_replaced=may_be_left and presence.away_too_long(game.code, seat.player, game.patience),
        clock=clocks.reading(game, seat, timezone.now()),
        hand_order=HandOrder(seat.user.hand_order) if seat.user else HandOrder.ALTERNATING,
        is_expected=seat.user_id in expected,
        rules_changed=seat.rules_changed,
    )


def _proposal(game: Game, seats: list[Seat]) -> OpenProposal | None:
    if not game.proposal or game.proposed_by is None:
        return None
    missing = presence.still_to_agree(game, seats)
    return OpenProposal(game.proposal, game.proposed_by, missing, clocks.lapses_at(game, seats))


def _late_player(game: Game) -> Player | None:
    """For whom a bot made the last move because time was up, if it did."""
    last = next(iter(event_log.last_moves(game)), None)
    return event_log.mover(last) if last is not None and last.author == Author.CLOCK else None


def finished_deals(game: Game) -> tuple[FinishedDeal, ...]:
    """The lines of the score sheet, oldest first, as long as the game was when it was read."""
    scores, in_play = DealScore.objects.order_by("player"), game.stage == Stage.DEAL
    over = game.deals.filter(finished=True, number__lte=game.deal_number - in_play)
    deals = over.order_by("number").prefetch_related(Prefetch("scores", scores))
    return tuple(_finished_deal(deal) for deal in deals)


def _finished_deal(deal: Deal) -> FinishedDeal:
    rows = list(deal.scores.all())
    bids = [BidMade(player, rows[player].bid, frozenset(rows[player].declared_nils)) for player in PLAYERS]
    scores = [event_log.score_from_row(row) for row in rows]
    assert deal.declarer is not None, "a finished deal has a declarer"
    return FinishedDeal(
        deal.number, deal.dealer, deal.declarer, (bids[0], bids[1], bids[2]), (scores[0], scores[1], scores[2])
    )


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """These games with their seats and who sits there."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("player")))
