"""Choices of bots on boards: made once for all who come to a position, and stored with the move."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, wait
from random import Random
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import engine
from games.competitions.sets import services
from games.engine import Action, BidMade, Phase, Player, State
from games.models import Board, BotChoice, Game
from games.play import thinking_pool, ticker
from games.play.bot_moves import Bot
from games.play.errors import OtherChoice
from games.play.game_rows import Draft
from games.play.modes import boards
from games.play.thinking_pool import Purpose
from games.play.ticker import HeldMoves
from tests.competitions.sets.sets import DAY, board_of, challenge, log_of, serve_at_once
from tests.tables import new_player, state_of

pytestmark = pytest.mark.django_db


def begin_with_bots_bid(board: Board) -> Game:
    """Begin a board at which a bot bids first, and let it come to that."""
    Board.objects.filter(pk=board.pk).update(dealer=board.player)
    game = services.begin(Board.objects.select_related("deal_set").get(pk=board.pk), new_player())
    while state_of(game.code).phase is Phase.PEEKING:
        serve_at_once(game.code)
    return game


def no_peeks() -> Board:
    return board_of(challenge(rules=engine.Rules(peek=engine.PeekRule.NONE)))


def make_due(*games: Game) -> None:
    Game.objects.filter(pk__in=[game.pk for game in games]).update(due_at=DAY)


def test_bot_chooses_once_for_all_who_come_to_a_position_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    board, may_choose, asked = no_peeks(), Event(), Counter[Player]()

    def choose(bot: Bot, state: State, rng: Random) -> Action:
        may_choose.wait(30)
        asked[bot.player] += 1
        return really_choose(bot, state, rng)

    really_choose, held = Bot.choose, HeldMoves(0)
    monkeypatch.setattr(Bot, "choose", choose)
    games = [begin_with_bots_bid(board) for _ in range(3)]
    make_due(*games)
    assert ticker.serve_due(held) == 3
    may_choose.set()
    held.finish()
    assert list(asked.values()) == [1]
    assert {str(log_of(game)) for game in games} == {str(log_of(games[0]))}
    assert BotChoice.objects.filter(board=board).count() == 1


@pytest.mark.django_db(transaction=True)
def test_choice_of_another_process_at_the_position_is_valid_for_all(caplog: pytest.LogCaptureFixture) -> None:
    """A process of another version has chosen another bid for the bot while this one was thinking."""
    board, held = no_peeks(), HeldMoves(60)
    game = begin_with_bots_bid(board)
    make_due(game)
    ticker.serve_due(held)
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() + ticker.LONGEST_SERVICE)  # as on PostgreSQL
    [move] = held.moves
    wait([move.chosen])
    bid = move.chosen.result()
    assert isinstance(bid, engine.Bid)
    before = log_of(game)
    position = boards.position_of([engine.from_json(event) for event in before], bid.player)
    other = engine.to_json(BidMade(bid.player, 1 if bid.tricks != 1 else 2, frozenset()))
    BotChoice.objects.create(board=board, position=position, event=other)
    held.seconds = 0
    object.__setattr__(move, "make_at", 0.0)
    held.release()
    assert log_of(game) == before
    assert not caplog.records
    ticker.serve_due()
    assert log_of(game) == [*before, other]


def test_stored_choice_waits_for_a_thread_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can see from the time of a bot's move that somebody was at this position before."""
    board, asked = no_peeks(), list[Purpose]()
    first, second = begin_with_bots_bid(board), begin_with_bots_bid(board)
    submit = thinking_pool.submit

    def note(purpose: Purpose, think: Callable[[], Any]) -> Future[Any]:
        asked.append(purpose)
        return submit(purpose, think)

    monkeypatch.setattr(thinking_pool, "submit", note)
    for game in (first, second):
        Game.objects.update(due_at=None)
        make_due(game)
        ticker.serve_due()
    assert log_of(first) == log_of(second)
    assert asked == [Purpose.TABLE] * 2
    assert BotChoice.objects.filter(board=board).count() == 1


def test_two_choices_at_a_position_are_not_stored_together() -> None:
    board, draft = no_peeks(), Draft()
    for tricks in (3, 4):
        draft.keep_choice(board.pk, "position", engine.to_json(BidMade(0, tricks, frozenset())))
    with pytest.raises(OtherChoice):
        draft.write()


def test_choices_are_stored_in_one_order() -> None:
    """On PostgreSQL whoever stores one waits for the end of others who store the same: two could deadlock."""
    board, draft, stored = no_peeks(), Draft(), list[str]()

    def note(execute: Callable[..., object], sql: str, rows: Any, many: bool, context: object) -> object:
        if BotChoice._meta.db_table in sql:
            stored.extend(position for _board, position, _event in rows)
        return execute(sql, rows, many, context)

    for position in ("b", "a", "c"):
        draft.keep_choice(board.pk, position, engine.to_json(BidMade(0, 3, frozenset())))
    with connection.execute_wrapper(note):
        draft.write()
    assert stored == ["a", "b", "c"]
