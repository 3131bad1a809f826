"""The rules of Dummy Hand Spades (docs/rules.md). Uses the standard library only, no clock, and no
random numbers but those that it is given.

    state = replay([Dealt(Rules(), dealer=2, before=Standing(), hands=deal_hands(key))])
    state = act(state, Bid(player=0, tricks=6))      # raises IllegalAction if the rules forbid it
    view = view_for(state, viewer=1)                 # everything that player 1 may know and may do

Other packages import from here only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from .bidding import BidOption, Nils, bid_of, declarer_of
from .cards import DECK, Card, Rank, Shape, Suit, parse_cards, shape, sort_cards
from .deal import act, action_of, dealt_event, decide, evolve, is_legal, legal_actions, replay
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
from .play import legal_cards, playable, winner
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
from .view import Sight, View, changed, construct, view_for, waiting_for

if TYPE_CHECKING:
    from .counts import perft
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
    from .imagining import imagine_state, shown_voids, spades_bid
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
    from .notation import deal_notation, position_notation, view_notation
    from .notation_reader import read_deal, read_position, read_view
    from .pbn import to_pbn
    from .pbn_games import is_pbn
    from .pbn_reader import PbnDeal, PbnFault, read_pbn
    from .pictures import Picture, hand_picture, trick_picture
    from .record_shape import Fault
    from .records import proof_to_json, read_log, record_of
    from .swiss import swiss_round

_LATER: Final = {
    "counts": "perft",
    "duplicate": "BOARDS DUPLICATE_DEALS SIDE_SUITS Arrangement Hands Plan board_of duplicate_winner position_of",
    "fairness": "BOT_SEED MOST_DEALS SECRET_BYTES Draw Proof Seeds board_key chain_secret commitment deal_hands "
    "deal_key drawn_cards drawn_numbers duplicate_plan places_of_bot proves shuffled_pack",
    "imagining": "imagine_state shown_voids spades_bid",
    "knockout": "knockout_round knockout_rounds needs_bot",
    "movements": "LEAST_PARTICIPANTS MOST_PARTICIPANTS MOST_ROUNDS Round Trio farthest_apart meetings movement pair_of "
    "pairs_at",
    "notation": "deal_notation position_notation view_notation",
    "notation_reader": "read_deal read_position read_view",
    "pbn": "to_pbn",
    "pbn_games": "is_pbn",
    "pbn_reader": "PbnDeal PbnFault read_pbn",
    "pictures": "Picture hand_picture trick_picture",
    "record_shape": "Fault",
    "records": "proof_to_json read_log record_of",
    "swiss": "swiss_round",
}
"""The modules of which not every program uses the names; each is loaded when it is first asked for one of them."""

_MODULES: Final = {name: module for module, names in _LATER.items() for name in names.split()}

if not TYPE_CHECKING:  # or type checkers would take any name for one of these

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__


__all__ = [
    "BAG_LIMITS",
    "BAG_PENALTY",
    "BOARDS",
    "BOT_SEED",
    "DECK",
    "DUMMY",
    "DUPLICATE_DEALS",
    "HANDS",
    "HAND_NAMES",
    "LEAST_PARTICIPANTS",
    "MOST_DEALS",
    "MOST_PARTICIPANTS",
    "MOST_ROUNDS",
    "NIL_POINTS",
    "PLAYERS",
    "SECRET_BYTES",
    "SIDE_SUITS",
    "TARGETS",
    "Action",
    "AnswerClaim",
    "Arrangement",
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
    "Draw",
    "Event",
    "Fault",
    "HandId",
    "Hands",
    "IllegalAction",
    "NilResult",
    "Nils",
    "OpenClaim",
    "PbnDeal",
    "PbnFault",
    "Peek",
    "PeekRule",
    "Peeked",
    "Phase",
    "Picture",
    "Plan",
    "Play",
    "Player",
    "PlayerScore",
    "Proof",
    "Rank",
    "Round",
    "Rules",
    "Scores",
    "Seeds",
    "Shape",
    "Sight",
    "Standing",
    "State",
    "Suit",
    "Trick",
    "Trio",
    "Triple",
    "View",
    "act",
    "action_of",
    "bags_before",
    "bid_of",
    "bidding_order",
    "board_key",
    "board_of",
    "chain_secret",
    "changed",
    "clockwise_from",
    "commitment",
    "construct",
    "counted_on",
    "deal_hands",
    "deal_key",
    "deal_notation",
    "dealt_event",
    "decide",
    "declarer_of",
    "drawn_cards",
    "drawn_numbers",
    "duplicate_plan",
    "duplicate_winner",
    "evolve",
    "farthest_apart",
    "first_dealer",
    "from_json",
    "game_winner",
    "hand_picture",
    "imagine_state",
    "is_legal",
    "is_made",
    "is_pbn",
    "knockout_round",
    "knockout_rounds",
    "legal_actions",
    "legal_cards",
    "meetings",
    "movement",
    "needs_bot",
    "next_dealer",
    "owner",
    "pair_of",
    "pairs_at",
    "parse_cards",
    "partner",
    "perft",
    "places_of_bot",
    "playable",
    "playing_order",
    "position_notation",
    "position_of",
    "proof_to_json",
    "proves",
    "read_deal",
    "read_log",
    "read_pbn",
    "read_position",
    "read_view",
    "record_of",
    "replay",
    "rules_from_json",
    "rules_to_json",
    "score",
    "score_contract",
    "shape",
    "shown_voids",
    "shuffled_pack",
    "sort_cards",
    "spades_bid",
    "standing_after",
    "standing_before",
    "swiss_round",
    "to_json",
    "to_pbn",
    "trick_picture",
    "view_for",
    "view_notation",
    "waiting_for",
    "winner",
]
