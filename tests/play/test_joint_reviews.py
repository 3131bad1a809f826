"""Joint reviews: who may begin, lead and stop one, and when it is over."""

import pytest

from games.models import JointReview
from games.play import joint_reviews, ticker
from games.play.errors import NotPossible
from games.play.joint_reviews import Shown
from games.values import Clock, Stage
from tests.play.player_clocks import due_in
from tests.tables import Time, begin, deal, finish_deals, new_player, ready, snapshot_for, three_people

pytestmark = pytest.mark.django_db

START = Shown(at=3)


@pytest.fixture
def code() -> str:
    """Return the code of a table of three people with one finished deal."""
    code = three_people()
    finish_deals(code)
    return code


def leader(code: str) -> int | None:
    return snapshot_for(code).review_leader


def lead(code: str, player: int, shown: Shown = START, number: int = 1) -> None:
    joint_reviews.lead(code=code, player=player, number=number, shown=shown)


def shown(code: str) -> Shown:
    review = JointReview.objects.get(game__code=code)
    return Shown(review.at, review.seen_by, review.mistakes_of, review.costly)


def test_anybody_at_the_table_begins_and_takes_the_lead_and_the_table_is_shown_it_at_once(
    code: str, announced: list[str], django_capture_on_commit_callbacks: object
) -> None:
    for player in (1, 0, 2):
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # the fixture has no type
            lead(code, player)
        assert leader(code) == player
        assert announced[-1] == f"{code} {snapshot_for(code).version}"


def test_only_the_leader_shows_a_step_and_the_table_s_version_stays(code: str) -> None:
    lead(code, 1)
    version, step = snapshot_for(code).version, Shown(20, seen_by=2, mistakes_of=0, costly=True)
    joint_reviews.show(code=code, player=1, number=1, shown=step)
    assert (shown(code), snapshot_for(code).version) == (step, version)
    for player, number in ((0, 1), (1, 2)):
        with pytest.raises(NotPossible):
            joint_reviews.show(code=code, player=player, number=number, shown=START)
    lead(code, 0, step)
    with pytest.raises(NotPossible):
        joint_reviews.show(code=code, player=1, number=1, shown=START)
    assert shown(code) == step


def test_next_deal_ends_it(time: Time, code: str) -> None:
    lead(code, 1)
    assert leader(code) == 1
    time.passes(due_in(code))
    ticker.serve_due()
    assert (snapshot_for(code).stage, leader(code)) == (Stage.DEAL, None)
    with pytest.raises(NotPossible):
        joint_reviews.show(code=code, player=1, number=1, shown=START)


def test_it_is_over_when_all_are_ready_and_not_there_after_the_next_deal(code: str) -> None:
    lead(code, 1)
    for player in range(3):
        ready(code, player, snapshot_for(code).version)
    assert (snapshot_for(code).stage, leader(code)) == (Stage.DEAL, None)
    finish_deals(code)
    assert leader(code) is None
    with pytest.raises(NotPossible):
        lead(code, 1, number=1)
    lead(code, 1, number=2)
    assert leader(code) == 1


def test_who_leads_may_stop_it(code: str) -> None:
    lead(code, 1)
    with pytest.raises(NotPossible):
        joint_reviews.stop(code=code, player=0, number=1)
    joint_reviews.stop(code=code, player=1, number=1)
    assert leader(code) is None
    with pytest.raises(NotPossible):
        joint_reviews.stop(code=code, player=1, number=1)


def test_not_while_a_deal_is_played_nor_of_one_that_is_over_for_long(code: str) -> None:
    deal(code)
    for number in (1, 2):
        with pytest.raises(NotPossible):
            lead(code, 0, number=number)


@pytest.mark.parametrize("options", [{"clock": Clock.ONE_DAY}, {"duplicate": True}])
def test_not_at_tables_by_turns_nor_of_deals_that_stay_closed(options: dict[str, object]) -> None:
    code = three_people(**options)
    finish_deals(code)
    with pytest.raises(NotPossible):
        lead(code, 0)


def test_not_alone_with_bots() -> None:
    code = begin(new_player())
    finish_deals(code)
    with pytest.raises(NotPossible):
        lead(code, 0)
