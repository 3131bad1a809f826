"""The rules of Dummy Hand Spades (docs/rules.md). Uses the standard library only, no clock and no random numbers.

    state = replay([Dealt(Rules(), dealer=2, before=Standing(), hands=deal_hands(secret))])
    state = act(state, Bid(player=0, tricks=6))      # raises IllegalAction if the rules forbid it
    view = view_for(state, viewer=1)                 # everything that player 1 may know and may do

Other packages import from here only.
"""

from .actions import Action, AnswerClaim, Bid, Claim, Peek, Play
from .bidding import BidOption, Nils, applying_nils, bid_of, contract
from .cards import DECK, Card, Rank, Shape, Suit, parse_cards, shape, sort_cards
from .copying import changed, construct
from .deal import act, dealt_event, decide, evolve, legal_actions, replay
from .dealing import first_dealer, next_dealer
from .errors import IllegalAction
from .events import (
    BidMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    Peeked,
    Standing,
    Triple,
    from_json,
    rules_from_json,
    rules_to_json,
    to_json,
)
from .fairness import SECRET_BYTES, commitment, deal_hands, shuffled_pack, verify
from .pbn import to_pbn
from .play import legal_cards, playable, winner
from .record_shape import Fault
from .records import read_log, record_of
from .rules import BAG_LIMITS, TARGETS, BiddingStyle, PeekRule, Rules
from .scoring import (
    NilResult,
    Outcome,
    PlayerScore,
    Scores,
    bags_before,
    is_made,
    outcome,
    score,
    score_contract,
    standing_after,
)
from .seats import (
    DUMMY,
    HAND_NAMES,
    HANDS,
    PLAYERS,
    HandId,
    Player,
    bidding_order,
    clockwise_from,
    owner,
    partner,
    playing_order,
)
from .state import OpenClaim, Phase, State, Trick
from .view import Sight, View, view_for, waiting_for

__all__ = [
    "BAG_LIMITS",
    "DECK",
    "DUMMY",
    "HANDS",
    "HAND_NAMES",
    "PLAYERS",
    "SECRET_BYTES",
    "TARGETS",
    "Action",
    "AnswerClaim",
    "Bid",
    "BidMade",
    "BidOption",
    "BiddingStyle",
    "Card",
    "CardPlayed",
    "Claim",
    "ClaimAnswered",
    "ClaimMade",
    "Dealt",
    "Event",
    "Fault",
    "HandId",
    "IllegalAction",
    "NilResult",
    "Nils",
    "OpenClaim",
    "Outcome",
    "Peek",
    "PeekRule",
    "Peeked",
    "Phase",
    "Play",
    "Player",
    "PlayerScore",
    "Rank",
    "Rules",
    "Scores",
    "Shape",
    "Sight",
    "Standing",
    "State",
    "Suit",
    "Trick",
    "Triple",
    "View",
    "act",
    "applying_nils",
    "bags_before",
    "bid_of",
    "bidding_order",
    "changed",
    "clockwise_from",
    "commitment",
    "construct",
    "contract",
    "deal_hands",
    "dealt_event",
    "decide",
    "evolve",
    "first_dealer",
    "from_json",
    "is_made",
    "legal_actions",
    "legal_cards",
    "next_dealer",
    "outcome",
    "owner",
    "parse_cards",
    "partner",
    "playable",
    "playing_order",
    "read_log",
    "record_of",
    "replay",
    "rules_from_json",
    "rules_to_json",
    "score",
    "score_contract",
    "shape",
    "shuffled_pack",
    "sort_cards",
    "standing_after",
    "to_json",
    "to_pbn",
    "verify",
    "view_for",
    "waiting_for",
    "winner",
]
