"""Hypothesis strategies: rules, new deals, and deals under way."""

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from games.engine import BiddingStyle, Dealt, PeekRule, Rules, Standing, State, replay
from tests.builders import random_hands, random_state

RULES = st.builds(
    Rules,
    peek=st.sampled_from(PeekRule),
    bidding=st.sampled_from(BiddingStyle),
    target=st.sampled_from(range(100, 1001, 50)),
    bag_limit=st.none() | st.integers(5, 20),
    floor=st.none() | st.integers(-1000, -1),
)
RANDOMS = st.integers(0, 2**64).map(Random)
STEPS = st.integers(0, 70)


@dataclass(frozen=True)
class Moment:
    """A deal under way, with the random generator that made it."""

    state: State
    rng: Random


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = RULES) -> State:
    """A deal without any action yet, with points and bags from earlier deals."""
    bags = st.integers(0, 4)
    points = st.integers(-1000, 1000)
    before = Standing((draw(points), draw(points), draw(points)), (draw(bags), draw(bags), draw(bags)))
    return replay([Dealt(draw(rules), draw(st.integers(0, 2)), before, random_hands(draw(RANDOMS)))])


@st.composite
def moments(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = RULES) -> Moment:
    """A deal after some random legal actions; a claim may be open."""
    rng = draw(RANDOMS)
    return Moment(random_state(draw(deals(rules)), rng, draw(STEPS)), rng)
