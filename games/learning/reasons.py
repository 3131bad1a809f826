"""General reasons for an action, in one sentence, from the view alone."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.estimate import hand_tricks
from games.engine import (
    DECK,
    Action,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Card,
    CardPlayed,
    Peek,
    Play,
    Suit,
    View,
    partner,
    winner,
)


def reason(view: View, action: Action) -> str:
    """Return a sentence that says why to take this action now."""
    match action:
        case Peek():
            return _("What you know of the dummy tells you whether to bid for it.")
        case Bid():
            return _why_bid(view, action)
        case Play(card=card):
            return _why_card(view, card)
        case AnswerClaim(accept=True):
            return _("However the other cards lie, the hand shown takes every trick that is left.")
        case _:
            return _("It is not certain that the hand shown takes every trick that is left.")


def _why_bid(view: View, bid: Bid) -> str:
    if view.rules.bidding is BiddingStyle.MIRROR:
        return _("There is nothing to choose: the spades are counted.")
    if bid.player in bid.nils:
        return _("Your cards are low enough to take no trick at all, with some luck.")
    worth = round(hand_tricks(view.hand or ()))
    text = ngettext(
        "Your hand is worth about %(count)d trick; the rest is what a partner may add.",
        "Your hand is worth about %(count)d tricks; the rest is what a partner may add.",
        worth,
    )
    return text % {"count": worth}


def _why_card(view: View, card: Card) -> str:
    if len(view.playable) == 1:
        return _("It is the only card this hand may play.")
    if not view.trick:
        return _why_lead(view, card)
    assert view.to_play is not None, "there is a card to play"
    if winner((*view.trick, CardPlayed(view.to_play, card))) == view.to_play:
        return _why_win(view, card)
    return _why_lose(view)


def _why_lead(view: View, card: Card) -> str:
    if not _higher_card_out(view, card):
        return _("No higher card of its suit is out any more, so only a trump can beat it.")
    if card.suit is Suit.SPADES:
        return _("It draws trumps from the other hands.")
    return _("It costs little, and leaves the higher cards for later.")


def _why_win(view: View, card: Card) -> str:
    trumped = card.suit is Suit.SPADES and view.trick[0].card.suit is not Suit.SPADES
    if len(view.trick) == 3:
        return _("A trump wins the trick.") if trumped else _("It wins the trick, and no higher card is needed.")
    if trumped:
        return _("A trump takes the lead in the trick.")
    return _("It takes the lead in the trick; whoever comes next has to beat it.")


def _why_lose(view: View) -> str:
    best = winner(view.trick)
    assert view.to_play is not None, "there is a card to play"
    assert view.declarer is not None, "there are tricks only after the bidding"
    if best == partner(view.to_play, view.declarer):
        return _("Your own side is winning the trick, so a card you can spare will do.")
    return _("The trick is better left to the others: this card is the one you can spare.")


def _higher_card_out(view: View, card: Card) -> bool:
    """Whether an opponent may hold a higher card of the suit."""
    own = {*(view.hand or ()), *(view.dummy or ())} if view.viewer == view.declarer else set(view.hand or ())
    gone = {played.card for trick in view.tricks for played in trick.cards}
    return any(
        other.suit is card.suit and other.rank > card.rank and other not in own and other not in gone for other in DECK
    )
