"""Rows are locked in one order (docs/architecture.md), so PostgreSQL has to break no deadlock."""

import secrets
from collections.abc import Callable
from itertools import count

import pytest
from django.db import transaction

from accounts.models import User
from accounts.moderation import services as moderation
from games.lobby import invitations, tables
from games.play import game_rows, table_cache
from games.play.game_rows import Draft
from tests.play.waiting_turns import next_turn, write
from tests.postgresql import Beside
from tests.staff.people import MODERATOR, member
from tests.tables import begin, close_table, new_player, snapshot_for

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("beside", "codes_in_order")]


@pytest.fixture(params=[1, -1], ids=["later codes for later games", "earlier codes for later games"])
def codes_in_order(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the codes of new tables be in this order."""
    first, numbers = secrets.token_urlsafe(5), count(5, request.param)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _size: f"{first}{next(numbers)}")


@pytest.fixture
def alex() -> User:
    return new_player()


@pytest.fixture
def loses_the_name(alex: User) -> Callable[[], None]:
    """Return an action of the staff that locks all games of Alex."""
    moderator = member(MODERATOR, f"Moderator {alex.pk}")
    return lambda: moderation.take_name(alex, by=moderator, reason="Rude")


def test_rematch_is_given_up(beside: Beside, alex: User, loses_the_name: Callable[[], None]) -> None:
    """Alex has a seat in the game before it, too."""
    last = begin(alex, bea := new_player())
    close_table(last)
    rematch = tables.rematch(code=last, user=alex).code
    invitations.decline(code=rematch, user=bea)
    shown = snapshot_for(last)
    beside.just_before(table_cache, "discard", loses_the_name)
    tables.leave(code=rematch, user=alex)
    beside.end()
    assert (shown.rematch, snapshot_for(last).rematch) == (rematch, "")
    assert snapshot_for(last).version > shown.version, "pages that are open show it"


@pytest.mark.parametrize("unknown", [0, 1])
def test_turns_are_written(unknown: int, beside: Beside, alex: User, loses_the_name: Callable[[], None]) -> None:
    """One of the two tables is no longer in the cache of this process, so it is loaded and locked."""
    codes = [begin(alex, new_player(), new_player()) for _ in range(2)]
    turns = [next_turn(code) for code in codes]
    table_cache.discard(codes[unknown])
    beside.just_before(Draft, "write", loses_the_name)
    assert write(*turns) == [None, None]
    beside.end()


def test_turns_are_written_from_the_cache(beside: Beside, alex: User, loses_the_name: Callable[[], None]) -> None:
    """Both wait for the first game until the test ends its transaction; who gets it then needs the second."""
    codes = [begin(alex, new_player(), new_player()) for _ in range(2)]
    turns = [next_turn(code) for code in codes]
    with transaction.atomic():
        game_rows.lock(codes[0])
        beside.begin(loses_the_name)
        beside.begin(lambda: write(*reversed(turns)))
    assert beside.end() == [None, [None, None]]
