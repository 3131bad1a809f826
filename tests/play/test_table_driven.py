"""A table shows what it shows loaded from the database, whatever happens at it."""

import random
from collections.abc import Callable

import pytest
from hypothesis import event, given, settings, strategies as st

from games.engine import PLAYERS, BiddingStyle, PeekRule, Player, Rules
from games.play import loading, queries as table_queries
from games.play.errors import NotPossible
from games.play.turns import REFUSALS
from tests.play.driver import STEPS, TURNS, Driver
from tests.play.memory import cached, loaded
from tests.tables import Time

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@settings(max_examples=settings().max_examples // 4)
@given(
    st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(PLAYERS)), min_size=10, max_size=40),
    st.builds(
        Rules,
        peek=st.sampled_from([PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP1]),
        bidding=st.sampled_from(BiddingStyle),
        target=st.just(100),
        floor=st.sampled_from([None, -100]),
    ),
    st.integers(1, 3),
    st.integers(0, 2**32),
)
def test_table_after_any_steps_equals_the_table_loaded_from_the_database(
    steps: list[tuple[Callable[[Driver, Player], None], Player]], rules: Rules, people: int, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        time = Time()
        patch.setattr("django.utils.timezone.now", time)
        driver = Driver(time, random.Random(seed), rules, people)
        for step, player in steps:
            before = driver.version
            try:
                step(driver, player)
            except (*REFUSALS, NotPossible) as refusal:
                event(f"{step.__name__}: {type(refusal).__name__}")
            shown, known = loaded(driver.code), cached(driver.code)
            assert known in (None, shown)
            if step in TURNS and driver.version > before:
                assert known is not None, "a turn publishes its table"
            assert table_queries.full_snapshot_of(loading.game_by_code(driver.code)) == shown
            event(f"{step.__name__} led to {shown.base.stage}")
            if before == driver.version and shown.base.stage.has_ended:
                return
