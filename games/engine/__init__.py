"""The rules of Dummy Hand Spades (docs/rules.md). Uses the standard library only, no clock and no random numbers.

    state = replay([Dealt(Rules(), dealer=2, before=Standing(), hands=deal_hands(key))])
    state = act(state, Bid(player=0, tricks=6))      # raises IllegalAction if the rules forbid it
    view = view_for(state, viewer=1)                 # everything that player 1 may know and may do

Other packages import from here only.
"""

from .bidding import BidOption, Nils, bid_of, declarer_of
from .cards import DECK, Card, Rank, Shape, Suit, parse_cards, shape, sort_cards
from .deal import act, action_of, dealt_event, decide, evolve, is_legal, legal_actions, replay
from .duplicate import (
    BOARDS,
    DUPLICATE_DEALS,
    SIDE_SUITS,
    Arrangement,
    Hands,
    Plan,
    board_of,
    duplicate_winner,
    position_of,
)
from .events import (
    Action,
    AnswerClaim,
    Bid,
    BidMade,
    CardPlayed,
    Claim,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    IllegalAction,
    Peek,
    Peeked,
    Play,
    Standing,
    Triple,
    from_json,
    rules_from_json,
    rules_to_json,
    to_json,
)
from .fairness import (
    BOT_SEED,
    MOST_DEALS,
    SECRET_BYTES,
    Draw,
    Proof,
    Seeds,
    board_key,
    chain_secret,
    commitment,
    deal_hands,
    deal_key,
    drawn_cards,
    drawn_numbers,
    duplicate_plan,
    places_of_bot,
    proves,
    shuffled_pack,
)
from .knockout import knockout_round, knockout_rounds, needs_bot
from .movements import (
    LEAST_PARTICIPANTS,
    MOST_PARTICIPANTS,
    MOST_ROUNDS,
    Round,
    Trio,
    farthest_apart,
    meetings,
    movement,
    pair_of,
    pairs_at,
)
from .pbn import to_pbn
from .pbn_games import is_pbn
from .pbn_reader import PbnDeal, PbnFault, read_pbn
from .play import legal_cards, playable, winner
from .record_shape import Fault
from .records import proof_to_json, read_log, record_of
from .rules import BAG_LIMITS, TARGETS, BiddingStyle, PeekRule, Rules
from .scoring import (
    BAG_PENALTY,
    NIL_POINTS,
    NilResult,
    PlayerScore,
    Scores,
    bags_before,
    counted_on,
    game_winner,
    is_made,
    score,
    score_contract,
    standing_after,
    standing_before,
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
    first_dealer,
    next_dealer,
    owner,
    partner,
    playing_order,
)
from .state import OpenClaim, Phase, State, Trick
from .swiss import swiss_round
from .view import Sight, View, changed, construct, view_for, waiting_for
