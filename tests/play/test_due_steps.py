"""What is due in games: bots' moves and next deals. Each due step is stored with the game and taken once."""

import datetime
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from games import bots
from games.engine import Action, AnswerClaim, Claim, Rules, View, decide, waiting_for
from games.lobby import tables
from games.models import Game
from games.play import bot_timing, queue, table_cache, ticker
from games.values import Proposal, Stage, TableOptions
from tests.play.proposing import propose
from tests.play.test_clocks_and_proposals import play_to_a_lead
from tests.tables import (
    Time,
    begin,
    close_table,
    gather,
    here,
    my_turn,
    new_player,
    open_table,
    play_on,
    scored,
    sensible,
    serve,
    snapshot_for,
    start,
    state_of,
    three_people,
)

pytestmark = pytest.mark.django_db


def due_time(code: str) -> datetime.datetime | None:
    return Game.objects.get(code=code).due_at


def make_due(code: str) -> None:
    Game.objects.filter(code=code).update(due_at=timezone.now() - datetime.timedelta(hours=1))


def bot_to_move(code: str) -> None:
    play_on(code, lambda snapshot: snapshot.stage is Stage.DEAL and not my_turn(snapshot))


def test_person_without_a_clock_is_waited_for_without_end() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    assert due_time(code) is None
    assert ticker.serve_due() == 0


def test_bot_moves_when_it_is_due() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    before = snapshot_for(code)
    assert ticker.serve_due() == 1
    assert snapshot_for(code).version > before.version


@pytest.mark.usefixtures("time")
def test_bot_that_is_due_waits_while_a_proposal_is_open() -> None:
    code = begin(new_player(), new_player())
    here(code)
    play_on(code, lambda table: table.view is not None and table.view.waiting == (2,))
    propose(code, 0, Proposal.END)
    before = snapshot_for(code)
    make_due(code)
    serve(code)
    assert (snapshot_for(code).view, snapshot_for(code).proposal) == (before.view, before.proposal)


def test_nothing_is_served_before_it_is_due() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    Game.objects.filter(code=code).update(due_at=timezone.now() + datetime.timedelta(hours=1))
    before = snapshot_for(code)
    assert ticker.serve_due() == 0
    serve(code)
    assert snapshot_for(code) == before


def test_first_deal_follows_a_short_draw_where_a_person_plays_with_bots(time: Time) -> None:
    alone, together = open_table(new_player()), gather(ana := new_player(), new_player())
    start(together, ana)
    for code in (alone, together):
        serve(code)
        assert snapshot_for(code).stage is Stage.DRAWING
    time.passes(bot_timing.DRAW_SHOWN_ALONE)
    for code in (alone, together):
        serve(code)
    assert [snapshot_for(code).deal_number for code in (alone, together)] == [1, 0]


def test_deals_follow_the_draw_and_the_score_sheet_when_due() -> None:
    code = open_table(new_player())
    assert snapshot_for(code).stage is Stage.DRAWING
    make_due(code)
    ticker.serve_due()
    assert snapshot_for(code).deal_number == 1
    play_on(code, scored)
    make_due(code)
    ticker.serve_due()
    after = snapshot_for(code)
    assert (after.stage, after.deal_number) == (Stage.DEAL, 2)


@pytest.mark.django_db(transaction=True)
def test_game_is_served_once_by_several_tickers() -> None:
    code = open_table(new_player())
    make_due(code)

    def attempt(_: int) -> None:
        try:
            serve(code)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(attempt, range(2)))
    assert snapshot_for(code).deal_number == 1


