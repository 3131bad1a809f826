"""Exercises of the trainer: what each choice in a position is worth, by the same judgement as reviews and hints.

A generated exercise follows from its kind and number alone, so nothing of it is stored: bots bid and play up to a
decision. Those from deals that were played here follow from the deal (`training.played`, `training.own`).
`Exercise.state` has all four hands; until it is answered pages are made from `Exercise.view`, what its player may know.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games import bots, engine
from games.bots import DUMMY_TRICKS, BidReview, BidWorth, DummyReview, Level, PlayingStyle
from games.bots.bidding import hand_tricks
from games.engine import PLAYERS, Bid, Card, Dealt, HandId, PeekRule, Player, Standing, State, View
from games.play import thinking_pool
from games.play.thinking_pool import Purpose


class Kind(StrEnum):
    """What an exercise asks for: a bid, whether one's own hand is nil, a card, the tricks of the face-down dummy; or a
    card in a deal that anybody has played here, or in a deal of one's own where one chose a worse one.
    """

    BID = "bid"
    NIL = "nil"
    CARD = "card"
    DUMMY = "dummy"
    PLAYED = "deal"
    OWN = "own"

    @property
    def asks_for_card(self) -> bool:
        """Whether the answer is a card."""
        return self in (Kind.CARD, Kind.PLAYED, Kind.OWN)


GENERATED: Final = (Kind.BID, Kind.NIL, Kind.CARD, Kind.DUMMY)
"""The kinds whose exercises are made from generated deals."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of an exercise; `code` is what forms send.

    `move` is a bid, a card, or for the dummy a number of tricks. `worth` is in points, as in reviews; for the dummy it
    is minus the distance from its average, in tricks. `error` is the standard error. `points` are a bid's own.
    """

    code: str
    move: Bid | Card | int
    worth: float
    error: float
    points: float = 0.0


class Origin(NamedTuple):
    """Where a position of the player's own is from: the table, the number of the deal, how many events came before, and
    the card that the player played.
    """

    code: str
    number: int
    at: int
    played: Card


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which `view.viewer` has to choose. `dummy` is what the exercise about the dummy is judged by.

    `origin` is known of positions of the player's own, and shown only with the answer.
    """

    kind: Kind
    number: int
    state: State
    view: View
    options: tuple[Option, ...]
    best: Option
    dummy: DummyReview | None = None
    origin: Origin | None = None

    @property
    def player(self) -> Player:
        """The player who has to choose."""
        assert self.view.viewer is not None, "an exercise is seen by its player"
        return self.view.viewer

    def option(self, code: str) -> Option | None:
        """Return the option with this code, if there is one."""
        return next((option for option in self.options if option.code == code), None)

    def lost(self, chosen: Option) -> float:
        """Return how much less this option is worth than the best one."""
        return max(0.0, self.best.worth - chosen.worth)

    def is_right(self, chosen: Option) -> bool:
        """Return whether the best option is better by no more than two standard errors."""
        return chosen is self.best or self.lost(chosen) <= 2 * max(chosen.error, self.best.error)


Solved: TypeAlias = tuple[tuple[Option, ...], Option, DummyReview | None]
"""The options, the best of them, and what an exercise about the dummy is judged by."""

LATEST_CARD: Final = 20
"""A position in the play comes after at most so many cards."""

_PEEKS: Final = (PeekRule.NONE, PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP1, PeekRule.FLIP2)
_FEW: Final = (0.7, 2.5)  # tricks of a hand: with fewer than the first a nil is mostly right
_HIGHEST: Final = 44  # the most points of a player before the deal, in tens: nobody has won yet
_TRIES: Final = 40  # deals looked at for a good exercise; the last one with a choice is used if none is good
_NIL_SETS: Final = 2  # sets of nils that are offered, each with its best number
_CLEAR: Final = 10.0  # points between right and wrong in a drill and in a quiz


@lru_cache(maxsize=512)
def exercise(kind: Kind, number: int) -> Exercise:
    """Return the generated exercise of this kind and number: always the same, as long as bots play and judge alike."""
    rng, deal = Random(f"{kind} {number}"), _DEALT[kind]
    exercise = best_of(kind, number, (deal(rng) for _try in range(_TRIES)))
    assert exercise is not None, "one of many deals gives a choice"
    return exercise


def best_of(kind: Kind, number: int, states: Iterable[State]) -> Exercise | None:
    """Return the first good exercise of these positions; the last one with a choice if none is good."""
    exercise, tried = None, (_exercise(kind, number, state) for state in states)
    while found := thinking_pool.wait_for(Purpose.REVIEW, lambda: list(islice(tried, 1))):
        exercise = found[0] or exercise
        if found[0] and _is_good(found[0]):
            break
    return exercise


