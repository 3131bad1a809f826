"""The reasons why an action is illegal, each with its code. Sentences for people are made elsewhere."""


class IllegalAction(Exception):
    """The rules do not allow this action now. `code` is the fault code of docs/records.md."""

    code: str = "illegal"


class TooEarly(IllegalAction):
    """The phase of this action has not begun."""

    code = "too_early"


class DealOver(IllegalAction):
    """The deal is finished."""

    code = "deal_over"


class WrongPlayer(IllegalAction):
    """It is not this player's turn, or the player has peeked already."""

    code = "wrong_player"


class BadPeek(IllegalAction):
    """The rules have no peeking, or the places are not the right number of different places that are face down."""

    code = "bad_peek"


class BadBid(IllegalAction):
    """The bidding style does not allow this number of tricks."""

    code = "bad_bid"


class BadNils(IllegalAction):
    """The bidding style does not allow this set of nil declarations."""

    code = "bad_nils"


class CardNotHeld(IllegalAction):
    """The hand whose turn it is does not hold this card."""

    code = "card_not_held"


class MustFollowSuit(IllegalAction):
    """The hand whose turn it is holds a card of the suit led and must play one."""

    code = "must_follow_suit"


class SpadesNotBroken(IllegalAction):
    """Spades are not broken, and the hand on lead holds another suit."""

    code = "spades_not_broken"


class BadClaim(IllegalAction):
    """This player may not claim now, or has no claim to answer."""

    code = "bad_claim"


class ClaimPending(IllegalAction):
    """No card may be played while a claim waits for its answers."""

    code = "claim_pending"
