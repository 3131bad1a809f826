"""Who looks on at a table that waits for players, and whom its players have invited."""

import pytest

from games.lobby import invitations, tables
from games.models import Block
from games.play import onlookers, presence
from games.play.attendance import NOBODY, Onlookers
from tests.tables import Time, gather, new_player

pytestmark = pytest.mark.django_db


def around(code: str) -> Onlookers:
    return presence.attendance(code, 120, gathers=True).around


def test_browsers_look_on_until_they_are_silent(time: Time) -> None:
    code = gather(new_player())
    onlookers.note_onlookers([(code, "1", "Dora"), (code, "2", ""), (code, "3", "Dora")])
    onlookers.note_onlookers([(code, "4", "")])
    assert around(code).looking == ("", "", "Dora")
    time.passes(onlookers.ONLOOKERS_KEPT_FOR - 1)
    onlookers.note_onlookers([(code, "1", "Dora")])
    time.passes(2)
    assert around(code).looking == ("Dora",)


def test_invited_players_stay_listed_whether_notified_or_not() -> None:
    """Whoever invites learns neither of a block nor of a refusal."""
    host, friend, hermit = (new_player() for _ in range(3))
    code = gather(host)
    Block.objects.create(user=hermit, blocked=host)
    for user in (friend, hermit, friend):
        invitations.invite(code=code, inviter=host, name=user.username)
    invitations.decline(code=code, user=friend)
    assert around(code).invited == (friend.username, hermit.username)
    tables.sit(code=code, user=friend, player=1)
    assert around(gather(host)).invited == ()


def test_running_tables_have_nobody_around_them() -> None:
    code = gather(new_player())
    onlookers.note_onlookers([(code, "1", "Dora")])
    assert presence.attendance(code, 120).around == NOBODY