def test_failing_game_is_postponed_and_others_are_served(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, healthy = open_table(new_player()), open_table(new_player())
    bot_to_move(broken)
    for code in (broken, healthy):
        make_due(code)
    monkeypatch.setattr(queue, "take_all", lambda moves: [RuntimeError("broken") for _move in moves])
    ticker.serve_due()
    later = due_time(broken)
    assert later is not None
    assert later > timezone.now()
    assert snapshot_for(healthy).deal_number == 1
    assert broken in caplog.text


def test_bots_play_at_the_level_and_in_the_style_of_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []

    def choose(view: View, rng: Random, level: bots.Level, style: bots.PlayingStyle) -> Action:
        used.append((level, style))
        return real_choose(view, rng)

    real_choose = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    chosen = list(zip(bots.Level, bots.PlayingStyle, strict=True))
    for level, style in chosen:
        options = TableOptions(bot_level=level, bot_style=style)
        code = tables.open_game_with_bots(host=new_player(), rules=Rules(), name="A table", options=options).code
        make_due(code)
        serve(code)  # the draw
        Game.objects.get(code=code).seats.update(bot_name="Ada")
        make_due(code)
        serve(code)
    assert used == chosen


def test_move_for_a_game_that_closed_meanwhile_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_table(new_player())
    bot_to_move(code)
    make_due(code)

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        close_table(code)
        return real_choose(view, rng)

    real_choose = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    before = Game.objects.get(code=code).events.count()
    serve(code)
    game = Game.objects.get(code=code)
    assert (game.stage, game.events.count()) == (Stage.CLOSED, before)


@pytest.mark.django_db(transaction=True)
def test_thinking_bot_holds_up_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, other = open_table(new_player()), open_table(new_player())
    before, action = play_on(other, my_turn), sensible(other)
    bot_to_move(slow)
    make_due(slow)
    thinks, may_end = threading.Event(), threading.Event()

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        thinks.set()
        assert may_end.wait(30)
        return real_choose(view, rng)

    def wait_for_it() -> None:
        serve(slow)
        connection.close()

    real_choose = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    thread = threading.Thread(target=wait_for_it)
    thread.start()
    assert thinks.wait(30)
    queue.take_turn(code=other, action=action, version=before.version)
    assert snapshot_for(other).version > before.version
    assert due_time(slow) is not None
    may_end.set()
    thread.join()


def test_closed_game_that_is_due_stays_closed() -> None:
    code = open_table(new_player())
    close_table(code)
    make_due(code)
    serve(code)
    assert snapshot_for(code).stage is Stage.CLOSED


def test_game_that_moved_on_is_not_postponed() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    ticker.postpone(code, timezone.now())
    assert due_time(code) is None


def _fail(*_: object) -> None:
    raise RuntimeError("no idea")


def _choose_what_is_not_legal(view: View, *_: object) -> Action:
    return AnswerClaim(view.viewer or 0, True)


@pytest.mark.parametrize(
    ("level", "choose"), [*((level, _fail) for level in bots.Level), (bots.Level.EXPERT, _choose_what_is_not_legal)]
)
def test_failing_bot_plays_a_whole_deal_all_the_same(
    level: bots.Level, choose: Callable[..., object], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = open_table(new_player())
    Game.objects.filter(code=code).update(bot_level=level)
    Game.objects.get(code=code).seats.update(bot_name="Ada")
    monkeypatch.setattr(bots, "choose", choose)
    games = Game.objects.filter(code=code).values_list("stage", "version")
    while (before := games.get())[0] not in (Stage.SCORED, Stage.OVER):
        make_due(code)
        assert ticker.serve_due() == 1
        assert games.get()[1] > before[1], "no step is tried twice"
    assert f"could not choose a move in game {code}" in caplog.text


def test_partner_whom_an_older_version_asked_beside_declarer_makes_no_move() -> None:
    """A claim was open while the site was upgraded: both were on turn, by the rows of their seats."""
    code = three_people()
    claimer = play_to_a_lead(code, of_declarer=False)
    declarer = state_of(code).declarer
    queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
    partner = {0, 1, 2} - {claimer, declarer}
    seats = Game.objects.get(code=code).seats
    seats.filter(player__in=partner).update(waiting_since=timezone.now(), bot_name="Ada")
    table_cache.discard(code)
    make_due(code)
    ticker.serve_due()
    assert waiting_for(state_of(code)) == (declarer,)
    assert not seats.filter(player__in=partner, waiting_since__isnull=False).exists()


def test_better_bot_that_fails_plays_as_a_beginner(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_table(new_player())
    Game.objects.filter(code=code).update(bot_level=bots.Level.EXPERT)
    monkeypatch.setattr("games.bots.player.prepare", _fail)
    bot_to_move(code)
    state = state_of(code)
    [bot] = waiting_for(state)
    [expected, *_] = decide(state, sensible(code, bot))
    make_due(code)
    ticker.serve_due()
    assert (state_of(code).bids + state_of(code).trick)[-1] == expected


def test_score_sheet_is_shown_longer_than_the_draw() -> None:
    code = open_table(new_player())
    drawn = seconds_until_due(code)
    play_on(code, scored)
    assert 0 < drawn < seconds_until_due(code)


def seconds_until_due(code: str) -> float:
    due_at = due_time(code)
    assert due_at is not None
    return (due_at - timezone.now()).total_seconds()


def test_move_of_a_person_makes_the_next_bot_due() -> None:
    code = open_table(new_player())
    snapshot = play_on(code, lambda table: my_turn(table) and table.view is not None and len(table.view.bids) < 2)
    queue.take_turn(code=code, action=sensible(code), version=snapshot.version)
    assert due_time(code) is not None
