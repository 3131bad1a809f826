"""An expert bot's opinion of a move of a reviewed deal, in a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bots import Advice, Opinion
from games.engine import Bid, BidMade, CardPlayed, Play
from games.review.reviewed_deal import ReviewedDeal
from games.words.names import Names, the_card
from games.words.reasons import reason_sentence
from games.words.sentences import bid_sentence, card_sentence


class Thought(NamedTuple):
    """An opinion of a move: its reason, or a better move and its reason."""

    move: str
    why: str


def thought_on_next(deal: ReviewedDeal, at: int, opinions: Sequence[Opinion]) -> Thought | None:
    """Return the opinion of the bid or card that follows after `at` actions; None if there is none."""
    names, following = Names(deal.seats, deal.viewer), deal.log[at + 1] if at + 1 < len(deal.log) else None
    before = [event for event in deal.log[: at + 1] if isinstance(event, BidMade | CardPlayed)]
    if not isinstance(following, BidMade | CardPlayed) or len(before) >= len(opinions):
        return None
    opinion = opinions[len(before)]
    why = reason_sentence(opinion.reason, names) if opinion.better is None else _better(opinion.better, names)
    if isinstance(following, BidMade):
        return Thought(bid_sentence(following, names), why)
    return Thought(card_sentence(following, names, leads=len(before) % 4 == 3), why)


def _better(advice: Advice, names: Names) -> str:
    assert advice.reason is not None, "bids and cards have reasons"
    why = reason_sentence(advice.reason, names)
    match advice.action:
        case Play(card=card):
            return _("An expert would have played %(card)s. %(why)s") % {"card": the_card(card), "why": why}
        case Bid(player=player, tricks=tricks, nils=nils):
            with_nils = _("An expert would have bid %(count)d, nil on %(hands)s. %(why)s")
            template = with_nils if nils else _("An expert would have bid %(count)d. %(why)s")
            return template % {"count": tricks, "hands": names.nils_on(nils, player), "why": why}
        case action:
            raise AssertionError(f"no opinion is asked of {action}")
