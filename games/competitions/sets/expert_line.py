"""The Expert's line of a set: an Expert's result on each board, in the seat of the participants."""

from contextlib import suppress
from typing import Final

from django.core.cache import cache
from django.db.models import F

from accounts.base.outages import OF_REDIS
from games import bots, engine
from games.bots import Level, PlayingStyle
from games.engine import Event, Peek, Phase, Player, State, bid_of, score
from games.models import Board
from games.play.bot_moves import Bot, Choice, Position, choose_later
from games.play.modes import boards
from games.values import Author, BoardFacts

EVERY: Final = 1.0
"""Seconds between two looks for a board to play."""

AT_ONCE: Final = 20
"""How many boards are looked at: so many processes can play one each."""

TAKEN_SECONDS: Final = 120
"""For how long a board is left to the process that plays it; if that dies or fails, the board is played again then."""


def play_next() -> bool:
    """Play one board for which an Expert's result is wanted, and store it; return whether there was one.

    It is wanted when the set closes; in a challenge, as soon as somebody has finished the board.
    """
    waiting = Board.objects.filter(expert_wanted=True, expert_points=None, deal_set__void_reason="")
    first_to_close = F("deal_set__closes_at").asc(nulls_last=True)
    for board in waiting.select_related("deal_set").order_by(first_to_close, "pk")[:AT_ONCE]:
        taken = f"expert-line:{board.pk}"
        if _is_free(taken):
            _store(board, play(board))
            with suppress(*OF_REDIS):
                cache.delete(taken)
            return True
    return False


def _is_free(taken: str) -> bool:
    """Return whether no other process is playing the board. Without Redis two may play it, with the same result."""
    try:
        return cache.add(taken, True, TAKEN_SECONDS)
    except OF_REDIS:
        return True


def _store(board: Board, end: State) -> None:
    line, bid = score(end)[board.player], bid_of(end, board.player)
    assert bid is not None, "a finished deal has three bids"
    Board.objects.filter(pk=board.pk).update(
        expert_points=line.total, expert_bid=bid.tricks, expert_tricks=line.side_tricks
    )


def play(board: Board) -> State:
    """Return the finished deal of a board, with an Expert in the participants' seat."""
    of_set = board.deal_set
    facts = boards.board_facts(board)
    log: list[Event] = [boards.dealt(board, of_set.root, facts)]
    state = engine.replay(log)
    while waiting := engine.waiting_for(state):
        for event in engine.decide(state, _action(board, facts, state, log, waiting[0])):
            log.append(event)
            state = engine.evolve(state, event)
    return state


def _action(board: Board, facts: BoardFacts, state: State, log: list[Event], player: Player) -> engine.Action:
    of_set, key = board.deal_set, facts.key(board.deal_set.root)
    if state.phase is Phase.PEEKING:
        view = engine.view_for(state, player)
        return Peek(player, engine.places_of_bot(key, player, view.peek_count, view.flipped))
    level = Level.EXPERT if player == board.player else Level(of_set.bot_level)
    style = (
        PlayingStyle.STEADY if player == board.player else bots.playing_style_at(of_set.bot_style, of_set.code, player)
    )
    at = Position(board.pk, boards.position_of(log, player))
    return choose_later(Choice(Bot(player, level, style, of_set.code), of_set.code, 0, Author.BOT, state, at, key))
