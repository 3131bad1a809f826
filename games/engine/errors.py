"""Why an action was refused: a code for programs, the offending facts for whoever words the sentence."""

from __future__ import annotations


class IllegalAction(Exception):
    """An action the rules do not allow now. `code` is the word RECORDS.md gives this fault."""

    code: str = "illegal"


class TooEarly(IllegalAction):
    """The phase this action belongs to has not begun."""

    code = "too_early"


class DealOver(IllegalAction):
    """The deal is finished; nothing can be done in it any more."""

    code = "deal_over"


class WrongPlayer(IllegalAction):
    """It is not this player's turn, or the player has done this already."""

    code = "wrong_player"


class BadPeek(IllegalAction):
    """There is nothing to peek at, or the places are not the right number of different, still hidden ones."""

    code = "bad_peek"


class BadBid(IllegalAction):
    """A team bid outside 0 to 13, or not what the bidding style demands."""

    code = "bad_bid"


class BadNils(IllegalAction):
    """A set of nil declarations the bidding style refuses."""

    code = "bad_nils"


class CardNotHeld(IllegalAction):
    """The hand to play does not hold this card."""

    code = "card_not_held"


class MustFollowSuit(IllegalAction):
    """The hand to play holds a card of the suit led and must play one."""

    code = "must_follow_suit"


class SpadesNotBroken(IllegalAction):
    """Spades are not broken, and the hand on lead holds something else."""

    code = "spades_not_broken"


class BadClaim(IllegalAction):
    """Not a moment, or not a player, for a claim or for an answer to one."""

    code = "bad_claim"


class ClaimPending(IllegalAction):
    """A claim waits for its answers; no card may be played until then."""

    code = "claim_pending"
