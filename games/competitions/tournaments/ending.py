"""The end of a round, and of a tournament.

A round always ends in the same way, whether its tables have finished, its time is up, the host has ended the tournament
or nobody is left to play: tables that still play are closed, and what they have not finished has no points. If the time
was up, it is stored who has let it run (docs/duplicate.md).
"""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, TypeAlias

from django.db import transaction

from games.competitions.tournaments import queries, services
from games.competitions.tournaments.kinds import kind_of
from games.engine import Player
from games.models import Deal, Game, Seat, Tournament, TournamentRound, TournamentScore, TournamentSeat, TournamentStage
from games.play import progress, queue
from games.results import own_moves
from games.values import RUNNING, board_number

MOVES_OF_A_DEAL: Final = 55
"""Three bids and 52 cards."""

_Overruns: TypeAlias = Mapping[tuple[int | None, Player], int]
"""By how many seconds each player was slower than the time of the round allows, by the key of the game and the seat."""


def end_round(of_round: TournamentRound, now: datetime) -> None:
    """End a round now. It may be called again."""
    for code in Game.objects.filter(round=of_round, stage__in=RUNNING).values_list("code", flat=True):
        with queue.change(code) as game:
            progress.close(game)
    _store_end(of_round, now)


@transaction.atomic
def end_if_nobody_is_left(tournament: Tournament, now: datetime) -> None:
    """End a tournament whose participants have all left, or may not play any more; `end_round` follows."""
    if not queries.is_anybody_left(tournament):
        locked = services.lock(tournament.code)
        if locked.stage == TournamentStage.RUNNING:
            finish(locked, now)


def finish(tournament: Tournament, now: datetime) -> None:
    """Store that a locked tournament is over."""
    tournament.stage, tournament.ended_at = TournamentStage.OVER, now
    tournament.next_round_at = tournament.paused_at = None
    tournament.save(update_fields=["stage", "ended_at", "next_round_at", "paused_at"])


@transaction.atomic
def _store_end(of_round: TournamentRound, now: datetime) -> None:
    """Store that a round has ended, and what comes next: nothing after the last one, or if nobody was there."""
    tournament = services.lock(of_round.tournament.code)
    locked = TournamentRound.objects.select_for_update(no_key=True).get(pk=of_round.pk)
    if locked.ended_at is not None or Game.objects.filter(round=locked, stage__in=RUNNING).exists():
        return
    is_running = tournament.stage == TournamentStage.RUNNING
    locked.ended_at = now if is_running else tournament.ended_at
    locked.save(update_fields=["ended_at"])
    _add_missing_scores(locked, tournament)
    if not is_running:
        return
    if locked.number == tournament.rounds or not queries.is_anybody_there(locked):
        finish(tournament, now)
    else:
        tournament.next_round_at = now + kind_of(tournament).pause
        tournament.save(update_fields=["next_round_at"])


def _add_missing_scores(of_round: TournamentRound, tournament: Tournament) -> None:
    """Store a result without points for each deal that a table of an ended round has not finished."""
    first = board_number(of_round.number, tournament.boards, 1)
    stored = set(TournamentScore.objects.filter(place__round=of_round).values_list("place", "board"))
    missing = [
        (place, board)
        for place in of_round.places.all()
        for board in range(first, first + tournament.boards)
        if (place.pk, board) not in stored
    ]
    overruns = _overruns(of_round, tournament, [place for place, _board in missing])
    TournamentScore.objects.bulk_create(
        TournamentScore(place=place, board=board, overrun=overruns.get((place.game_id, place.player)))
        for place, board in missing
    )


def _overruns(of_round: TournamentRound, tournament: Tournament, places: Collection[TournamentSeat]) -> _Overruns:
    """Return by how much people at these places were slower than the time of their round allows; empty for a round that
    ended before its time was up.

    The time is divided by moves, not by players, because the declarer plays two hands.
    """
    if of_round.ended_at is None or of_round.ended_at < of_round.ends_at:
        return {}
    games = {place.game_id for place in places}
    for_a_move = 60 * tournament.minutes / (tournament.boards * MOVES_OF_A_DEAL)
    moves = Counter[tuple[int, Player | None]]()
    for deal in Deal.objects.filter(game__in=games):
        for player, count in own_moves.own_moves(deal).items():
            moves[deal.game_id, player] += count
    return {
        (seat.game_id, seat.player): round(seat.spent - for_a_move * moves[seat.game_id, seat.player])
        for seat in Seat.objects.filter(game__in=games, user__isnull=False)
    }
