"""Announcements to players' other pages: whose turn it is, and who must answer a proposal."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.engine import Player
from games.lobby import queries as lobby_queries
from games.models import Game
from games.play import game_moderation, proposals
from games.pubsub import groups
from games.values import Proposal, Stage
from tests.play.proposing import move_once, others, propose, reply
from tests.staff.people import ADMINISTRATOR, member
from tests.tables import act, one_card_to_go, people_to_act, play_on, snapshot_for, three_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return three_people()


def users(code: str) -> list[User]:
    """Return the three people at the table, in seat order."""
    return [seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user is not None]


def waited_for(code: str) -> set[Player]:
    """Return the players who are waited for, as their other pages show it."""
    counted = {player for player, user in enumerate(users(code)) if lobby_queries.elsewhere(user).turns}
    listed = {player for player, user in enumerate(users(code)) if lobby_queries.running_games(user)[0].your_turn}
    assert counted == listed
    return counted


@pytest.fixture
def notified(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], set[Player]]:
    """Return a function that names the players at a table whose pages were notified since its last call."""
    user_ids: set[int] = set()
    monkeypatch.setattr(groups, "notices_changed_on_commit", lambda *ids, **_: user_ids.update(ids))

    def notified(code: str) -> set[Player]:
        players = {player for player, user in enumerate(users(code)) if user.pk in user_ids}
        user_ids.clear()
        return players

    return notified


def test_end_of_a_deal_is_announced_to_all_players(code: str, notified: Callable[[str], set[Player]]) -> None:
    play_on(code, one_card_to_go)
    notified(code)
    act(code)
    assert notified(code) == {0, 1, 2}


@pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
def test_player_who_is_asked_is_waited_for_until_the_answer(
    kind: Proposal, code: str, notified: Callable[[str], set[Player]]
) -> None:
    proposer = move_once(code)
    one, two = others(proposer)
    before = waited_for(code)
    notified(code)
    propose(code, proposer, kind)
    assert notified(code) >= {one, two}
    assert waited_for(code) == before | {one, two}
    reply(code, one)
    assert one in notified(code)
    assert waited_for(code) == before | {two}
    reply(code, two, agree=False)
    assert two in notified(code)
    assert waited_for(code) == before


def _move_on(code: str, _asker: Player) -> None:
    act(code)


def _withdraw(code: str, proposer: Player) -> None:
    reply(code, proposer, agree=False)


def _lapse(code: str, _asker: Player) -> None:
    proposals.lapse(Game.objects.get(code=code))


def _close(code: str, _asker: Player) -> None:
    game_moderation.end(code=code, by=member(ADMINISTRATOR), reason="It is late")


@pytest.mark.parametrize("ends", [_move_on, _withdraw, _lapse, _close])
def test_players_are_not_waited_for_once_the_proposal_has_ended(
    ends: Callable[[str, Player], None], code: str, notified: Callable[[str], set[Player]]
) -> None:
    proposer = move_once(code)
    propose(code, proposer)
    notified(code)
    ends(code, proposer)
    assert notified(code) >= set(others(proposer))
    to_move = set(people_to_act(snapshot_for(code))) if Game.objects.get(code=code).stage == Stage.DEAL else set()
    assert {player for player, user in enumerate(users(code)) if lobby_queries.elsewhere(user).turns} == to_move
