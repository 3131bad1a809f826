"""Whole deals played by bots, to measure the bots and to test the engine by plain arithmetic."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .. import engine
from ..engine import DECK, PLAYERS, Action, BiddingStyle, Dealt, Event, State, View

Chooser: TypeAlias = Callable[[View, random.Random], Action]

COMBINATIONS = tuple((peek, style) for peek in engine.PeekRule for style in BiddingStyle)
CLAIM_PROBABILITY = 0.02


def random_deal(number: int, rng: random.Random) -> Dealt:
    """Return a random deal with random points and bags; consecutive numbers take the `COMBINATIONS` in turn."""
    peek, style = COMBINATIONS[number % len(COMBINATIONS)]
    limit = rng.choice((None, 10, rng.choice(engine.BAG_LIMITS)))
    rules = engine.Rules(peek, style, rng.choice(engine.TARGETS), limit, rng.choice((None, -rng.randint(1, 1000))))
    before = engine.Standing(_three(rng, -300, 490), _three(rng, 0, (limit or 30) - 1))
    return Dealt(rules, rng.randrange(3), before, engine.deal_hands(rng.randbytes(32)))


def _three(rng: random.Random, low: int, high: int) -> engine.Triple:
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)


def play_deal(dealt: Dealt, choosers: Sequence[Chooser], rng: random.Random) -> tuple[State, list[Event]]:
    """Return the finished deal and its log; player 0 decides by `choosers[0]` and so on."""
    log: list[Event] = [dealt]
    state = engine.replay(log)
    while waiting := engine.waiting_for(state):
        action = choosers[waiting[0]](engine.view_for(state, waiting[0]), rng)
        for event in engine.decide(state, action):
            log.append(event)
            state = engine.evolve(state, event)
    return state, log


def with_random_claims(choose: Chooser) -> Chooser:
    """Return a chooser that sometimes claims some tricks with any hand, so that answers to claims are tested too."""

    def choose_or_claim(view: View, rng: random.Random) -> Action:
        if view.may_claim and view.viewer is not None and rng.random() < CLAIM_PROBABILITY:
            return engine.Claim(view.viewer, rng.choice(view.claimable))
        return choose(view, rng)

    return choose_or_claim


def faults(state: State, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with the cards, the scores or the log of a finished deal."""
    yield from _card_faults(state)
    yield from _score_faults(state)
    if engine.replay(log) != state:
        yield "replaying the log gives another state"
    if [engine.from_json(json.loads(json.dumps(engine.to_json(event)))) for event in log] != list(log):
        yield "the log does not survive being written and read"


def _card_faults(state: State) -> Iterator[str]:
    played = [played.card for trick in state.tricks for played in trick.cards]
    left = [card for hand in state.hands for card in hand]
    if set(played + left) != set(DECK) or len(played) + len(left) != len(DECK):
        yield "the cards are not the 52 of a pack"
    if sum(state.taken) != 13:
        yield f"{sum(state.taken)} tricks were taken"


def _score_faults(state: State) -> Iterator[str]:
    order, scores, limit = state.order, engine.score(state), state.rules.bag_limit
    assert order is not None, "a finished deal has an order of play"
    for player, line in zip(PLAYERS, scores, strict=True):
        if line.total != line.contract_points + sum(nil.points for nil in line.nils) + line.bag_penalty:
            yield f"the points of player {player} do not add up to the total"
        if line.points_after != state.before.points[player] + line.total:
            yield f"player {player} does not stand at the points before plus the total"
        bags = state.before.bags[player] + line.bags
        if line.bags_after != (bags if limit is None else bags % limit):
            yield f"the bags of player {player} are miscounted"
        seat = order.index(player)
        if line.side_tricks + state.taken[order[seat - 1]] + state.taken[order[seat - 3]] != 13:
            yield f"the tricks of the two sides as player {player} counts them are not 13"
    declarer, defender, *_ = order
    if state.rules.bidding is BiddingStyle.MIRROR and scores[declarer].contract + scores[defender].contract != 13:
        yield "the contracts of the two sides of a Mirror deal are not 13"
    winner = engine.game_winner(state.rules, engine.standing_after(scores).points)
    if winner is not None and scores[winner].points_after != max(line.points_after for line in scores):
        yield "the game was won by someone who does not lead"


@dataclass
class SuccessRate:
    """The number of successes and of attempts."""

    made: int = 0
    tried: int = 0

    def add(self, success: bool) -> None:
        self.tried += 1
        self.made += success

    def __str__(self) -> str:
        return f"{self.made / self.tried:4.0%} of {self.tried}" if self.tried else "none"


@dataclass
class DealStatistics:
    """How often contracts and nils are made in finished deals, and sums of all players' points and bags."""

    deals: int = 0
    declarers: SuccessRate = field(default_factory=SuccessRate)
    defenders: SuccessRate = field(default_factory=SuccessRate)
    own_nils: SuccessRate = field(default_factory=SuccessRate)
    partner_nils: SuccessRate = field(default_factory=SuccessRate)
    points: int = 0
    bags: int = 0

    def add(self, state: State) -> None:
        """Add one finished deal."""
        self.deals += 1
        for player, line in zip(PLAYERS, engine.score(state), strict=True):
            (self.declarers if player == state.declarer else self.defenders).add(line.made)
            for nil in line.nils:
                (self.own_nils if nil.hand == player else self.partner_nils).add(nil.made)
            self.points += line.total
            self.bags += line.bags

    @property
    def points_a_deal(self) -> float:
        """The average points of a player in a deal."""
        return self.points / (3 * self.deals)

    @property
    def sets_a_deal(self) -> float:
        """The average number of failed contracts in a deal, of three."""
        return sum(rate.tried - rate.made for rate in (self.declarers, self.defenders)) / self.deals

    @property
    def bags_a_deal(self) -> float:
        """The average number of bags of all players in a deal."""
        return self.bags / self.deals
