"""An expert bot's opinion of a move, in a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bots import Advice, Cause, Opinion, Reason
from games.engine import Bid, BidMade, CardPlayed, Play
from games.review.reviewed_deal import ReviewedDeal
from games.words.names import Names, decimal, the_card
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


def reason_sentence(reason: Reason, names: Names) -> str:
    """Return the sentence for a reason."""
    match reason.cause:
        case Cause.ONLY_CARD:
            return _("It is the only card this hand may play.")
        case Cause.ONLY_BID:
            return _("There is nothing to choose: the spades are counted.")
        case Cause.NO_DIFFERENCE:
            return _("Other cards would do about as well.")
        case Cause.CONTRACT:
            return _contract(reason, names)
        case Cause.BAGS:
            return _bags(reason, names)
        case Cause.NIL | Cause.BID_NIL:
            return _nil(reason, names)
        case Cause.BID:
            longer = _("This bid is made in %(chance)d%% of the deals imagined, one trick more in %(otherwise)d%%.")
            template = longer if reason.otherwise else _("This bid is made in %(chance)d%% of the deals imagined.")
            return template % _shares(reason)


def _contract(reason: Reason, names: Names) -> str:
    assert reason.player is not None, "a contract is somebody's"
    more = (
        _("Your contract is made more often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."),
        _("%(name)s’s contract is made more often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."),
    )
    less = (
        _("Your contract is made less often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."),
        _("%(name)s’s contract is made less often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."),
    )
    yours, others = more if reason.chance > reason.otherwise else less
    return names.say(reason.player, yours, others, **_shares(reason))


def _bags(reason: Reason, names: Names) -> str:
    assert reason.player is not None, "bags are somebody's"
    if reason.chance < reason.otherwise:
        yours = _("You take fewer bags: %(bags)s on average, else %(otherwise)s.")
        others = _("%(name)s takes fewer bags: %(bags)s on average, else %(otherwise)s.")
    else:
        yours = _("You take more bags: %(bags)s on average, else %(otherwise)s.")
        others = _("%(name)s takes more bags: %(bags)s on average, else %(otherwise)s.")
    bags, otherwise = (decimal(count) for count in (reason.chance, reason.otherwise))
    return names.say(reason.player, yours, others, bags=bags, otherwise=otherwise)


def _nil(reason: Reason, names: Names) -> str:
    assert reason.hand is not None, "a nil is on a hand"
    if reason.cause is Cause.BID_NIL:
        template = _("The nil on %(hand)s fails in %(fails)d%% of the deals imagined.")
    elif reason.chance > reason.otherwise:
        template = _(
            "The nil on %(hand)s holds more often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."
        )
    else:
        template = _(
            "The nil on %(hand)s holds less often: in %(chance)d%% of the deals imagined, else in %(otherwise)d%%."
        )
    return template % {"hand": names.hand(reason.hand), **_shares(reason)}


def _shares(reason: Reason) -> dict[str, int]:
    chance, fails, otherwise = (round(100 * share) for share in (reason.chance, 1 - reason.chance, reason.otherwise))
    return {"chance": chance, "fails": fails, "otherwise": otherwise}


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
