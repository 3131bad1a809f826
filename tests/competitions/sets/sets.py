"""Sets of deals for tests: opened, begun and played to the end by people who move as bots would."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import bots
from games.competitions.sets import closing, practice, services
from games.engine import Action, Phase, Player, Rules, View, view_for, waiting_for
from games.models import Board, BoardPlay, DealSet, Game
from games.play import bot_moves, event_log, game_rows, loading, proofs, queue, table_cache, turns
from games.play.game_rows import Draft
from games.play.table import Table
from games.values import Author, Stage
from tests.tables import new_player, serve, state_of

DAY = datetime(2026, 11, 27, tzinfo=UTC)

Chooser = Callable[[View, random.Random], Action]


def challenge(boards: int = 3, rules: Rules | None = None, level: str = "beginner") -> DealSet:
    """Return a new challenge of a new player, against bots of this level."""
    of_set = services.open_challenge(host=new_player(), rules=rules or Rules(), count=boards)
    of_set.bot_level = level
    of_set.save()
    return of_set


def close(of_set: DealSet) -> DealSet:
    """Close a set whose boards are finished, and return it; a challenge, which never closes, as if it were another."""
    now = timezone.now()
    DealSet.objects.filter(pk=of_set.pk).update(closes_at=now)
    closing.store_results(of_set, now)
    of_set.refresh_from_db()
    return of_set


def board_of(deal_set: DealSet, number: int = 1) -> Board:
    """Return a board of a set."""
    return Board.objects.select_related("deal_set").get(deal_set=deal_set, number=number)


def play(board: Board, user: User, choose: Chooser = bots.choose, seed: int = 0) -> Game:
    """Begin the board and play it to its end; the person chooses by `choose`. Return the game."""
    return play_on(board, services.begin(board, user).code, choose, seed)


def practise(board: Board, user: User, choose: Chooser = bots.choose, seed: int = 0) -> Game:
    """Play the board of a closed set for practice, as `play` does. Return the game."""
    return play_on(board, practice.begin(board, user).code, choose, seed)


@transaction.atomic
def play_on(board: Board, code: str, choose: Chooser = bots.choose, seed: int = 0, tricks: int = 13) -> Game:
    """Play a board that has begun at this table to its end, in one transaction: the table is loaded once. The person
    stops after so many tricks; before the first, without a bid.

    Return the game.
    """
    table, rng = loading.load(game_rows.lock(code)), random.Random(seed)
    while table.state is not None and (waiting := waiting_for(table.state)):
        own = board.player in waiting
        if own and len(table.state.tricks) >= tricks:
            break
        action = choose(view_for(table.state, board.player), rng) if own else _of_bot(table, waiting[0])
        draft = Draft()
        turns.act(table, action, Author.PLAYER if own else Author.BOT, draft)
        draft.write()
    table_cache.publish_on_commit(table)
    return table.game


def _of_bot(table: Table, player: Player) -> Action:
    """Return what the bot in this seat does next."""
    assert table.state is not None
    if table.state.phase is Phase.PEEKING:
        assert table.deal is not None
        return proofs.peek_of_bot(table.game, table.deal, table.seats, view_for(table.state, player))
    choice = bot_moves.choice_for(table.game, table.state, table.standing_events, player, Author.BOT)
    return bot_moves.choose_later(choice)


def play_step_by_step(board: Board, user: User) -> Game:
    """Begin the board and play it as `play` does, each turn through the queue and each step as the site makes it."""
    code, rng = services.begin(board, user).code, random.Random(0)
    while (game := Game.objects.get(code=code)).stage == Stage.DEAL:
        view = view_for(state_of(code), board.player)
        if board.player in view.waiting:
            queue.take_turn(code=code, action=bots.choose(view, rng), version=game.version)
        else:
            serve_at_once(code)
    return game


def serve_at_once(code: str) -> None:
    """Take the next step of the site in this game, without the pause before it."""
    Game.objects.filter(code=code).update(due_at=DAY)
    serve(code)


def log_of(game: Game) -> list[object]:
    """Return the events of the game's deal, as stored."""
    deal = event_log.current_deal(game)
    assert deal is not None
    return list(deal.events.order_by("sequence").values_list("payload", flat=True))


def stored(board: Board, *people: User, points: int | None = None) -> None:
    """Store a result of each of these people, whose deals are not stored."""
    Board.objects.filter(pk=board.pk).update(expert_wanted=True)
    games = Game.objects.bulk_create(
        Game(code=f"at{board.pk}of{user.pk}", host=user, stage=Stage.CLOSED, board=board, target=500) for user in people
    )
    BoardPlay.objects.bulk_create(
        BoardPlay(
            board=board,
            user=user,
            game=game,
            started_at=DAY,
            finished_at=DAY,
            points=number % 70 - 30 if points is None else points,
            bid=number % 7,
            nils=number % 2,
            contract=5,
            tricks=6,
        )
        for number, (user, game) in enumerate(zip(people, games, strict=True))
    )
