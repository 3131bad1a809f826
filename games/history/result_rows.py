"""The unsaved rows derived from a finished deal: used after each deal in play, and by the rebuild."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from games.engine import DUMMY, bidding_order, clockwise_from
from games.history.ratings import places
from games.models import Company, Deal, DealResult, DealScore, Game, GameResult, Seat, Tally

TallyKey: TypeAlias = tuple[int, str, str, bool, int, int, int]
"""The values of `Tally.KEY`."""

Counts: TypeAlias = tuple[int, ...]
"""The values of `Tally.COUNTS`."""

LadderKey: TypeAlias = tuple[str, str, str]
"""A ladder's company, bidding style and month."""


def company_of(seats: Iterable[Seat]) -> Company:
    """Return the company of a game. A bot standing in for a person does not change it."""
    return Company.BOTS if any(seat.user_id is None for seat in seats) else Company.PEOPLE


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
    _, left, right = clockwise_from(seat.player)
    return {
        "user_id": seat.user_id,
        "at": at,
        "bidding": game.bidding,
        "peek": game.peek,
        "company": company_of(seats),
        "left": seats[left].user_id,
        "right": seats[right].user_id,
    }


def ladder_keys(result: GameResult) -> list[LadderKey]:
    """Return the ladders a game counts on: all styles and its own, for all time and for its month (UTC)."""
    month = f"{result.at.astimezone(UTC):%Y-%m}"
    return [(result.company, bidding, period) for bidding in ("", result.bidding) for period in ("", month)]


def tally(result: DealResult) -> tuple[TallyKey, Counts]:
    """Return what a deal adds to which of its player's tallies."""
    score = result.score
    key = (
        *(result.user_id, result.bidding, result.company, result.declarer),
        *(result.position, score.contract, score.side_tricks),
    )
    return key, (1, score.total, score.bag_penalty, *_nils(score))


def _nils(score: DealScore) -> Counts:
    """Return the numbers of nils made and failed on the own hand, the partner's hand and the dummy."""
    counts = [0] * 6
    for nil in score.nils:
        hand = 0 if nil["hand"] == score.player else 2 if nil["hand"] == DUMMY else 1
        counts[2 * hand + (not nil["made"])] += 1
    return tuple(counts)


def values(row: Tally) -> tuple[TallyKey, Counts]:
    """Return the key and the counts of a stored tally."""
    return tuple(getattr(row, name) for name in Tally.KEY), tuple(getattr(row, name) for name in Tally.COUNTS)


def tally_row(key: TallyKey, counts: Counts) -> Tally:
    """Return the unsaved tally with this key and these counts."""
    return Tally(**dict(zip((*Tally.KEY, *Tally.COUNTS), (*key, *counts), strict=True)))
