"""Whether a bot accepts a claim: only if it can prove that its side can't take more, and if that many are welcome.

What is counted here is sure wherever the hidden cards are and whatever anybody plays. It is less than what a search
would find: when in doubt, a bot plays on. A bot's own cards are not asked: the answer follows from what everybody sees,
the hand that is shown included, so it tells the claimer nothing about hidden cards (docs/rules.md section 6).
"""

from typing import Final

from ..engine import BAG_PENALTY, Player, Suit, View, partner, score_contract
from .knowledge import SPADES, CardSet, card_set, in_suit, shown_voids, unseen

SIDE_SUITS: Final = tuple(suit for suit in Suit if suit is not Suit.SPADES)


def accepts(view: View, player: Player) -> bool:
    """Return whether the player, whose view this is, accepts the open claim (docs/rules.md section 6).

    A claim of all tricks has to be certain, whoever makes it. By a claim of some, the player's side must get as many as
    it could take at the most, and not lose points: more tricks may bring a bag penalty. Nor may it let a nil succeed
    which the player's side could still make fail.
    """
    claim, left = view.claim, view.tricks_left
    if claim is None or view.declarer is None:
        return False
    if claim.tricks is None:
        return sure_tricks(view) == left
    is_partners = claim.player == partner(player, view.declarer)
    ours = claim.tricks if is_partners else left - claim.tricks
    most = left - (_sure_against_claimer(view, player) if is_partners else sure_tricks(view))
    return most <= ours and not saves_nil(view, player) and _is_welcome(view, player, most, ours)


def saves_nil(view: View, player: Player) -> bool:
    """Return whether the open claim of some tricks lets a nil of the other side succeed that might still fail.

    Such a nil is on the partner of the hand on lead: while one stands on the player's side, only all may be claimed.
    """
    claim = view.claim
    if claim is None or claim.tricks is None or view.declarer is None or not view.has_unfailed_nil:
        return False
    return claim.player != partner(player, view.declarer) and sure_tricks(view) < view.tricks_left


def sure_tricks(view: View) -> int:
    """Return how many of the remaining tricks the hand on lead, which an open claim shows, takes in any case.

    If it can draw all spades first, these are all its spades, and in each other suit the cards which no higher one can
    beat; otherwise only its highest spades, which win whenever they are played.
    """
    hand, others = card_set(view.claim_hand or ()), _others(view)
    spades, against, highest = hand & SPADES, others & SPADES, _highest_spades(hand, others)
    can_lead_spades = view.broken or spades == hand
    if against and not (can_lead_spades and highest >= against.bit_count()):
        return highest
    return spades.bit_count() + sum(_running(in_suit(hand, suit), in_suit(others, suit)) for suit in SIDE_SUITS)


def _sure_against_claimer(view: View, asked: Player) -> int:
    """Return how many tricks declarer and dummy take in any case, as far as the defender who claims can know: the cards
    of the partner, who is asked, and of declarer are hidden, but for suits that one of them has shown not to hold.
    """
    shown, dummy, others = card_set(view.claim_hand or ()), card_set(view.dummy or ()), _others(view)
    declarers = others & ~dummy & shown_voids(view)[asked]
    return max(_highest_spades(hand, (shown | others) & ~hand) for hand in (declarers, dummy))


def _others(view: View) -> CardSet:
    """Return the cards that are in other hands than the one that the open claim shows, known to whoever saw it."""
    held = unseen(view) | card_set(view.dummy or ()) | card_set(view.hand or ())
    return held & ~card_set(view.claim_hand or ())


def _highest_spades(hand: CardSet, others: CardSet) -> int:
    """Return the number of spades in the hand that are higher than all others'."""
    return _top(in_suit(hand, Suit.SPADES), in_suit(others, Suit.SPADES)).bit_count()


def _top(held: CardSet, against: CardSet) -> CardSet:
    """Return the cards of a suit that are higher than all cards against them."""
    return held & (against & -against) - 1 if against else held


def _running(held: CardSet, against: CardSet) -> int:
    """Return the cards of a suit that win when they are led without trumps against them, from the highest on."""
    top = _top(held, against).bit_count()
    return held.bit_count() if top >= against.bit_count() else top


def _is_welcome(view: View, player: Player, most: int, ours: int) -> bool:
    """Return whether no number of tricks up to `ours` scores better in this deal than `ours`.

    Tricks beyond `most`, which the claimer gives away, are welcome only as long as they are no bags.
    """
    contract, taken, limit = view.contracts[player], view.side_tricks[player], view.rules.bag_limit
    if contract is None:
        return False
    before, points = view.before.bags[player], []
    for tricks in range(ours + 1):
        scored, bags = score_contract(contract, taken + tricks)
        points.append(scored - BAG_PENALTY * ((before + bags) // limit if limit else 0))
    are_bags = limit is not None and taken + ours > contract
    return points[-1] == max(points) and (ours == most or not are_bags)
