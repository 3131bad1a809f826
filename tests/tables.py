"""Games in the database for tests: open one, let it be played on, look at it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games import bots
from games.engine import (
    PLAYERS,
    Action,
    Player,
    Rules,
    State,
    view_for,
    waiting_for,
)
from games.lobby import tables
from games.models import Author, Game
from games.play import dealing, due, event_log, presence, turns
from games.play import queries as table_queries
from games.play.snapshot import Snapshot, Stage, TableOptions

_numbers = itertools.count(1)


def new_player() -> User:
    """A person nobody has met before."""
    return create_guest(f"Player {next(_numbers)}")


def open_table(host: User, rules: Rules | None = None) -> str:
    """A fresh game of `host` with two bots, at the draw; returns its code."""
    return tables.open_game_with_bots(host=host, rules=rules or Rules(), name="A table").code


def gather(*users: User, rules: Rules | None = None, **options: object) -> str:
    """A table of the first of these people at which the others have sat down too; returns its code."""
    host, *others = users
    chosen = TableOptions(**options)  # type: ignore[arg-type]
    code = tables.open_table(host=host, rules=rules or Rules(), name="A table", options=chosen).code
    for player, user in enumerate(others, start=1):
        tables.sit(code=code, user=user, player=player)
    return code


def start(code: str, host: User) -> None:
    """The host begins the game with the table as it stands."""
    tables.start(code=code, host=host, version=Game.objects.get(code=code).version)


def begin(*users: User, rules: Rules | None = None, **options: object) -> str:
    """A game of these people, bots in the other seats, its first deal just dealt; returns its code."""
    code = gather(*users, rules=rules, **options)
    start(code, users[0])
    deal(code)
    return code


def three_people(rules: Rules | None = None, **options: object) -> str:
    """A game of three people who are all at the table, just dealt; returns its code."""
    code = begin(new_player(), new_player(), new_player(), rules=rules, **options)
    here(code)
    return code


def here(code: str, players: Iterable[Player] = PLAYERS) -> None:
    """These players have the table open in their browsers now."""
    for player in players:
        presence.sign_of_life(code, player)


class Time:
    """A clock in place of `timezone.now` that stands still until it is told how much time has passed."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def at_once(count: int, attempt: Callable[[int], str]) -> list[str]:
    """What came of `count` simultaneous attempts, sorted; each has a database connection of its own."""

    def connected(number: int) -> str:
        try:
            return attempt(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        return sorted(pool.map(connected, range(count)))


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: object, name: str, happens: Callable[[], object]) -> None:
    """Let this happen elsewhere, each time just before a function of a module is called."""
    function = getattr(module, name)

    def called(*args: object, **named: object) -> object:
        at_once(1, lambda _: str(happens()))
        return function(*args, **named)

    monkeypatch.setattr(module, name, called)


def look(code: str, viewer: Player | None = 0) -> Snapshot:
    """The table as `viewer` sees it now."""
    return table_queries.snapshot(table_queries.game_by_code(code), viewer)


def host_of(code: str) -> User:
    """Whose table it is."""
    return Game.objects.get(code=code).host


def in_order_of_bids(code: str) -> list[User]:
    """The people at a table where the bidding goes on, in the order in which they bid."""
    view = look(code).view
    assert view is not None
    users = {seat.player: seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user}
    return [users[player] for player in view.bidding_order]


def names_at(code: str) -> list[str]:
    """Who is in each seat, "" where nobody is."""
    return [seat.name for seat in look(code).seats]


def state_of(code: str) -> State:
    """The whole state of the current deal, hidden cards and all."""
    deal = event_log.current_deal(Game.objects.get(code=code))
    assert deal is not None
    return event_log.load_state(deal)


def sensible(code: str, player: Player = 0) -> Action:
    """What a bot in the player's place would do now."""
    return bots.choose(view_for(state_of(code), player), random.Random(code))


def deal(code: str) -> Snapshot:
    """All people at the table are ready: the next deal begins."""
    for seat in look(code).seats:
        if not seat.is_bot and not seat.stand_in:
            ready(code, seat.player, look(code).version)
    return look(code)


def ready(code: str, player: Player, version: int) -> None:
    """A player who saw the table at this version is ready for the next deal."""
    turns.take_turn(code=code, action=turns.Ready(player), version=version)


def act(code: str) -> Snapshot:
    """The first person the deal waits for does what a bot would do."""
    snapshot = look(code)
    player = people_to_act(snapshot)[0]
    turns.take_turn(code=code, action=sensible(code, player), version=snapshot.version)
    return look(code)


def serve(code: str) -> None:
    """What the site owes this game, whichever ticker is busy with it."""
    move = due.decide(code)
    if move is not None:
        due.make(move)


def people_to_act(snapshot: Snapshot) -> list[Player]:
    """The people the deal waits for."""
    waiting = snapshot.view.waiting if snapshot.view is not None and snapshot.stage is Stage.DEAL else ()
    return [player for player in waiting if not (snapshot.seats[player].is_bot or snapshot.seats[player].stand_in)]


def play_on(code: str, until: Callable[[Snapshot], bool]) -> Snapshot:
    """Let bots move, and people as bots would, until `until` holds; a score sheet is followed by the next deal."""
    for _ in range(3000):
        snapshot = look(code)
        if until(snapshot):
            return snapshot
        if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
            deal(code)
        elif people_to_act(snapshot):
            act(code)
        else:
            due.serve_due()
    raise AssertionError("the game never came to that")


@transaction.atomic
def finish_deals(code: str, count: int = 1) -> None:
    """Bots play the deal under way to its end, then whole deals until `count` are finished, each in one go."""
    rng = random.Random(code)
    for number in range(count):
        if number:
            dealing.start_deal(event_log.lock(code))
        table = turns.load(event_log.lock(code))
        while waiting := waiting_for(table.state):
            turns.act(table, bots.choose(view_for(table.state, waiting[0]), rng), Author.PLAYER)


def my_turn(snapshot: Snapshot) -> bool:
    """The deal waits for player 0."""
    return snapshot.view is not None and snapshot.stage is Stage.DEAL and 0 in snapshot.view.waiting


def to_play(snapshot: Snapshot) -> bool:
    """The deal waits for a card of player 0's."""
    return my_turn(snapshot) and snapshot.view is not None and bool(snapshot.view.playable)


def scored(snapshot: Snapshot) -> bool:
    """A deal has just been scored, or the game is over."""
    return snapshot.stage in (Stage.SCORED, Stage.OVER)