def _exercise(kind: Kind, number: int, state: State) -> Exercise | None:
    """Return the exercise of this position, None if there is no choice."""
    view = engine.view_for(state, on_turn(state))
    solved = _SOLVED[kind](view)
    return None if solved is None else Exercise(kind, number, state, view, *solved)


def _is_good(exercise: Exercise) -> bool:
    """Return whether a wrong answer to a drill or quiz costs points, and no card is worth more than the expert's."""
    if exercise.kind is Kind.DUMMY:
        return True
    if exercise.kind is Kind.BID:
        return not any(bid.nils for bid in exercise.view.bids)  # else every bid worth considering has nils
    most = max(exercise.options, key=lambda option: option.worth)
    least = min(option.worth for option in exercise.options)
    return most.worth - least > _CLEAR and most.worth - exercise.best.worth <= most.error


def _solve_bid(view: View) -> Solved:
    """Offer all numbers with the usual nils, mostly none, and the best number with each of some other sets."""
    review = bots.review_bids(view)
    assert review is not None, "every bid is a choice in the Standard style"
    usual = review.bids[0].nils  # those of earlier bidders on their own hands
    best_by_nils: dict[tuple[HandId, ...], BidWorth] = {}
    for worth in sorted(review.bids, key=lambda worth: -worth.worth):
        if worth.nils != usual:
            best_by_nils.setdefault(worth.nils, worth)
    offered = [worth for worth in review.bids if worth.nils == usual] + list(best_by_nils.values())[:_NIL_SETS]
    options = {worth: _bid_option(review, worth) for worth in offered}
    if review.best not in options:
        options[review.best] = _bid_option(review, review.best)
    return tuple(options.values()), options[review.best], None


def _solve_nil(view: View) -> Solved | None:
    """Offer the best bid without and the best with a nil on the own hand; None if bots consider no nil."""
    review = bots.review_bids(view)
    assert review is not None, "every bid is a choice in the Standard style"
    both = [[worth for worth in review.bids if (review.player in worth.nils) == nil] for nil in (False, True)]
    if not all(both):
        return None
    options = tuple(_bid_option(review, max(bids, key=lambda worth: worth.worth)) for bids in both)
    return options, max(options, key=lambda option: option.worth), None


def _bid_option(review: BidReview, worth: BidWorth) -> Option:
    bid = Bid(review.player, worth.tricks, frozenset(worth.nils))
    code = "-".join(map(str, (worth.tricks, *worth.nils)))
    return Option(code, bid, worth.worth, worth.error, worth.points)


def _solve_card(view: View) -> Solved | None:
    """Offer the playable cards; None if there is only one."""
    if len(view.playable) < 2:
        return None
    review = bots.review_cards(view)
    options = {line: Option(str(line.card), line.card, line.worth, line.error) for line in review.cards}
    return tuple(options.values()), options[review.best], None


def _solve_dummy(view: View) -> Solved:
    review = bots.review_dummy(view)
    options = [Option(str(count), count, -abs(count - review.average), review.error) for count in DUMMY_TRICKS]
    return tuple(options), max(options, key=lambda option: option.worth), review


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
    return Dealt(engine.Rules(peek=peek), rng.choice(PLAYERS), before, hands)


def _peeked(rng: Random, dealt: Dealt) -> State:
    """Return a deal at the first bid."""
    state = engine.replay([dealt])
    while state.phase is engine.Phase.PEEKING:
        player = on_turn(state)
        state = engine.act(state, bots.choose_peek(engine.view_for(state, player), player, rng))
    return state


def _three(rng: Random, low: int, high: int, unit: int) -> engine.Triple:
    one, two, three = (unit * rng.randint(low, high) for _player in PLAYERS)
    return one, two, three


def _moved(state: State, rng: Random, moves: int) -> State:
    """Return the deal after bots of one style have made so many bids and cards."""
    style = rng.choice(list(PlayingStyle))
    for _move in range(moves):
        player = on_turn(state)
        state = engine.act(state, bots.choose(engine.view_for(state, player), rng, Level.CLUB, style))
    return state


_DEALT: Final[dict[Kind, Callable[[Random], State]]] = {
    Kind.BID: before_a_bid,
    Kind.NIL: before_a_bid_with_few_tricks,
    Kind.CARD: before_a_card,
    Kind.DUMMY: before_the_last_bid,
}
_SOLVED: Final[dict[Kind, Callable[[View], Solved | None]]] = {
    Kind.BID: _solve_bid,
    Kind.NIL: _solve_nil,
    Kind.CARD: _solve_card,
    Kind.DUMMY: _solve_dummy,
    Kind.PLAYED: _solve_card,
    Kind.OWN: _solve_card,
}
