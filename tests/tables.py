"""Games in the database for tests: open them, play on, look at them."""

import itertools
import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.signing_in.guests import create_guest
from games import bots
from games.analysis.findings import cards_played
from games.engine import (
    PLAYERS,
    Action,
    Peek,
    Player,
    Rules,
    State,
    View,
    dealt_event,
    evolve,
    replay,
    view_for,
    waiting_for,
)
from games.lobby import tables
from games.models import Deal, Game
from games.play import (
    due_steps,
    event_log,
    game_rows,
    loading,
    presence,
    progress,
    proofs,
    queries as table_queries,
    queue,
    table_cache,
    turns,
)
from games.play.bot_moves import Choice, known_choices
from games.play.game_rows import Draft
from games.play.moves import Ready
from games.play.snapshot import Snapshot
from games.play.table import Table, take_full_snapshot
from games.play.turns import Turn
from games.values import Author, Stage, TableOptions

MOST_DEALS = 100

_numbers = itertools.count(1)


def new_player() -> User:
    """Return a new guest."""
    return create_guest(f"Player {next(_numbers)}")


def open_table(host: User, rules: Rules | None = None) -> str:
    """Open a game of `host` with two bots, at the draw; return its code. A table that waits for players: `gather`."""
    return tables.open_game_with_bots(host=host, rules=rules or Rules(), name="A table", options=TableOptions()).code


def gather(*users: User, rules: Rules | None = None, **options: object) -> str:
    """Open a table of the first of these people, which waits for players, and seat the others; return its code."""
    host, *others = users
    chosen = TableOptions(**options)  # type: ignore[arg-type]
    code = tables.open_table(host=host, rules=rules or Rules(), name="A table", options=chosen).code
    for player, user in enumerate(others, start=1):
        tables.sit(code=code, user=user, player=player)
    return code


def start(code: str, host: User) -> None:
    """Let the host start the game from the current version."""
    tables.start(code=code, host=host, version=Game.objects.get(code=code).version)


def close_table(code: str) -> None:
    """End an unfinished game without a winner."""
    with queue.change(code) as game:
        progress.close(game)


def begin(*users: User, rules: Rules | None = None, **options: object) -> str:
    """Begin a game of these people, bots in the other seats, and deal; return its code."""
    code = gather(*users, rules=rules, **options)
    start(code, users[0])
    _all_get_ready(code)
    return code


def three_people(rules: Rules | None = None, **options: object) -> str:
    """Begin a game of three people who are all at the table, and deal; return its code."""
    code = begin(new_player(), new_player(), new_player(), rules=rules, **options)
    here(code)
    return code


def here(code: str, players: Iterable[Player] = PLAYERS) -> None:
    """Give a sign of life for each of these players now."""
    for player in players:
        presence.sign_of_life(code, player)


class Time:
    """A clock in place of `timezone.now` that stands still until `passes` moves it on."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def at_once(count: int, attempt: Callable[[int], str]) -> list[str]:
    """Return the results of `count` simultaneous attempts, sorted; each has its own database connection."""

    def connected(number: int) -> str:
        try:
            return attempt(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        return sorted(pool.map(connected, range(count)))


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: object, name: str, happens: Callable[[], object]) -> None:
    """Let this happen in another thread each time just before a function of a module is called."""
    function = getattr(module, name)

    def called(*args: object, **named: object) -> object:
        at_once(1, lambda _: str(happens()))
        return function(*args, **named)

    monkeypatch.setattr(module, name, called)


def snapshot_for(code: str, viewer: Player | None = 0) -> Snapshot:
    """Return the table as `viewer` sees it now."""
    return table_queries.full_snapshot_of(loading.game_by_code(code)).of(viewer)


def host_of(code: str) -> User:
    """Return the host of the table."""
    return Game.objects.get(code=code).host


def user_at(code: str, player: Player = 0) -> User:
    """Return the user in this seat."""
    user = Game.objects.get(code=code).seats.get(player=player).user
    assert user is not None, "a person sits there"
    return user


def in_order_of_bids(code: str) -> list[User]:
    """Return the people at a table in bidding, in the order in which they bid."""
    view = snapshot_for(code).view
    assert view is not None
    users = {seat.player: seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user}
    return [users[player] for player in view.bidding_order]


def names_at(code: str) -> list[str]:
    """Return the name in each seat, "" for a free one."""
    return [seat.name for seat in snapshot_for(code).seats]


def state_of(code: str) -> State:
    """Return the state of the current deal with all hidden cards."""
    deal = event_log.current_deal(Game.objects.get(code=code))
    assert deal is not None
    return event_log.load_state(deal)


def sensible(code: str, player: Player = 0) -> Action:
    """Return what a bot in the player's place would do now."""
    return bots.choose(view_for(state_of(code), player), random.Random(code))


def deal(code: str) -> Snapshot:
    """Let all people at the table be ready, so that the next deal begins; return it."""
    _all_get_ready(code)
    return snapshot_for(code)


