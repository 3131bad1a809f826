"""Events in words without hidden information, for staff who read the logs of running deals."""

from collections.abc import Sequence

from games.engine import DUMMY, BidMade, CardPlayed, ClaimAnswered, ClaimMade, Dealt, Event, HandId, Peeked
from games.presenters.i18n_cache import gettext as _

from .words import listing, the_card


def event_sentence(event: Event, players: Sequence[str]) -> str:
    """Return what everybody at the table saw of the event: no dealt hands, peeked cards or places of peeked cards."""

    def name(hand: HandId) -> str:
        return _("the dummy") if hand == DUMMY else players[hand]

    match event:
        case Dealt(dealer=dealer):
            return _("%(player)s deals.") % {"player": name(dealer)}
        case Peeked(player=player):
            return _("%(player)s looks at the dummy.") % {"player": name(player)}
        case BidMade(player=player, tricks=tricks, nils=nils):
            bid = _("%(player)s bids %(tricks)d.") % {"player": name(player), "tricks": tricks}
            return f"{bid} {_nil_words(list(map(name, sorted(nils))))}".strip()
        case CardPlayed(hand=hand, card=card):
            return _("%(card)s, from %(player)s.") % {"card": the_card(card), "player": name(hand)}
        case ClaimMade(player=player):
            return _("%(player)s claims the remaining tricks.") % {"player": name(player)}
        case ClaimAnswered(player=player, accept=True):
            return _("%(player)s accepts the claim.") % {"player": name(player)}
        case ClaimAnswered(player=player):
            return _("%(player)s refuses the claim.") % {"player": name(player)}


def _nil_words(hands: list[str]) -> str:
    return _("Nil on: %(hands)s.") % {"hands": listing(hands)} if hands else ""
