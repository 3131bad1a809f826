"""Mistakes of people in finished deals, from the stored analyses: what an expert names who saw no other hand.

A bid counts if the review of bids names a clearly better one, and costs as much as it is worth less. A card counts if
the expert's opinion names a clearly better one, and costs what it gave away against best play with all hands open: 0
if best play is not known there. What bots did for a person does not count.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.analysis.findings import bids_from_json, cards_played, points_from_json, points_given, thoughts_from_json
from games.bots import BidWorth
from games.engine import Bid, BidMade, CardPlayed, Player, State, bid_of, from_json, owner, replay
from games.models import Analysis, DealResult, JudgedDeal, Mistake, MistakeKind, logs
from games.values import Author

FIRST_CARD: Final = 3
"""The move that is the opening lead."""

CARD_KINDS: Final = (MistakeKind.LEAD, MistakeKind.DECLARER, MistakeKind.DEFENDER)
"""The mistakes with a card."""


def whole_analyses() -> QuerySet[Analysis]:
    """Return the analyses of tables' deals that have all that mistakes are made of."""
    lacking = Q(deal=None) | Q(points=None) | Q(thoughts=None) | Q(bids=None)
    return Analysis.objects.exclude(lacking)


@transaction.atomic
def store(key: int) -> None:
    """Store the mistakes that an analysis names, in place of those stored of the deal; nothing if it is not whole."""
    analysis = whole_analyses().filter(pk=key).first()
    if analysis is not None:
        results = DealResult.objects.filter(score__deal=analysis.deal_id).select_related("score")
        JudgedDeal.objects.filter(result__in=results).delete()
        judged, mistakes = rows_of(analysis, results)
        JudgedDeal.objects.bulk_create(judged)
        Mistake.objects.bulk_create(mistakes)


def rows_of(analysis: Analysis, results: Iterable[DealResult]) -> tuple[list[JudgedDeal], list[Mistake]]:
    """Return the unsaved rows of a whole analysis for the results of its deal, which have their scores."""
    judged = {
        result.score.player: JudgedDeal(result=result, user_id=result.user_id, at=result.at) for result in results
    }
    mistakes = [
        Mistake(judged=judged[player], move=move, kind=kind, lost=lost)
        for player, move, kind, lost in (_mistakes(analysis) if judged else ())
        if player in judged
    ]
    return list(judged.values()), mistakes


def _mistakes(analysis: Analysis) -> Iterator[tuple[Player, int, MistakeKind, float]]:
    """Yield the mistakes of a deal with their players, moves and points lost."""
    assert analysis.deal is not None, "the analysis is whole"
    log = [(from_json(row.payload), row.author) for row in logs.standing_rows(analysis.deal)]
    end = replay(event for event, _author in log)
    moves = [author == Author.PLAYER for event, author in log if isinstance(event, BidMade | CardPlayed)]
    for player, move, kind, lost in (*_of_bids(end, analysis), *_of_cards(end, analysis)):
        if moves[move]:
            yield player, move, kind, lost


def _of_bids(end: State, analysis: Analysis) -> Iterator[tuple[Player, int, MistakeKind, float]]:
    order = [bid.player for bid in end.bids]
    for review in bids_from_json(analysis.bids or ()):
        made = bid_of(end, review.player)
        assert made is not None, "only bids that were made are reviewed"
        bid = Bid(made.player, made.tricks, made.nils)
        better = review.better_than(bid)
        if better is not None:
            lost = better.worth - review.of(bid).worth
            yield review.player, order.index(review.player), _kind_of_bid(bid, better), lost


def _kind_of_bid(made: Bid, better: BidWorth) -> MistakeKind:
    if made.nils - set(better.nils):
        return MistakeKind.NIL_CALLED
    if set(better.nils) - made.nils:
        return MistakeKind.NIL_MISSED
    return MistakeKind.HIGH if made.tricks > better.tricks else MistakeKind.LOW


def _of_cards(end: State, analysis: Analysis) -> Iterator[tuple[Player, int, MistakeKind, float]]:
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    assert analysis.points is not None, "the analysis is whole"
    lost = {card.number: card.points for card in points_given(end, points_from_json(analysis.points))}
    opinions = thoughts_from_json(analysis.thoughts or ())[FIRST_CARD:]
    for number, (played, opinion) in enumerate(zip(cards_played(end), opinions, strict=False)):
        if opinion.better is not None:
            player = owner(played.hand, end.declarer)
            kind = MistakeKind.DECLARER if player == end.declarer else MistakeKind.DEFENDER
            yield player, FIRST_CARD + number, kind if number else MistakeKind.LEAD, lost.get(number, 0.0)
