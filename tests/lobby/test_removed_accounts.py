"""Removal of an account while another transaction refers to it, in PostgreSQL: one happens after the other."""

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.personal_data import deletion
from accounts.sessions import services as sessions
from games.chat import services as chat_services
from games.lobby import invitations
from games.models import Block, Game, Invitation, Message, Mute, Report
from tests.postgresql import Beside
from tests.tables import begin, gather, new_player

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("beside")]


@pytest.fixture(params=[False, True], ids=["has never played", "has played"])
def leaver(request: pytest.FixtureRequest) -> User:
    """Return a user whose account is removed: deleted entirely, or replaced by an anonymous one after a game."""
    user = new_player()
    if request.param:
        begin(user)
    return user


def test_removed_account_is_not_invited(beside: Beside, leaver: User) -> None:
    code = gather(host := new_player())
    beside.just_before(Game.invitations.related_manager_cls, "get_or_create", lambda: deletion.delete_account(leaver))
    invitations.invite(code=code, inviter=host, name=leaver.username)
    beside.end()
    assert not Invitation.objects.filter(user=leaver).exists()


@pytest.mark.parametrize(("service", "kind"), [(chat_services.mute, Mute), (chat_services.block, Block)])
@pytest.mark.parametrize("mutes", [False, True], ids=["is muted", "mutes"])
def test_removed_account_neither_mutes_nor_is_muted(
    beside: Beside, leaver: User, service: Callable[..., None], kind: type[Mute | Block], mutes: bool
) -> None:
    code = gather(other := new_player())
    one, two = (leaver, other) if mutes else (other, leaver)
    beside.just_before(kind.objects, "get_or_create", lambda: deletion.delete_account(leaver))
    service(code=code, user=one, name=two.username)
    beside.end()
    assert not kind.objects.filter(user=one).exists()


def test_removed_account_sends_no_message(beside: Beside, leaver: User) -> None:
    code = gather(new_player())
    beside.just_before(Message.objects, "create", lambda: deletion.delete_account(leaver))
    chat_services.send_message(code=code, author=leaver, text="Hello")
    beside.end()
    assert not Message.objects.filter(author=leaver).exists()


def test_report_does_not_keep_the_name_of_a_removed_account(beside: Beside, leaver: User) -> None:
    code = gather(reporter := new_player())
    message = chat_services.send_message(code=code, author=leaver, text="Hello")
    beside.just_before(Report.objects, "get_or_create", lambda: deletion.delete_account(leaver))
    chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.end()
    assert leaver.username not in str(Report.objects.filter(game__code=code).values_list("context"))


def test_message_removed_with_its_author_is_not_reported(beside: Beside, leaver: User) -> None:
    code = gather(reporter := new_player())
    message = chat_services.send_message(code=code, author=leaver, text="Hello")
    beside.just_before(User.objects, "lock_all", lambda: deletion.delete_account(leaver))
    with pytest.raises(chat_services.NoSuchMessage):
        chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.end()


def test_report_keeps_neither_name_of_two_accounts_removed_at_once(beside: Beside, leaver: User) -> None:
    """The messages of both are in one row."""
    code = gather(reporter := new_player())
    other = new_player()
    for author in (leaver, other):
        message = chat_services.send_message(code=code, author=author, text="Hello")
    chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.just_before(Report, "save", lambda: deletion.delete_account(other))
    deletion.delete_account(leaver)
    beside.end()
    contexts = str(Report.objects.filter(game__code=code).values_list("context"))
    assert (leaver.username in contexts, other.username in contexts) == (False, False)


def test_accounts_that_reported_each_other_are_removed_at_once(beside: Beside, leaver: User) -> None:
    other = new_player()
    for author, reporter in ((leaver, other), (other, leaver)):
        code = gather(new_player())
        message = chat_services.send_message(code=code, author=author, text="Hello")
        chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.just_before(sessions, "end_all", lambda: deletion.delete_account(other))
    deletion.delete_account(leaver)
    beside.end()
    assert not Message.objects.filter(author__in=[leaver.pk, other.pk]).exists()
