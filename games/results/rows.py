"""The unsaved rows derived from a finished deal: used after each deal in play, and by the rebuild."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from games.bots.bidding import hand_tricks
from games.engine import DUMMY, PLAYERS, Card, Player, bidding_order, clockwise_from
from games.models import Company, Deal, DealResult, DealScore, Game, GameResult, Seat, Tally
from games.results.ratings import places

TallyKey: TypeAlias = tuple[int, str, str, bool, int, int, int]  # the values of `Tally.KEY`
Counts: TypeAlias = tuple[int, ...]  # the values of `Tally.COUNTS`
Hands: TypeAlias = Sequence[Sequence[Card]]  # as they were dealt, by number


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


def deal_results(
    game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore], hands: Hands | None
) -> list[DealResult]:
    """Return the results of a deal, one per person. `seats` and the saved `scores` are in seat order.

    Without the `hands` of the deal their strength is not known.
    """
    order = bidding_order(deal.dealer)
    return [
        DealResult(
            **shared,
            score=score,
            points=score.total,
            declarer=score.player == deal.declarer,
            position=order.index(score.player),
            strength=None if hands is None else hand_tricks(hands[score.player]),
        )
        for shared, score in _people(game, seats, deal, scores)
    ]


def game_results(game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]) -> list[GameResult]:
    """Return the results of a game after `deal`, its last finished deal, one per person."""
    final = places([score.points_after for score in scores]) if game.winner is not None else (None, None, None)
    return [
        GameResult(
            **shared,
            game=game,
            player=score.player,
            points=score.points_after,
            deals=deal.number,
            bags=score.bags_after,
            place=final[score.player],
        )
        for shared, score in _people(game, seats, deal, scores)
    ]


def _people(
    game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]
) -> Iterator[tuple[dict[str, object], DealScore]]:
    """Yield, for each person, the columns that both kinds of results share, and the score of the deal.

    A bot standing in for a person does not change a game's company.
    """
    users = [seat.user_id for seat in seats]
    company = Company.BOTS if None in users else Company.PEOPLE
    shared = {"at": deal.finished_at, "bidding": game.bidding, "peek": game.peek, "company": company}
    for player, left, right in map(clockwise_from, PLAYERS):
        if users[player] is not None:
            yield {**shared, "user_id": users[player], "left": users[left], "right": users[right]}, scores[player]


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
