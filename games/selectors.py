"""Reads for pages. A snapshot is complete for one viewer and holds nothing that viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games import store
from games.engine import PLAYERS, BidMade, Player, Standing, commitment, first_dealer, standing_after, view_for
from games.models import Deal, DealScore, Game, Seat
from games.snapshot import FinishedDeal, SeatInfo, Stage, TableSnapshot


def game_by_code(code: str) -> Game:
    """The game with its seats and their users. Raises Game.DoesNotExist."""
    seats = Seat.objects.select_related("user").order_by("player")
    return Game.objects.prefetch_related(Prefetch("seats", seats)).get(code=code)


def player_of(game: Game, user: User | AnonymousUser) -> Player | None:
    """Which player `user` is in this game; None for a spectator."""
    if not user.is_authenticated:
        return None
    return next((seat.player for seat in game.seats.all() if seat.user_id == user.pk), None)


def snapshot(game: Game, viewer: Player | None) -> TableSnapshot:
    """The table as `viewer` may see it; `game` comes from `game_by_code`."""
    deal = store.current_deal(game)
    lines = finished_deals(game)
    drawn = store.drawn_cards(game)
    return TableSnapshot(
        code=game.code,
        name=game.name,
        rules=store.rules_of(game),
        version=game.version,
        stage=Stage(game.stage),
        seats=_seat_infos(game),
        viewer=viewer,
        drawn=drawn,
        dealer=deal.dealer if deal else first_dealer(drawn),
        deal_number=game.deal_number,
        view=view_for(store.load_state(deal), viewer) if deal else None,
        finished=lines,
        standing=standing_after(lines[-1].scores) if lines else Standing(),
        ready=frozenset(seat.player for seat in game.seats.all() if seat.ready),
        next_deal_at=game.due_at if game.stage in (Stage.DRAWING, Stage.SCORED) else None,
        winner=game.winner,
        commitment=commitment(bytes.fromhex(deal.secret)) if deal else "",
        secret=deal.secret if deal and deal.finished else None,
    )


def _seat_infos(game: Game) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    first, second, third = (
        SeatInfo(seat.player, seat.player_name, seat.is_bot, connected=True) for seat in game.seats.all()
    )
    return first, second, third


def finished_deals(game: Game) -> tuple[FinishedDeal, ...]:
    """The lines of the score sheet, oldest first."""
    scores = DealScore.objects.order_by("player")
    deals = game.deals.filter(finished=True).order_by("number").prefetch_related(Prefetch("scores", scores))
    return tuple(_finished_deal(deal) for deal in deals)


def _finished_deal(deal: Deal) -> FinishedDeal:
    rows = list(deal.scores.all())
    bids = [BidMade(player, rows[player].bid, frozenset(rows[player].declared_nils)) for player in PLAYERS]
    scores = [store.score_from_row(row) for row in rows]
    assert deal.declarer is not None, "a finished deal has a declarer"
    return FinishedDeal(
        deal.number, deal.dealer, deal.declarer, (bids[0], bids[1], bids[2]), (scores[0], scores[1], scores[2])
    )


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game in a player's list. `players` are the names in seat order."""

    code: str
    name: str
    players: tuple[str, ...]
    stage: Stage
    deal_number: int
    target: int
    your_turn: bool


def running_games(user: User | AnonymousUser) -> list[GameLine]:
    """The user's unfinished games, those that wait for the user first, then the latest."""
    if isinstance(user, AnonymousUser):
        return []
    lines = [_line(game, user) for game in _running_games_of(user)]
    return sorted(lines, key=lambda line: not line.your_turn)


def _running_games_of(user: User) -> QuerySet[Game]:
    seats = Seat.objects.select_related("user").order_by("player")
    running = Game.objects.filter(seats__user=user).exclude(stage__in=(Stage.OVER, Stage.CLOSED))
    return running.order_by("-updated_at").prefetch_related(Prefetch("seats", seats))


def _line(game: Game, user: User) -> GameLine:
    seats = game.seats.all()
    return GameLine(
        code=game.code,
        name=game.name,
        players=tuple(seat.player_name for seat in seats),
        stage=Stage(game.stage),
        deal_number=game.deal_number,
        target=game.target,
        your_turn=any(seat.to_act and seat.user_id == user.pk for seat in seats),
    )
