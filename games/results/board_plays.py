"""Results of boards of sets of deals: written in the transaction of the last card, removed with a void game."""

from collections.abc import Sequence

from games.engine import Scores, State, bid_of
from games.models import BoardPlay, Deal, Game, Seat


def finish(game: Game, seats: Sequence[Seat], deal: Deal, state: State, scores: Scores) -> None:
    """Store the result of the person who has played this board. The caller holds the game's lock.

    An Expert has finished the deal if a bot sits in the person's seat at its end.
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
        by_expert=seat.bot_plays,
    )


def remove(game: Game) -> None:
    """Leave the result of a board out of its set, because its game is declared void."""
    BoardPlay.objects.filter(game=game).update(removed=True)
