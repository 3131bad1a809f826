"""Results of boards of sets of deals and of tournaments: written in the transaction of the last card, removed with a
void game.
"""

from collections.abc import Collection, Sequence
from typing import Final

from django.db.models import Count
from django.urls import reverse

from accounts.models import User
from accounts.notifications.services import notify_on_commit
from games.engine import Player, Scores, State, bid_of
from games.models import (
    COUNTED,
    Block,
    BoardPlay,
    Deal,
    DealSet,
    Game,
    Seat,
    TournamentRound,
    TournamentScore,
    TournamentSeat,
)
from games.values import board_number

MOST_NOTIFIED: Final = 8
"""When more have finished a challenge, each further one is news for its host alone."""


def store_play(
    game: Game, seats: Sequence[Seat], deal: Deal, state: State, scores: Scores, by_bots: Collection[Player]
) -> None:
    """Store the result of the person who has played this board of a set. The caller holds the game's lock.

    It is an Expert's if the person is one of those for whom bots have played most of the deal.
    """
    seat = next(seat for seat in seats if seat.user_id is not None)
    line, bid = scores[seat.player], bid_of(state, seat.player)
    assert bid is not None, "a finished deal has three bids"
    BoardPlay.objects.filter(game=game).update(
        finished_at=deal.finished_at,
        points=line.total,
        bid=bid.tricks,
        nils=len(bid.nils),
        contract=line.contract,
        tricks=line.side_tricks,
        declarer=state.declarer == seat.player,
        by_expert=seat.player in by_bots,
    )
    challenge = DealSet.objects.filter(boards__games=game, closes_at=None).first()
    if challenge is None:
        return
    challenge.boards.filter(games=game, expert_wanted=False).update(expert_wanted=True)
    if seat.user is not None:
        _notify_others(challenge, seat.user)


def _notify_others(challenge: DealSet, player: User) -> None:
    """Notify the host of a challenge, and the few who have finished it before, when another player has finished its
    last board. Nothing of the result is said.
    """
    counts = BoardPlay.objects.filter(board__deal_set=challenge, **COUNTED).values("user").annotate(boards=Count("pk"))
    finished = set(counts.filter(boards=challenge.boards.count()).values_list("user", flat=True))
    if player.pk not in finished:
        return
    blocked_by = Block.objects.filter(blocked=player).values_list("user", flat=True)
    others = {challenge.host_id, *(finished if len(finished) <= MOST_NOTIFIED else ())} - {None, player.pk, *blocked_by}
    about, path = f"{challenge.code}/{player.pk}", reverse("games:deal_set", args=[challenge.code])
    for other in sorted(others):
        variant = "other" if other != challenge.host_id else "" if other in finished else "unplayed"
        notify_on_commit(other, "challenge_answered", about=about, path=path, by=player.get_username(), variant=variant)


def remove_play(game: Game) -> None:
    """Leave the result of a board out of its set, because its game is declared void."""
    BoardPlay.objects.filter(game=game).update(removed=True)


def store_scores(
    of_round: TournamentRound, game: Game, deal: Deal, scores: Scores, by_bots: Collection[Player]
) -> None:
    """Store the results of a finished deal at a table of a tournament. The caller holds the game's lock.

    A bot has played it for a person if most moves of the deal were not theirs (`by_bots`).
    """
    board = board_number(of_round.number, of_round.tournament.boards, deal.number)
    TournamentScore.objects.bulk_create(
        TournamentScore(
            place=place,
            board=board,
            points=scores[place.player].total,
            by_bot=place.player in by_bots and place.entry.user_id is not None,
        )
        for place in TournamentSeat.objects.filter(round=of_round, game=game).select_related("entry")
    )


def remove_scores(game: Game) -> None:
    """Take the points of a game of a tournament away, because it is declared void: its boards count as not played."""
    TournamentScore.objects.filter(place__game=game).update(points=None)
