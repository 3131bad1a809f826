"""What the site owes games is stored, served once, and survives everything but its own fulfilment."""

from __future__ import annotations

import datetime
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games import bots
from games.engine import Action, Rules, View
from games.lobby import tables
from games.models import Game, Proposal
from games.play import due, turns
from games.play.snapshot import Stage, TableOptions
from tests.services.asking import propose
from tests.tables import begin, here, look, my_turn, new_player, open_table, play_on, scored, sensible, serve

pytestmark = pytest.mark.django_db


def owes(code: str) -> datetime.datetime | None:
    return Game.objects.get(code=code).due_at


def let_its_time_come(code: str) -> None:
    Game.objects.filter(code=code).update(due_at=timezone.now() - datetime.timedelta(hours=1))


def bot_to_move(code: str) -> None:
    play_on(code, lambda snapshot: snapshot.stage is Stage.DEAL and not my_turn(snapshot))


def test_a_person_is_waited_for_without_end() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    assert owes(code) is None
    assert due.serve_due() == 0


def test_a_bot_moves_when_its_time_has_come() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    before = look(code)
    assert due.serve_due() == 1
    assert look(code).version > before.version


@pytest.mark.usefixtures("time")
def test_a_bot_that_is_looked_at_while_players_ask_each_other_something_waits_on() -> None:
    code = begin(new_player(), new_player())
    here(code)
    play_on(code, lambda table: table.view is not None and table.view.waiting == (2,))
    propose(code, 0, Proposal.END)
    before = look(code)
    let_its_time_come(code)
    serve(code)
    assert (look(code).view, look(code).proposal) == (before.view, before.proposal)


def test_nothing_is_served_before_its_time() -> None:
    code = open_table(new_player())
    bot_to_move(code)
    Game.objects.filter(code=code).update(due_at=timezone.now() + datetime.timedelta(hours=1))
    before = look(code)
    assert due.serve_due() == 0
    serve(code)
    assert look(code) == before


def test_the_first_deal_follows_the_draw_and_the_next_one_the_score_sheet() -> None:
    code = open_table(new_player())
    assert look(code).stage is Stage.DRAWING
    let_its_time_come(code)
    due.serve_due()
    assert look(code).deal_number == 1
    play_on(code, scored)
    let_its_time_come(code)
    due.serve_due()
    after = look(code)
    assert (after.stage, after.deal_number) == (Stage.DEAL, 2)


@pytest.mark.django_db(transaction=True)
def test_several_tickers_serve_a_game_once() -> None:
    code = open_table(new_player())
    let_its_time_come(code)

    def attempt(_: int) -> None:
        try:
            serve(code)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(attempt, range(2)))
    assert look(code).deal_number == 1


def test_a_game_that_fails_is_put_off_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, healthy = open_table(new_player()), open_table(new_player())
    bot_to_move(broken)
    for code in (broken, healthy):
        let_its_time_come(code)
    monkeypatch.setattr(bots, "choose", _lose_the_thread)
    due.serve_due()
    later = owes(broken)
    assert later is not None
    assert later > timezone.now()
    assert look(healthy).deal_number == 1
    assert broken in caplog.text


def test_bots_play_at_the_level_and_in_the_playing_style_of_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def choose(view: View, rng: Random, level: bots.Level, style: bots.PlayingStyle) -> Action:
        asked.append((level, style))
        return sensible_choice(view, rng)

    sensible_choice = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    wanted = list(zip(bots.Level, bots.PlayingStyle, strict=True))
    for level, style in wanted:
        options = TableOptions(bot_level=level, bot_style=style)
        code = tables.open_game_with_bots(host=new_player(), rules=Rules(), name="A table", options=options).code
        let_its_time_come(code)
        serve(code)  # the draw
        Game.objects.get(code=code).seats.update(bot_name="Ada")
        let_its_time_come(code)
        serve(code)
    assert asked == wanted


def test_a_thought_is_in_vain_if_the_game_has_moved_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_table(new_player())
    bot_to_move(code)
    let_its_time_come(code)

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        tables.close(code=code)
        return sensible_choice(view, rng)

    sensible_choice = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    before = Game.objects.get(code=code).events.count()
    serve(code)
    game = Game.objects.get(code=code)
    assert (game.stage, game.events.count()) == (Stage.CLOSED, before)


@pytest.mark.usefixtures("time")
def test_two_tickers_share_the_games_and_think_of_none_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the bot of one table thinks, another ticker looks for work: it finds the other table alone."""
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    codes = [open_table(new_player()) for _ in range(2)]
    for code in codes:
        bot_to_move(code)
        let_its_time_come(code)
    thoughts = []

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        thoughts.append(view)
        if len(thoughts) == 1:
            assert due.serve_due() == 1
        return sensible_choice(view, rng)

    sensible_choice = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    versions = {code: look(code).version for code in codes}
    due.serve_due()
    assert len(thoughts) == 2
    assert all(look(code).version == versions[code] + 1 for code in codes)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_bot_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, other = open_table(new_player()), open_table(new_player())
    before, action = play_on(other, my_turn), sensible(other)
    bot_to_move(slow)
    let_its_time_come(slow)
    thinks, may_end = threading.Event(), threading.Event()

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        thinks.set()
        assert may_end.wait(30)
        return sensible_choice(view, rng)

    def wait_for_it() -> None:
        serve(slow)
        connection.close()

    sensible_choice = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    thread = threading.Thread(target=wait_for_it)
    thread.start()
    assert thinks.wait(30)
    turns.take_turn(code=other, action=action, version=before.version)
    assert look(other).version > before.version
    assert owes(slow) is not None
    may_end.set()
    thread.join()


def test_a_game_that_was_closed_meanwhile_stays_closed() -> None:
    code = open_table(new_player())
    tables.close(code=code)
    let_its_time_come(code)
    serve(code)
    assert look(code).stage is Stage.CLOSED


def test_a_game_that_moved_on_is_not_put_off() -> None:
    code = open_table(new_player())
    play_on(code, my_turn)
    due.postpone(code)
    assert owes(code) is None


def _lose_the_thread(*_: object) -> None:
    raise RuntimeError("no idea")


def test_the_draw_is_shown_for_a_moment_and_a_score_sheet_longer() -> None:
    code = open_table(new_player())
    drawn = seconds_until_due(code)
    play_on(code, scored)
    assert 0 < drawn < seconds_until_due(code)


def seconds_until_due(code: str) -> float:
    due_at = owes(code)
    assert due_at is not None
    return (due_at - timezone.now()).total_seconds()


def test_a_move_of_the_person_makes_the_next_bot_due() -> None:
    code = open_table(new_player())
    snapshot = play_on(code, lambda table: my_turn(table) and table.view is not None and len(table.view.bids) < 2)
    turns.take_turn(code=code, action=sensible(code), version=snapshot.version)
    assert owes(code) is not None
