"""Sets of deals for tests: opened, begun and played to the end by people who move as bots would."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

from django.utils import timezone

from accounts.models import User
from games import bots
from games.engine import Action, Rules, View, view_for
from games.models import Board, BoardPlay, DealSet, Game, Stage
from games.play import event_log, queue
from games.sets import closing, practice, services
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


def play_on(board: Board, code: str, choose: Chooser = bots.choose, seed: int = 0) -> Game:
    """Play a board that has begun at this table to its end. Return the game."""
    rng = random.Random(seed)
    while (game := Game.objects.get(code=code)).stage == Stage.DEAL:
        state = state_of(code)
        view = view_for(state, board.player)
        if board.player in view.waiting:
            queue.take_turn(code=code, action=choose(view, rng), version=game.version)
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
