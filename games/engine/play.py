"""The play of cards, winners of tricks and claims of the remaining tricks (docs/rules.md section 6)."""

from collections.abc import Sequence
from dataclasses import replace

from .cards import Card, Suit
from .events import AnswerClaim, CardPlayed, Claim, ClaimAnswered, ClaimMade, IllegalAction, Play
from .seats import PLAYERS, HandId, Player, partner
from .state import OpenClaim, Phase, State, Trick, changed


def playable(hand: Sequence[Card], led: Suit | None, broken: bool) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to a trick with this suit led, or as a lead if `led` is None."""
    if led is not None:
        following = tuple(card for card in hand if card.suit is led)
        return following or tuple(hand)
    if broken:
        return tuple(hand)
    return tuple(card for card in hand if card.suit is not Suit.SPADES) or tuple(hand)


def legal_cards(state: State) -> tuple[Card, ...]:
    """Return the sorted legal cards of the hand to play; empty outside the play and while a claim is open."""
    hand = state.hand_to_play
    if hand is None or state.claim is not None:
        return ()
    return playable(state.hands[hand], state.trick[0].card.suit if state.trick else None, state.broken)


def winner(trick: Sequence[CardPlayed]) -> HandId:
    """Return the hand that wins the trick: highest spade, otherwise highest card of the suit led."""
    best = trick[0]
    for played in trick:
        card, highest = played.card, best.card
        if card.rank > highest.rank if card.suit is highest.suit else card.suit is Suit.SPADES:
            best = played
    return best.hand


def decide_play(state: State, play: Play) -> tuple[CardPlayed]:
    """Return the event of a legal play. Raises IllegalAction with the code of the first thing that forbids it."""
    if state.phase is Phase.FINISHED:
        raise IllegalAction("deal_over")
    hand = state.hand_to_play
    if hand is None:
        raise IllegalAction("too_early")
    if state.claim is not None:
        raise IllegalAction("claim_pending")
    if play.player != state.player_to_play:
        raise IllegalAction("wrong_player")
    if play.card not in state.hands[hand]:
        raise IllegalAction("card_not_held")
    if play.card not in legal_cards(state):
        raise IllegalAction("must_follow_suit" if state.trick else "spades_not_broken")
    return (CardPlayed(hand, play.card),)


def after_play(state: State, event: CardPlayed) -> State:
    """Return the state after a card; the fourth card of a trick finishes it."""
    trick, tricks = (*state.trick, event), state.tricks
    if len(trick) == 4:
        tricks, trick = (*tricks, Trick(trick, winner(trick))), ()
    hands = list(state.hands)
    hands[event.hand] = tuple([card for card in hands[event.hand] if card is not event.card])
    broken = state.broken or event.card.suit is Suit.SPADES
    return changed(state, hands=tuple(hands), trick=trick, tricks=tricks, broken=broken)


def may_claim(state: State) -> Player | None:
    """Return who may claim now: the player with the lead, between tricks, after the first.

    Nobody may who has had a claim refused in this deal.
    """
    between = bool(state.tricks) and not state.trick and state.claim is None
    if state.phase is not Phase.PLAYING or not between or state.player_to_play in state.refused_claimers:
        return None
    return state.player_to_play


def claimable(state: State) -> range:
    """Return the numbers of tricks that may be claimed now, the last of them all that are left; empty if none may be.

    Fewer than all leave tricks to the other side. While a nil on one of its hands has not failed, the hand that they go
    to would decide the nil, so then only all may be claimed. A nil on the partner of the hand on lead hinders nothing:
    like a claim of all, it leaves that hand without a trick.
    """
    if may_claim(state) is None:
        return range(0)
    left = state.tricks_left
    return range(left if _other_side_has_nil(state) else 0, left + 1)


def _other_side_has_nil(state: State) -> bool:
    """Return whether a nil that has not failed is on a hand that plays against the hand on lead."""
    hand, declarer = state.hand_on_lead, state.declarer
    assert hand is not None, "a hand is on lead"
    assert declarer is not None
    unfailed = {nil for nils in state.nils for nil in nils if not state.taken[nil]}
    return not unfailed <= {hand, partner(hand, declarer)}


def decide_claim(state: State, claim: Claim) -> tuple[ClaimMade]:
    """Return the event of a legal claim; a claim of as many tricks as are left is one of all.

    Raises IllegalAction: bad_claim if this player may not claim now, or not so many tricks; nil_stands if only all may
    be claimed.
    """
    is_number = claim.tricks is None or type(claim.tricks) is int
    if claim.player != may_claim(state) or not is_number or not 0 <= (claim.tricks or 0) <= state.tricks_left:
        raise IllegalAction("bad_claim")
    if claim.tricks is None or claim.tricks == state.tricks_left:
        return (ClaimMade(claim.player),)
    if claim.tricks not in claimable(state):
        raise IllegalAction("nil_stands")
    return (ClaimMade(claim.player, claim.tricks),)


def after_claim(state: State, event: ClaimMade) -> State:
    """Return the state with the claim open."""
    hand = state.hand_on_lead
    assert hand is not None, "a claim is made during the play"
    return changed(state, claim=OpenClaim(event.player, hand, tricks=event.tricks))


def may_answer_claim(state: State) -> tuple[Player, ...]:
    """Return who is asked now whether to accept the open claim: the other side first.

    A claiming defender's partner, who now knows every card, is asked only when declarer has accepted: beside a refusal
    the partner's answer would reveal who holds what.
    """
    claim, declarer = state.claim, state.declarer
    if claim is None or declarer is None:
        return ()
    if claim.player != declarer and declarer not in claim.accepted:
        return (declarer,)
    return tuple(player for player in PLAYERS if player != claim.player and player not in claim.accepted)


def decide_answer(state: State, answer: AnswerClaim) -> tuple[ClaimAnswered]:
    """Return the event of an answer. Raises IllegalAction (bad_claim) if no claim waits for it."""
    if answer.player not in may_answer_claim(state):
        raise IllegalAction("bad_claim")
    return (ClaimAnswered(answer.player, answer.accept),)


def after_answer(state: State, event: ClaimAnswered) -> State:
    """Return the state after an answer: the second acceptance ends the deal, a refusal ends the claim."""
    claim = state.claim
    assert claim is not None, "only an open claim is answered"
    if not event.accept:
        refused = state.refused_claimers | {claim.player}
        at, by = len(state.tricks), event.player
        return changed(state, claim=None, refused_claimers=refused, claim_refused_at=at, refused_by=by)
    accepted = claim.accepted | {event.player}
    if len(accepted) == 2:
        return changed(state, claim=None, claimed=claim.hand, claimed_tricks=claim.tricks)
    return changed(state, claim=replace(claim, accepted=accepted))


def as_claimed_before(state: State, event: ClaimMade | ClaimAnswered) -> State:
    """Return the state in which an event of a claim is judged that may be older than two of its rules: a player could
    claim again after a refusal, and a defender's partner could answer before declarer.
    """
    declarer, claim = state.declarer, state.claim
    if isinstance(event, ClaimMade):
        is_same_lead = state.claim_refused_at == len(state.tricks)
        return state if is_same_lead else changed(state, refused_claimers=frozenset())
    if claim is None or declarer is None or event.player == declarer:
        return state
    return changed(state, claim=replace(claim, accepted=claim.accepted | {declarer}))
