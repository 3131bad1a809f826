"""A table that moved on in memory shows what the same table shows after it was loaded from the database."""

import pytest

from games.engine import PeekRule, Rules
from games.play import loading, proposals, ticker
from games.play.snapshot import FullSnapshot, RefusedProposal
from games.play.table import take_full_snapshot
from games.values import Clock, Proposal, Stage
from tests.play.memory import cached, loaded, show_loaded
from tests.play.proposing import propose, reply
from tests.tables import (
    Time,
    act,
    begin,
    deal,
    gather,
    here,
    new_player,
    one_card_to_go,
    people_to_act,
    play_on,
    ready,
    snapshot_for,
    start,
)

pytestmark = pytest.mark.django_db(transaction=True)


def step(code: str, time: Time) -> None:
    """Let the next thing at the table happen, three seconds after the last one."""
    time.passes(3)
    here(code, (0, 1))
    snapshot = snapshot_for(code)
    if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
        deal(code)
    elif people_to_act(snapshot):
        act(code)
    else:
        ticker.serve_due()


def drawn(target: int) -> str:
    """Return a game to so many points that waits for its first deal."""
    host, guest = new_player(), new_player()
    code = gather(host, guest, rules=Rules(target=target), clock=Clock.NORMAL)
    start(code, host)
    here(code, (0, 1))
    show_loaded(code)
    return code


def test_player_who_is_ready_already_changes_nothing() -> None:
    code = drawn(target=500)
    seen = snapshot_for(code).version
    ready(code, 0, seen)
    once = snapshot_for(code)
    for version in (seen, once.version, once.version):
        ready(code, 0, version)
        assert snapshot_for(code) == once
    ready(code, 1, seen)
    assert snapshot_for(code).stage is Stage.DEAL


def test_nothing_is_loaded_again_from_the_draw_to_the_second_deal(time: Time) -> None:
    """A move, a deal's score, the next deal."""
    code = drawn(target=1000)
    while snapshot_for(code).deal_number < 2:
        step(code, time)
        assert cached(code) == loaded(code)


@pytest.mark.slow
def test_end_of_a_game_shows_the_ratings_it_changed(time: Time) -> None:
    code = drawn(target=100)
    while snapshot_for(code).stage != Stage.OVER:
        step(code, time)
        assert cached(code) == loaded(code)


def test_end_of_a_game_between_people_shows_their_ratings_at_once() -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(target=100, floor=-100))
    while snapshot_for(code).stage != Stage.OVER:
        play_on(code, one_card_to_go)
        act(code)
    ended = cached(code)
    assert ended == loaded(code)
    assert ended.of(0).rated


def test_player_who_is_ready_is_shown_as_ready() -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest, rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    show_loaded(code)
    ready(code, 1, snapshot_for(code).version)
    assert cached(code) == loaded(code)
    assert snapshot_for(code).ready == {1}


def test_refused_proposal_is_shown_until_somebody_moves() -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    here(code)
    propose(code, 1, Proposal.END)
    reply(code, 0, agree=False)
    show_loaded(code)
    for player in (0, 1, 2):
        ready(code, player, snapshot_for(code).version)
    assert cached(code) == loaded(code)
    assert snapshot_for(code).refused == RefusedProposal("end", 1)
    act(code)
    assert cached(code) == loaded(code)
    assert snapshot_for(code).refused is None


@pytest.mark.usefixtures("time")
def test_proposal_that_a_bot_waits_for_from_the_next_deal_on_lapses() -> None:
    """It is the bot's turn to bid first."""
    code = begin(new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED and table.dealer == 0)
    here(code)
    propose(code, 1, Proposal.END)
    show_loaded(code)
    for player in (0, 1):
        ready(code, player, snapshot_for(code).version)
    assert snapshot_for(code).stage == Stage.DEAL
    assert cached(code) == loaded(code)


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_move_made_by_the_clock_is_shown_as_such(time: Time, peek: PeekRule) -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(peek=peek), clock=Clock.FAST)
    here(code)
    show_loaded(code)
    late = people_to_act(snapshot_for(code))[0]
    time.passes(56)
    here(code)
    ticker.serve_due()
    assert cached(code) == loaded(code)
    assert snapshot_for(code).last_by_clock == late


def test_change_that_nobody_read_is_seen_by_the_next_move(time: Time) -> None:
    """A bot sits in, and nobody reads the table before the next move."""
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: people_to_act(table)[0] != 2)
    show_loaded(code)
    time.passes(1000)
    here(code, (0, 1))
    proposals.call_bot(code=code, player=2)
    act(code)
    assert cached(code) == loaded(code)
    assert snapshot_for(code).seats[2].stand_in


def table_read_around_a_move(code: str) -> tuple[FullSnapshot, FullSnapshot]:
    """Return the table before a move, and as it is loaded after it with the game's row that was read before it."""
    game = loading.game_by_code(code)
    before = take_full_snapshot(loading.load(game))
    act(code)
    return before, take_full_snapshot(loading.load(game))


def test_table_is_loaded_at_one_version_although_somebody_moves_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and len(table.view.trick) == 1)
    before, after = table_read_around_a_move(code)
    assert (after.base.version, after.state, after.may_take_back) == (
        before.base.version,
        before.state,
        before.may_take_back,
    )
    assert loaded(code).state != before.state


def test_table_is_loaded_without_the_score_of_a_deal_that_ends_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and sum(table.view.counts) == 1)
    before, after = table_read_around_a_move(code)
    assert snapshot_for(code).stage == Stage.SCORED
    assert after == before
