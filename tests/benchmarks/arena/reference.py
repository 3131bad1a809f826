"""The two reference bots: H plays by rules of thumb, B tries each choice on a hundred random deals.

Both get a `View` like any bot. They do not change, so that measurements against them stay comparable.
"""

import random
from collections.abc import Callable
from typing import Final

import numpy as np

from games.bots.claims import accepts
from games.bots.knowledge import card_set
from games.bots.player import choose_peek
from games.bots.search.bids import set_up_play
from games.bots.search.compiling import Floats, Ints, compiled, entry
from games.bots.search.luck import rng_from_seed
from games.bots.search.payoffs import end_of, player_of, points_and_bags
from games.bots.search.position import SIZE, TURN, fill_position, legal, play
from games.bots.search.worlds import deal_hidden
from games.bots.thinking import knowledge_of, position_of
from games.engine import DECK, HANDS, Action, AnswerClaim, Bid, BiddingStyle, Card, Phase, Play, Player, View

from . import frozen

WORLDS: Final = 100
BAG: Final = -10.0


def h(view: View, rng: random.Random) -> Action:
    """Choose by the rules of thumb."""
    return _act(view, rng, _bid_by_rule, _card_by_rule)


def b(view: View, rng: random.Random) -> Action:
    """Choose by flat Monte Carlo: play out each choice in a hundred deals that agree with the shown voids."""
    return _act(view, rng, _bid_by_playing, _card_by_playing)


def _act(
    view: View,
    rng: random.Random,
    bid: Callable[[View, Player, random.Random], Bid],
    card: Callable[[View, random.Random], Card],
) -> Action:
    player = view.viewer
    assert player is not None, "a spectator has no turn"
    if view.phase is Phase.PEEKING:
        return choose_peek(view, player, rng)
    if view.phase is Phase.BIDDING:
        return bid(view, player, rng)
    if view.may_answer_claim:
        return AnswerClaim(player, accepts(view, player))
    return Play(player, view.playable[0] if len(view.playable) == 1 else card(view, rng))


def _bid_by_rule(view: View, player: Player, _rng: random.Random) -> Bid:
    tricks, nils = frozen.bid(_style(view), player, card_set(view.hand or ()))
    return _named(player, tricks, nils)


def _card_by_rule(view: View, _rng: random.Random) -> Card:
    known, start = knowledge_of(view, view.order or ()), position_of(view)
    deal_hidden(known, start, rng_from_seed(1))  # any world will do: the rules use only the set of cards still out
    return _card(frozen.choose(start, frozen.seats_wanting_tricks(start)))


def _card_by_playing(view: View, rng: random.Random) -> Card:
    worth = np.zeros(len(DECK))
    _weigh_cards(position_of(view), knowledge_of(view, view.order or ()), rng_from_seed(rng.getrandbits(62)), worth)
    return max(view.playable, key=lambda card: worth[card.index])


@entry("I I I F")
@compiled
def _weigh_cards(start: Ints, knowledge: Ints, rng: Ints, worth: Floats) -> None:
    hands, position = np.empty(4, np.int64), np.empty(SIZE, np.int64)
    mover = player_of(start[TURN])
    for _ in range(WORLDS):
        deal_hidden(knowledge, hands, rng)
        for index in range(52):
            fill_position(start, hands, position)
            if legal(position) >> index & 1:
                play(position, 1 << index)
                frozen.play_out(position)
                worth[index] += _lead(position, mover)


@compiled
def _lead(position: Ints, mover: int) -> float:
    """Return the points of a finished deal less the mean of the others' points, with a bag at -9."""
    lead = 0.0
    for player in range(3):
        points, bags = points_and_bags(position, player, end_of(position))
        lead += (points + BAG * bags) * (1.0 if player == mover else -0.5)
    return lead


def _bid_by_playing(view: View, player: Player, rng: random.Random) -> Bid:
    style = _style(view)
    tricks, nils = frozen.bid(style, player, card_set(view.hand or ()))
    if style:
        return _named(player, tricks, nils)
    estimate = frozen.tricks_in(card_set(view.hand or ()))
    middle = round(estimate + 2.1)
    bids = [(number, 0) for number in range(max(0, middle - 3), min(13, middle + 3) + 1)]
    if estimate < 2:
        bids += [(number, 1 << player) for number in range(6)]
    made = [(bid.tricks, sum(1 << hand for hand in bid.nils)) for bid in view.bids]
    worth = np.zeros(len(bids))
    _weigh_bids(
        knowledge_of(view, HANDS),
        np.array(view.bidding_order, dtype=np.int64),
        np.array(made, dtype=np.int64).reshape(len(made), 2),
        np.array(bids, dtype=np.int64),
        rng_from_seed(rng.getrandbits(62)),
        worth,
    )
    return _named(player, *bids[int(np.argmax(worth))])


@entry("I I I2 I2 I F")
@compiled
def _weigh_bids(knowledge: Ints, order: Ints, made: Ints, bids: Ints, rng: Ints, worth: Floats) -> None:
    hands, position = np.empty(4, np.int64), np.empty(SIZE, np.int64)
    tricks, nils = np.zeros(3, np.int64), np.zeros(3, np.int64)
    before = made.shape[0]
    for _ in range(WORLDS):
        deal_hidden(knowledge, hands, rng)
        for turn in range(before):
            tricks[order[turn]], nils[order[turn]] = made[turn, 0], made[turn, 1]
        for turn in range(before + 1, 3):
            player = order[turn]
            tricks[player], nils[player] = frozen.bid(0, player, hands[player])
        for choice in range(bids.shape[0]):
            tricks[order[before]], nils[order[before]] = bids[choice, 0], bids[choice, 1]
            declarer = set_up_play(0, hands, order, tricks, nils, position)
            frozen.play_out(position)
            worth[choice] += _lead(position, (order[before] - declarer) % 3)


def _style(view: View) -> int:
    return list(BiddingStyle).index(view.rules.bidding)


def _named(player: Player, tricks: int, nils: int) -> Bid:
    return Bid(player, int(tricks), frozenset(hand for hand in HANDS if nils >> hand & 1))


def _card(bit: int) -> Card:
    return DECK[int(bit).bit_length() - 1]
