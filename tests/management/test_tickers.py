"""Many tickers share the games that are due on PostgreSQL: each due time is served once, and none is lost."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import wait
from datetime import datetime
from random import Random
from threading import Event, get_ident

import pytest
from django.conf import settings
from django.utils import timezone

from games import bots
from games.engine import Action, View
from games.models import Game
from games.play import due_steps, table_cache, ticker
from games.play.bot_moves import Choice
from games.play.ticker import HeldMoves
from games.play.turns import Turn
from tests.play.test_due_steps import bot_to_move, make_due
from tests.tables import Time, at_once, new_player, open_table, snapshot_for

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("nothing_is_due")]

TICKERS = 10
TABLES = 12


@pytest.fixture
def nothing_is_due(beside: object) -> None:  # noqa: ARG001  # the database
    """Let no game that another test has left be due."""
    Game.objects.update(due_at=None)


def test_ten_tickers_serve_every_due_time_once(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [open_table(new_player()) for _ in range(TABLES)]
    steps, busy, several_are_busy = Counter[tuple[str, int]](), set[int](), Event()
    really_decide, really_make = due_steps.decide, due_steps.make

    def decide(code: str, due_time: datetime) -> Turn | Choice | None:
        """Wait until another ticker has games too: one alone might serve all before the others have begun."""
        busy.add(get_ident())
        if len(busy) > 1:
            several_are_busy.set()
        several_are_busy.wait(30)
        move = really_decide(code, due_time)
        steps[code, 0] += move is None
        return move

    def make(moves: Sequence[Turn]) -> list[BaseException | None]:
        steps.update((move.code, move.version) for move in moves)
        return really_make(moves)

    def tick(_number: int) -> str:
        games = 0
        while Game.objects.filter(due_at__lte=timezone.now()).exists():
            games += ticker.serve_due()  # none if others have taken the most overdue ones at this moment
        return str(games)

    monkeypatch.setattr(ticker, "AT_ONCE", 3)
    monkeypatch.setattr(due_steps, "decide", decide)
    monkeypatch.setattr(due_steps, "make", make)
    for code in codes:
        make_due(code)
    served = [int(games) for games in at_once(TICKERS, tick)]
    assert {snapshot_for(code).deal_number for code in codes} == {1}
    assert sum(served) == steps.total() >= TABLES, "the bots bid after the deal"
    assert {step: count for step, count in steps.items() if count > 1} == {}
    assert len([games for games in served if games]) > 1, "they share the work"


def test_game_is_not_due_for_others_while_its_bot_thinks_or_its_move_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    codes, held, other, may_end = [open_table(new_player()) for _ in range(2)], HeldMoves(60), HeldMoves(60), Event()
    for code in codes:
        bot_to_move(code)
        make_due(code)

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        may_end.wait(30)
        return real_choose(view, rng)

    real_choose = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    before = [snapshot_for(code).version for code in codes]
    monkeypatch.setattr(ticker, "AT_ONCE", 1)
    assert ticker.serve_due(held) == 1
    assert ticker.serve_due(other) == 1, "only the other table is free"
    assert ticker.serve_due(HeldMoves(0)) == 0
    may_end.set()
    wait([move.chosen for move in (*held.moves, *other.moves)])
    assert [snapshot_for(code).version for code in codes] == before


def test_game_of_a_ticker_that_dies_is_due_again(monkeypatch: pytest.MonkeyPatch, time: Time) -> None:
    code = open_table(new_player())
    make_due(code)

    def die(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(due_steps, "decide", die)
        with pytest.raises(SystemExit):
            ticker.serve_due()
    assert ticker.serve_due() == 0
    time.passes(ticker.LONGEST_SERVICE.total_seconds())
    assert ticker.serve_due() == 1
    assert snapshot_for(code).deal_number == 1


def test_most_overdue_game_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    early, late = open_table(new_player()), open_table(new_player())
    make_due(early)
    make_due(late)
    monkeypatch.setattr(ticker, "AT_ONCE", 1)
    assert ticker.serve_due() == 1
    assert [snapshot_for(code).deal_number for code in (early, late)] == [1, 0]


@pytest.mark.parametrize(("later", "first"), [(1, "own"), (3, "other")])
def test_ticker_goes_on_with_games_whose_tables_it_has(
    monkeypatch: pytest.MonkeyPatch, time: Time, later: float, first: str
) -> None:
    """Another process has to load them, but does so when they are overdue by more than two seconds."""
    codes = {"other": open_table(new_player()), "own": open_table(new_player())}
    bot_to_move(codes["own"])  # and its table is in memory
    table_cache.discard(codes["other"])
    make_due(codes["other"])
    time.passes(later)
    make_due(codes["own"])
    before = {name: snapshot_for(code).version for name, code in codes.items()}
    table_cache.discard(codes["other"])
    monkeypatch.setattr(ticker, "AT_ONCE", 1)
    ticker.serve_due()
    assert [name for name, code in codes.items() if snapshot_for(code).version != before[name]] == [first]


def test_move_of_a_person_takes_the_game_back_from_a_ticker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the ticker wanted to do at the table as it was before is dropped."""
    code = open_table(new_player())
    make_due(code)
    really_decide, changed = due_steps.decide, []

    def decide(code: str, due_time: datetime) -> Turn | Choice | None:
        make_due(code)
        changed.append(code)
        return really_decide(code, due_time)

    with monkeypatch.context() as patch:
        patch.setattr(due_steps, "decide", decide)
        ticker.serve_due()
    assert changed == [code]
    assert snapshot_for(code).deal_number == 0
    assert ticker.serve_due() == 1
    assert snapshot_for(code).deal_number == 1
