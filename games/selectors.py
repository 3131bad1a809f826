"""Reads for pages. A snapshot is complete for one viewer and holds nothing that viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from accounts.models import User
from games import clocks, presence, store
from games.engine import PLAYERS, BidMade, Player, Rules, Standing, commitment, standing_after, view_for
from games.models import Author, Deal, DealScore, Game, Invitation, Seat
from games.snapshot import FinishedDeal, OpenProposal, SeatInfo, Stage, TableOptions, TableSnapshot


def game_by_code(code: str) -> Game:
    """The game with its seats and their users. Raises Game.DoesNotExist."""
    return _with_seats(Game.objects.all()).get(code=code)


def player_of(game: Game, user: User | AnonymousUser) -> Player | None:
    """Which player `user` is in this game; None for a spectator."""
    if not user.is_authenticated:
        return None
    return next((seat.player for seat in game.seats.all() if seat.user_id == user.pk), None)


class NotForSpectators(Exception):
    """The table is for its players only."""


def player_at(code: str, user: User | AnonymousUser) -> Player | None:
    """Which player `user` is at the table with this code, without loading the table."""
    if isinstance(user, AnonymousUser):
        return None
    return Seat.objects.filter(game__code=code, user=user).values_list("player", flat=True).first()


def check_may_watch(game: Game, viewer: Player | None) -> None:
    """Raise NotForSpectators where spectators are switched off; while players gather, everyone may look."""
    if viewer is None and not game.spectators and game.stage != Stage.OPEN:
        raise NotForSpectators


def snapshot(game: Game, viewer: Player | None) -> TableSnapshot:
    """The table as `viewer` may see it; `game` comes from `game_by_code`.

    Raises NotForSpectators.
    """
    check_may_watch(game, viewer)
    deal = store.current_deal(game)
    lines = finished_deals(game)
    seats = list(game.seats.all())
    return TableSnapshot(
        code=game.code,
        name=game.name,
        rules=store.rules_of(game),
        version=game.version,
        stage=Stage(game.stage),
        seats=_seat_infos(game, seats),
        viewer=viewer,
        drawn=store.drawn_cards(game) if game.opening_dealer is None else None,
        dealer=deal.dealer if deal else store.opening_dealer(game),
        deal_number=game.deal_number,
        view=view_for(store.load_state(deal), viewer) if deal else None,
        finished=lines,
        standing=standing_after(lines[-1].scores) if lines else Standing(),
        ready=frozenset(seat.player for seat in seats if seat.ready),
        next_deal_at=game.due_at if game.stage in (Stage.DRAWING, Stage.SCORED) else None,
        winner=game.winner,
        commitment=commitment(bytes.fromhex(deal.secret)) if deal else "",
        secret=deal.secret if deal and deal.finished else None,
        options=store.options_of(game),
        proposal=_proposal(game, seats),
        may_take_back=viewer is not None and not game.proposal and store.may_take_back(game, viewer),
        last_by_clock=_late_player(game),
        rematch=Game.objects.filter(rematch_of=game).values_list("code", flat=True).first() or "",
    )


def _seat_infos(game: Game, seats: list[Seat]) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    first, second, third = (_seat_info(game, seat) for seat in seats)
    return first, second, third


def _seat_info(game: Game, seat: Seat) -> SeatInfo:
    person = seat.user_id is not None
    may_be_left = person and not seat.bot_name and Stage(game.stage).is_running
    return SeatInfo(
        player=seat.player,
        name=seat.player_name,
        is_bot=seat.is_bot,
        connected=seat.is_bot or (person and presence.is_here(game.code, seat.player)),
        is_host=person and seat.user_id == game.host_id,
        stand_in=seat.bot_name if person else "",
        may_be_replaced=may_be_left and presence.away_too_long(game.code, seat.player, game.patience),
        clock=clocks.reading(game, seat, timezone.now()),
    )


def _proposal(game: Game, seats: list[Seat]) -> OpenProposal | None:
    if not game.proposal or game.proposed_by is None:
        return None
    return OpenProposal(game.proposal, game.proposed_by, frozenset(seat.player for seat in seats if seat.agrees))


def _late_player(game: Game) -> Player | None:
    """For whom a bot made the last move because time was up, if it did."""
    last = next(iter(store.last_moves(game)), None)
    return store.mover(last) if last is not None and last.author == Author.CLOCK else None


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
    running = Game.objects.filter(seats__user=user).exclude(stage__in=(Stage.OVER, Stage.CLOSED))
    return _with_seats(running.order_by("-updated_at"))


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("player")))


def _line(game: Game, user: User) -> GameLine:
    seats = game.seats.all()
    return GameLine(
        code=game.code,
        name=game.name,
        players=tuple(seat.player_name for seat in seats),
        stage=Stage(game.stage),
        deal_number=game.deal_number,
        target=game.target,
        your_turn=any(seat.awaits_its_user and seat.user_id == user.pk for seat in seats),
    )


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits for players. `players` are the three names in seat order, "" for a free seat."""

    code: str
    name: str
    players: tuple[str, ...]
    rules: Rules
    options: TableOptions


def open_tables(limit: int = 50) -> list[OpenTable]:
    """The public tables to sit down at, the latest first."""
    games = Game.objects.filter(stage=Stage.OPEN, public=True).order_by("-created_at")
    return [_open_table(game) for game in _with_seats(games)[:limit]]


def _open_table(game: Game) -> OpenTable:
    players = tuple(seat.player_name for seat in game.seats.all())
    return OpenTable(game.code, game.name, players, store.rules_of(game), store.options_of(game))


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Who asked the user to sit down where, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    standing = user.invitations.filter(game__stage=Stage.OPEN)
    return list(standing.select_related("game", "inviter").order_by("-sent_at"))


def turns_waiting(user: User | AnonymousUser) -> int:
    """At how many tables it is the user's turn, those aside at which a bot sits in."""
    if isinstance(user, AnonymousUser):
        return 0
    return user.seats.filter(waiting_since__isnull=False, bot_name="").count()
