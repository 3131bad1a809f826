"""The unsaved rows derived from a finished deal: used after each deal in play, and by the rebuild."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from games.engine import DUMMY, Player, bidding_order, clockwise_from
from games.history.ratings import places
from games.models import Company, Deal, DealResult, DealScore, Game, GameResult, Seat, Tally

TallyKey: TypeAlias = tuple[int, str, str, bool, int, int, int]
"""The values of `Tally.KEY`."""

Counts: TypeAlias = tuple[int, ...]
"""The values of `Tally.COUNTS`."""


class Hand(StrEnum):
    """The hand of the own side that a nil was on; PARTNER is the hand of a partner who is a real player."""

    OWN = "own"
    PARTNER = "partner"
    DUMMY = "dummy"


def hand_of(hand: int, player: Player) -> Hand:
    """Return what a hand of the player's side is to the player."""
    if hand == DUMMY:
        return Hand.DUMMY
    return Hand.OWN if hand == player else Hand.PARTNER


def deal_results(game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]) -> list[DealResult]:
    """Return the results of a deal, one per person. `seats` and the saved `scores` are in seat order."""
    order = bidding_order(deal.dealer)
    return [
        DealResult(
            **_shared(game, seats, seat, deal.finished_at),
            score=scores[seat.player],
            points=scores[seat.player].total,
            declarer=seat.player == deal.declarer,
            position=order.index(seat.player),
        )
        for seat in seats
        if seat.user_id is not None
    ]


def game_results(game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]) -> list[GameResult]:
    """Return the results of a game after `deal`, its last finished deal, one per person."""
    final = places([score.points_after for score in scores]) if game.winner is not None else (None, None, None)
    return [
        GameResult(
            **_shared(game, seats, seat, deal.finished_at),
            game=game,
            player=seat.player,
            points=scores[seat.player].points_after,
            deals=deal.number,
            bags=scores[seat.player].bags_after,
            place=final[seat.player],
        )
        for seat in seats
        if seat.user_id is not None
    ]


def _shared(game: Game, seats: Sequence[Seat], seat: Seat, at: datetime | None) -> dict[str, object]:
    """Return the columns of both. A bot standing in for a person does not change a game's company."""
    _, left, right = clockwise_from(seat.player)
    return {
        "user_id": seat.user_id,
        "at": at,
        "bidding": game.bidding,
        "peek": game.peek,
        "company": Company.BOTS if any(seat.user_id is None for seat in seats) else Company.PEOPLE,
        "left": seats[left].user_id,
        "right": seats[right].user_id,
    }


def tally(result: DealResult) -> tuple[TallyKey, Counts]:
    """Return what a deal adds to which of its player's tallies."""
    score = result.score
    key = (
        *(result.user_id, result.bidding, result.company, result.declarer),
        *(result.position, score.contract, score.side_tricks),
    )
    nils = Counter(f"{hand_of(nil['hand'], score.player)}_{'made' if nil['made'] else 'failed'}" for nil in score.nils)
    counts = {"deals": 1, "points": score.total, "penalties": score.bag_penalty, **nils}
    return key, tuple(counts.get(column, 0) for column in Tally.COUNTS)


def tally_row(key: TallyKey, counts: Counts) -> Tally:
    """Return the unsaved tally with this key and these counts."""
    return Tally(**dict(zip((*Tally.KEY, *Tally.COUNTS), (*key, *counts), strict=True)))
