"""Positions for exercises: generated deals, bid and played by bots up to a decision."""

from random import Random
from typing import Final

from games import bots, engine
from games.bots import Level, PlayingStyle
from games.bots.bidding import hand_tricks
from games.engine import PLAYERS, Dealt, PeekRule, Phase, Player, Rules, Standing, State, Triple

LATEST_CARD: Final = 20
"""A position in the play comes after at most so many cards."""

_PEEKS: Final = (PeekRule.NONE, PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP1, PeekRule.FLIP2)
_FEW: Final = (0.7, 2.5)  # tricks of a hand: with fewer than the first a nil is mostly right
_HIGHEST: Final = 44  # the most points of a player before the deal, in tens: nobody has won yet


def before_a_bid(rng: Random) -> State:
    """Return a deal in which a player has to bid, at any score; two thirds of the deals without peeking."""
    state = _peeked(rng, _dealt(rng, rng.choice(_PEEKS)))
    return _moved(state, rng, rng.randrange(len(PLAYERS)))


def before_a_bid_with_few_tricks(rng: Random) -> State:
    """Return such a deal for a player whose hand is worth few tricks, or so few that a nil may be right."""
    turn, most = rng.randrange(len(PLAYERS)), rng.choice(_FEW)
    while True:
        dealt = _dealt(rng, rng.choice(_PEEKS))
        bidder = engine.bidding_order(dealt.dealer)[turn]
        if hand_tricks(dealt.hands[bidder]) < most:
            return _moved(_peeked(rng, dealt), rng, turn)


def before_the_last_bid(rng: Random) -> State:
    """Return a deal in which the dealer has to bid and knows both other bids."""
    return _moved(_peeked(rng, _dealt(rng, rng.choice(_PEEKS))), rng, 2)


def before_a_card(rng: Random) -> State:
    """Return a deal in which a player has to play a card: the opening lead in one of three, else one of the next."""
    cards = 0 if rng.randrange(3) == 0 else rng.randint(1, LATEST_CARD)
    return _moved(_peeked(rng, _dealt(rng, PeekRule.NONE)), rng, len(PLAYERS) + cards)


def on_turn(state: State) -> Player:
    """Return the player who has to bid or to play."""
    return engine.waiting_for(state)[0]


def _dealt(rng: Random, peek: PeekRule) -> Dealt:
    before = Standing() if rng.random() < 0.5 else Standing(_three(rng, -5, _HIGHEST, 10), _three(rng, 0, 9, 1))
    hands = engine.deal_hands(rng.randbytes(engine.SECRET_BYTES))
    return Dealt(Rules(peek=peek), rng.choice(PLAYERS), before, hands)


def _peeked(rng: Random, dealt: Dealt) -> State:
    """Return a deal at the first bid."""
    state = engine.replay([dealt])
    while state.phase is Phase.PEEKING:
        player = on_turn(state)
        state = engine.act(state, bots.choose_peek(engine.view_for(state, player), player, rng))
    return state


def _three(rng: Random, low: int, high: int, unit: int) -> Triple:
    one, two, three = (unit * rng.randint(low, high) for _player in PLAYERS)
    return one, two, three


def _moved(state: State, rng: Random, moves: int) -> State:
    """Return the deal after bots of one style have made so many bids and cards."""
    style = rng.choice(list(PlayingStyle))
    for _move in range(moves):
        player = on_turn(state)
        state = engine.act(state, bots.choose(engine.view_for(state, player), rng, Level.CLUB, style))
    return state
