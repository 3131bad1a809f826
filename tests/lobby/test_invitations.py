"""Invitations to a table, by name."""

from collections.abc import Callable

import pytest

from accounts.models import Notification, User
from accounts.personal_data import deletion
from games.lobby import invitations, queries as lobby_queries, tables
from games.lobby.invitations import AlreadySeated
from games.models import Block
from games.play.errors import NotPossible, UnknownPlayer
from games.words.errors import sentence
from tests.tables import at_once, begin, gather, new_player, start

pytestmark = pytest.mark.django_db


def invited_to(user: User) -> list[str]:
    return [invitation.game.code for invitation in lobby_queries.invitations_of(user)]


def test_any_player_can_invite_by_name_in_any_case() -> None:
    host, guest, friend = new_player(), new_player(), new_player()
    code = gather(host, guest)
    invitations.invite(code=code, inviter=guest, name=f"  {friend.username.upper()} ")
    assert invited_to(friend) == [code]
    (invitation,) = lobby_queries.invitations_of(friend)
    assert invitation.inviter == guest


def test_second_invitation_changes_nothing() -> None:
    host, guest, friend = new_player(), new_player(), new_player()
    code = gather(host, guest)
    invitations.invite(code=code, inviter=host, name=friend.username)
    invitations.invite(code=code, inviter=guest, name=friend.username)
    assert invited_to(friend) == [code]


@pytest.mark.parametrize("name", ["", "Nobody", "x" * 1000, "a\0b"])
def test_invitation_of_an_unknown_name_is_refused(name: str) -> None:
    host = new_player()
    with pytest.raises(UnknownPlayer):
        invitations.invite(code=gather(host), inviter=host, name=name)


def test_invitation_of_a_closed_account_is_refused() -> None:
    host, gone = new_player(), new_player()
    gone.is_active = False
    gone.save()
    with pytest.raises(UnknownPlayer):
        invitations.invite(code=gather(host), inviter=host, name=gone.username)


def test_invitation_of_oneself_or_of_a_seated_player_is_refused() -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    for user in (host, guest):
        with pytest.raises(AlreadySeated) as refusal:
            invitations.invite(code=code, inviter=host, name=user.username.upper())
        assert sentence(refusal.value) == f"{user.username} is already at this table."


def test_invitation_across_a_block_is_dropped_silently() -> None:
    host, guest, friend, pest = new_player(), new_player(), new_player(), new_player()
    code = gather(host, guest)
    Block.objects.create(user=friend, blocked=guest)
    Block.objects.create(user=host, blocked=pest)
    for user in (friend, pest):
        invitations.invite(code=code, inviter=guest, name=user.username)
        assert invited_to(user) == []


def test_invitation_of_a_player_at_the_table_is_refused() -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    with pytest.raises(NotPossible):
        invitations.invite(code=code, inviter=host, name=guest.username)
    assert invited_to(guest) == []


def test_invitation_by_a_stranger_or_after_the_start_is_refused() -> None:
    host, friend = new_player(), new_player()
    with pytest.raises(NotPossible):
        invitations.invite(code=gather(host), inviter=new_player(), name=friend.username)
    with pytest.raises(NotPossible):
        invitations.invite(code=begin(host), inviter=host, name=friend.username)
    assert invited_to(friend) == []


def test_invitation_ends_when_the_friend_sits_or_the_game_starts_or_closes() -> None:
    host, friend = new_player(), new_player()
    seated, started, closed = gather(host), gather(host), gather(host)
    for code in (seated, started, closed):
        invitations.invite(code=code, inviter=host, name=friend.username)
    assert invited_to(friend) == [closed, started, seated]
    tables.sit(code=seated, user=friend, player=1)
    start(started, host)
    tables.leave(code=closed, user=host)
    assert invited_to(friend) == []


def test_invitation_that_is_taken_up_or_whose_inviter_has_gone_is_shown_no_more() -> None:
    host, guest, friend = new_player(), new_player(), new_player()
    ends: dict[User, Callable[[str], None]] = {
        host: lambda code: tables.sit(code=code, user=friend, player=2),
        guest: lambda _code: deletion.delete_account(guest),
    }
    waiting = Notification.objects.filter(user=friend, waits=True)
    for inviter, end in ends.items():
        code = gather(inviter, new_player())
        invitations.invite(code=code, inviter=inviter, name=friend.username)
        assert waiting.count() == 1
        end(code)
        assert not waiting.exists()


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_invitations_make_one() -> None:
    host, friend = new_player(), new_player()
    code = gather(host)

    def attempt(_: int) -> str:
        invitations.invite(code=code, inviter=host, name=friend.username)
        return "done"

    assert at_once(50, attempt) == ["done"] * 50
    assert invited_to(friend) == [code]
