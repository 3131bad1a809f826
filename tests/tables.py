"""Games in the database for tests: open one, let it be played on, look at it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from accounts.models import User
from accounts.services import create_guest
from games import bots, selectors, store
from games.engine import Action, Player, Rules, State, view_for
from games.models import Game
from games.services import due, tables, turns
from games.snapshot import Stage, TableSnapshot

_numbers = itertools.count(1)


def new_player() -> User:
    """A person nobody has met before."""
    return create_guest(f"Player {next(_numbers)}")


def open_table(host: User, rules: Rules | None = None) -> str:
    """A fresh game of `host` with two bots, at the draw; returns its code."""
    return tables.open_game_with_bots(host=host, rules=rules or Rules(), name="A table").code


def look(code: str, viewer: Player | None = 0) -> TableSnapshot:
    """The table as `viewer` sees it now."""
    return selectors.snapshot(selectors.game_by_code(code), viewer)


def state_of(code: str) -> State:
    """The whole state of the current deal, hidden cards and all."""
    deal = store.current_deal(Game.objects.get(code=code))
    assert deal is not None
    return store.load_state(deal)


def sensible(code: str) -> Action:
    """What a bot in the person's place would do now."""
    return bots.choose(view_for(state_of(code), 0), random.Random(code))


def deal(code: str) -> TableSnapshot:
    """The person is ready: the next deal begins."""
    snapshot = look(code)
    tables.ready(code=code, player=0, version=snapshot.version)
    return look(code)


def play_on(code: str, until: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    """Let bots move, and the person as a bot would, until `until` holds; a score sheet is followed by the next deal."""
    for _ in range(3000):
        snapshot = look(code)
        if until(snapshot):
            return snapshot
        if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
            deal(code)
        elif snapshot.view is not None and 0 in snapshot.view.waiting:
            turns.take_turn(code=code, action=sensible(code), version=snapshot.version)
        else:
            due.serve_due()
    raise AssertionError("the game never came to that")


def my_turn(snapshot: TableSnapshot) -> bool:
    """The deal waits for the person."""
    return snapshot.view is not None and snapshot.stage is Stage.DEAL and 0 in snapshot.view.waiting


def to_play(snapshot: TableSnapshot) -> bool:
    """The deal waits for a card of the person's."""
    return my_turn(snapshot) and snapshot.view is not None and bool(snapshot.view.playable)


def scored(snapshot: TableSnapshot) -> bool:
    """A deal has just been scored, or the game is over."""
    return snapshot.stage in (Stage.SCORED, Stage.OVER)