@transaction.atomic
def _all_get_ready(code: str) -> None:
    """Let all people at the table be ready, in one transaction: the table is loaded once."""
    table, draft = loading.load(game_rows.lock(code)), Draft()
    version = table.game.version
    for player in [seat.player for seat in table.seats if not seat.bot_plays]:
        turns.apply(table, turns.Turn(code, Ready(player), version), draft)
    draft.write()
    table_cache.publish_on_commit(table)


def ready(code: str, player: Player, version: int) -> None:
    """Let a player who saw the table at this version be ready for the next deal."""
    queue.take_turn(code=code, action=Ready(player), version=version)


def act(code: str) -> Snapshot:
    """Let the first person the deal waits for do what a bot would do; return the table after it."""
    table = loading.load(Game.objects.get(code=code))
    player = people_to_act(take_full_snapshot(table).of(0))[0]
    assert table.state is not None
    action = bots.choose(view_for(table.state, player), random.Random(code))
    queue.take_turn(code=code, action=action, version=table.game.version)
    return snapshot_for(code)


def serve(code: str) -> None:
    """Take the step that is due in this game, even if a ticker is busy with it."""
    due_time = Game.objects.get(code=code).due_at
    if due_time is not None and due_time <= timezone.now() and (move := due_steps.decide(code, due_time)) is not None:
        due_steps.make([chosen(move)])


def chosen(move: Turn | Choice) -> Turn:
    """Return a move, which its bot chooses now unless it was chosen at the same position of a board before."""
    if isinstance(move, Turn):
        return move
    known = move.known(known_choices([move]))
    return move.turn(move.choose()) if known is None else move.turn(known, is_known=True)


def people_to_act(snapshot: Snapshot) -> list[Player]:
    """Return the people the deal waits for."""
    waiting = snapshot.view.waiting if snapshot.view is not None and snapshot.stage is Stage.DEAL else ()
    return [player for player in waiting if not (snapshot.seats[player].is_bot or snapshot.seats[player].stand_in)]


def play_on(code: str, until: Callable[[Snapshot], bool]) -> Snapshot:
    """Let all move as bots would, people first, deal after deal, until `until` holds; return the table then."""
    for _ in range(MOST_DEALS):
        snapshot = snapshot_for(code)
        if until(snapshot):
            return snapshot
        if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
            deal(code)
        else:
            play_deal(code, lambda table: until(take_full_snapshot(table).of(0)))
    raise AssertionError("the game never came to that")


def finish_deals(code: str, count: int = 1) -> None:
    """Let bots finish the deal under way, then play whole deals until `count` are finished."""
    for number in range(count):
        if number:
            with queue.change(code) as game:
                turns.start_deal(game)
        play_deal(code)


@transaction.atomic
def play_deal(
    code: str,
    until: Callable[[Table], bool] = lambda _: False,
    choose: Callable[[View, random.Random], Action] = bots.choose,
    seed: str = "",
) -> None:
    """Play the deal under way, to its end or until `until` holds, in one transaction: the table is loaded once.

    People move first, and choose by `choose`. Chance follows from the seed, or from the code if there is none.
    """
    table, rng = loading.load(game_rows.lock(code)), random.Random(seed or code)
    while table.state is not None and (waiting := waiting_for(table.state)) and not until(table):
        player = min(waiting, key=lambda player: table.seats[player].bot_plays)
        is_bot, view, draft = table.seats[player].bot_plays, view_for(table.state, player), Draft()
        action = bots.choose(view, rng) if is_bot else choose(view, rng)
        if is_bot and isinstance(action, Peek) and table.deal is not None:
            action = proofs.peek_of_bot(table.game, table.deal, table.seats, view)
        turns.act(table, action, Author.BOT if is_bot else Author.PLAYER, draft)
        draft.write()
    table_cache.publish_on_commit(table)


def own_move(code: str) -> int:
    """Return the number of a move of player 0 in the finished first deal, the bids counted: a card with a choice."""
    end = event_log.load_state(Deal.objects.get(game__code=code, number=1))
    state = replay([dealt_event(end), *end.peeks, *end.bids])
    for move, played in enumerate(cards_played(end), start=len(end.bids)):
        if waiting_for(state) == (0,) and len(view_for(state, 0).playable) > 1:
            return move
        state = evolve(state, played)
    raise AssertionError("player 0 never had a choice")


def my_turn(snapshot: Snapshot) -> bool:
    """Whether the deal waits for player 0."""
    return snapshot.view is not None and snapshot.stage is Stage.DEAL and 0 in snapshot.view.waiting


def to_play(snapshot: Snapshot) -> bool:
    """Whether the deal waits for a card of player 0."""
    return my_turn(snapshot) and snapshot.view is not None and bool(snapshot.view.playable)


def one_card_to_go(snapshot: Snapshot) -> bool:
    """Whether the deal waits for its last card."""
    view = snapshot.view
    return view is not None and snapshot.stage is Stage.DEAL and (len(view.tricks), len(view.trick)) == (12, 3)


def scored(snapshot: Snapshot) -> bool:
    """Whether a deal has just been scored, or the game is over."""
    return snapshot.stage in (Stage.SCORED, Stage.OVER)
