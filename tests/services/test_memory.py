"""What a process remembers of a table is what the database would show it."""

from __future__ import annotations

import pytest

from games.engine import PeekRule, Rules
from games.models import Clock, Proposal
from games.play import cache, due, proposals
from games.play import queries as table_queries
from games.play.queries import TableNow
from games.play.snapshot import RefusedProposal, Stage
from tests.services.asking import propose, reply
from tests.tables import (
    Time,
    act,
    begin,
    deal,
    gather,
    here,
    look,
    new_player,
    people_to_act,
    play_on,
    ready,
    start,
)

pytestmark = pytest.mark.django_db(transaction=True)


def reading(code: str) -> TableNow:
    return table_queries.table_now(table_queries.game_by_code(code))


def step(code: str, time: Time) -> None:
    """Whatever comes next at the table happens, a while after the last thing did."""
    time.passes(3)
    here(code, (0, 1))
    snapshot = look(code)
    if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
        deal(code)
    elif people_to_act(snapshot):
        act(code)
    else:
        due.serve_due()


def drawn(target: int) -> str:
    """A game to so many points that waits for its first deal."""
    host, guest = new_player(), new_player()
    code = gather(host, guest, rules=Rules(target=target), clock=Clock.NORMAL)
    start(code, host)
    here(code, (0, 1))
    cache.show(reading(code))
    return code


def test_who_is_ready_already_changes_nothing_whether_the_table_is_remembered_or_not() -> None:
    code = drawn(target=500)
    seen = look(code).version
    ready(code, 0, seen)
    once = look(code)
    for version in (seen, once.version, once.version):
        ready(code, 0, version)
        assert look(code) == once
    ready(code, 1, seen)
    assert look(code).stage is Stage.DEAL


def test_it_stays_so_from_the_draw_to_the_second_deal(time: Time) -> None:
    """A move, a deal's score, the next deal: none of them has to be read again."""
    code = drawn(target=1000)
    while look(code).deal_number < 2:
        step(code, time)
        now = reading(code)
        assert cache.now(code, now.version) == now


def test_only_the_end_of_a_game_is_read_again(time: Time) -> None:
    code = drawn(target=100)
    while look(code).stage != Stage.OVER:
        step(code, time)
        now = reading(code)
        assert cache.now(code, now.version) == (now if now.shown.stage != Stage.OVER else None)


def test_who_is_ready_is_remembered() -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest, rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    cache.show(reading(code))
    ready(code, 1, look(code).version)
    assert cache.now(code, look(code).version) == reading(code)
    assert look(code).ready == {1}


def test_what_was_refused_is_remembered_until_somebody_moves() -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    here(code)
    propose(code, 1, Proposal.END)
    reply(code, 0, agree=False)
    cache.show(reading(code))
    for player in (0, 1, 2):
        ready(code, player, look(code).version)
    assert cache.now(code, look(code).version) == reading(code)
    assert look(code).refused == RefusedProposal("end", 1)
    act(code)
    assert cache.now(code, look(code).version) == reading(code)
    assert look(code).refused is None


@pytest.mark.usefixtures("time")
def test_a_question_a_bot_waits_for_from_the_next_deal_on_has_its_end() -> None:
    """It is the bot's turn to bid first."""
    code = begin(new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED and table.dealer == 0)
    here(code)
    propose(code, 1, Proposal.END)
    cache.show(reading(code))
    for player in (0, 1):
        ready(code, player, look(code).version)
    assert look(code).stage == Stage.DEAL
    assert cache.now(code, look(code).version) in (None, reading(code))


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_a_move_the_clock_made_is_remembered_as_such(time: Time, peek: PeekRule) -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(peek=peek), clock=Clock.FAST)
    here(code)
    cache.show(reading(code))
    late = people_to_act(look(code))[0]
    time.passes(1000)
    here(code)
    due.serve_due()
    assert cache.now(code, look(code).version) == reading(code)
    assert look(code).last_by_clock == late


def test_what_changed_unseen_before_a_move_is_not_overlooked(time: Time) -> None:
    """A bot sits in and nobody reads the table before the next move: what was remembered is out of date by then."""
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: people_to_act(table)[0] != 2)
    cache.show(reading(code))
    time.passes(1000)
    here(code, (0, 1))
    proposals.call_bot(code=code, player=2)
    act(code)
    shown = cache.now(code, look(code).version)
    assert shown is None or shown == reading(code)


def readings_around_a_move(code: str) -> tuple[TableNow, TableNow]:
    """The table before a move, and as it is read after it by who has read the game's row before it."""
    game = table_queries.game_by_code(code)
    before = table_queries.table_now(game)
    act(code)
    return before, table_queries.table_now(game)


def test_a_reading_is_of_one_version_although_somebody_moves_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and len(table.view.trick) == 1)
    before, now = readings_around_a_move(code)
    assert (now.version, now.state, now.taker) == (before.version, before.state, before.taker)
    assert reading(code).state != before.state


def test_a_reading_of_a_deal_knows_nothing_of_its_score_although_it_ends_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and sum(table.view.counts) == 1)
    before, now = readings_around_a_move(code)
    assert look(code).stage == Stage.SCORED
    assert now == before
