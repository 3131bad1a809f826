"""Who is asked to agree to something is waited for; all pages are told so, and what else they show of a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.engine import Player
from games.lobby import queries as lobby_queries
from games.models import Game, Proposal
from games.play import game_moderation, proposals
from games.play.snapshot import Snapshot, Stage
from games.pubsub import groups
from tests.services.asking import (
    moved,
    others,
    propose,
    reply,
)
from tests.staff.people import ADMINISTRATOR, member
from tests.tables import (
    act,
    look,
    people_to_act,
    play_on,
    three_people,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return three_people()


def users(code: str) -> list[User]:
    """The three people at the table, in seat order."""
    return [seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user is not None]


def waited_for(code: str) -> set[Player]:
    """Whose turn it is, as their other pages show it."""
    counted = {player for player, user in enumerate(users(code)) if lobby_queries.turns_waiting(user)}
    listed = {player for player, user in enumerate(users(code)) if lobby_queries.running_games(user)[0].your_turn}
    assert counted == listed
    return counted


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], set[Player]]:
    """Return a function that names those at a table whose pages have been told to look since it was last asked."""
    heard: set[int] = set()
    monkeypatch.setattr(groups, "notices_changed_on_commit", lambda user_id, *_: heard.add(user_id))

    def told(code: str) -> set[Player]:
        players = {player for player, user in enumerate(users(code)) if user.pk in heard}
        heard.clear()
        return players

    return told


def test_the_end_of_a_deal_is_told_to_all_who_see_the_game_in_their_list(
    code: str, told: Callable[[str], set[Player]]
) -> None:
    def has_one_card_to_go(shown: Snapshot) -> bool:
        return shown.view is not None and len(shown.view.tricks) == 12 and len(shown.view.trick) == 3

    play_on(code, has_one_card_to_go)
    told(code)
    act(code)
    assert told(code) == {0, 1, 2}


@pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
def test_whoever_is_asked_is_waited_for_until_there_is_an_answer(
    kind: Proposal, code: str, told: Callable[[str], set[Player]]
) -> None:
    asker = moved(code)
    one, two = others(asker)
    before = waited_for(code)
    told(code)
    propose(code, asker, kind)
    assert told(code) >= {one, two}
    assert waited_for(code) == before | {one, two}
    reply(code, one)
    assert one in told(code)
    assert waited_for(code) == before | {two}
    reply(code, two, agree=False)
    assert two in told(code)
    assert waited_for(code) == before


def _move_on(code: str, _asker: Player) -> None:
    act(code)


def _withdraw(code: str, asker: Player) -> None:
    reply(code, asker, agree=False)


def _lose_patience(code: str, _asker: Player) -> None:
    proposals.lapse(Game.objects.get(code=code))


def _close(code: str, _asker: Player) -> None:
    game_moderation.end(code=code, by=member(ADMINISTRATOR), reason="It is late")


@pytest.mark.parametrize("ends", [_move_on, _withdraw, _lose_patience, _close])
def test_nobody_is_asked_any_more_however_that_ends(
    ends: Callable[[str, Player], None], code: str, told: Callable[[str], set[Player]]
) -> None:
    asker = moved(code)
    propose(code, asker)
    told(code)
    ends(code, asker)
    assert told(code) >= set(others(asker))
    to_move = set(people_to_act(look(code))) if Game.objects.get(code=code).stage == Stage.DEAL else set()
    assert {player for player, user in enumerate(users(code)) if lobby_queries.turns_waiting(user)} == to_move
