"""An account is removed while somebody has to do with it, in PostgreSQL: both are done in one order or the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts import account_deletion, sessions
from accounts.models import User
from games.chat import services as chat_services
from games.lobby import invitations
from games.models import (
    Block,
    Invitation,
    Message,
    Mute,
    Report,
)
from tests.postgresql import Beside
from tests.tables import begin, gather, new_player

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("beside")]


@pytest.fixture(params=[False, True], ids=["has never played", "has played"])
def goer(request: pytest.FixtureRequest) -> User:
    """Whose account goes: without a trace, or for a nameless one."""
    user = new_player()
    if request.param:
        begin(user)
    return user


def test_whose_account_goes_is_not_invited(beside: Beside, goer: User) -> None:
    code = gather(host := new_player())
    beside.just_before(Invitation.objects, "get_or_create", lambda: account_deletion.forget(goer))
    invitations.invite(code=code, inviter=host, name=goer.username)
    beside.end()
    assert not Invitation.objects.filter(user=goer).exists()


@pytest.mark.parametrize(("deed", "kind"), [(chat_services.mute, Mute), (chat_services.block, Block)])
@pytest.mark.parametrize("hushes", [False, True], ids=["is hushed", "hushes"])
def test_whose_account_goes_hushes_nobody_and_is_not_hushed(
    beside: Beside, goer: User, deed: Callable[..., None], kind: type[Mute | Block], hushes: bool
) -> None:
    code = gather(other := new_player())
    one, two = (goer, other) if hushes else (other, goer)
    beside.just_before(kind.objects, "get_or_create", lambda: account_deletion.forget(goer))
    deed(code=code, user=one, name=two.username)
    beside.end()
    assert not kind.objects.filter(user=one).exists()


def test_whose_account_goes_says_nothing(beside: Beside, goer: User) -> None:
    code = gather(new_player())
    beside.just_before(Message.objects, "create", lambda: account_deletion.forget(goer))
    chat_services.say(code=code, author=goer, text="Hello")
    beside.end()
    assert not Message.objects.filter(author=goer).exists()


def test_a_report_does_not_keep_the_name_of_whose_account_goes(beside: Beside, goer: User) -> None:
    code = gather(reporter := new_player())
    message = chat_services.say(code=code, author=goer, text="Hello")
    beside.just_before(Report.objects, "get_or_create", lambda: account_deletion.forget(goer))
    chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.end()
    assert goer.username not in str(Report.objects.filter(game__code=code).values_list("context"))


def test_what_has_gone_with_its_author_is_not_reported(beside: Beside, goer: User) -> None:
    code = gather(reporter := new_player())
    message = chat_services.say(code=code, author=goer, text="Hello")
    beside.just_before(User.objects, "all_locked", lambda: account_deletion.forget(goer))
    with pytest.raises(chat_services.NoSuchMessage):
        chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.end()


def test_of_two_that_go_at_once_no_report_keeps_a_name(beside: Beside, goer: User) -> None:
    """One and the same row holds the words of both."""
    code = gather(reporter := new_player())
    other = new_player()
    for author in (goer, other):
        message = chat_services.say(code=code, author=author, text="Hello")
    chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.just_before(Report, "save", lambda: account_deletion.forget(other))
    account_deletion.forget(goer)
    beside.end()
    kept = str(Report.objects.filter(game__code=code).values_list("context"))
    assert (goer.username in kept, other.username in kept) == (False, False)


def test_two_that_have_reported_each_other_go_at_once(beside: Beside, goer: User) -> None:
    other = new_player()
    for author, reporter in ((goer, other), (other, goer)):
        code = gather(new_player())
        message = chat_services.say(code=code, author=author, text="Hello")
        chat_services.report(code=code, reporter=reporter, number=message.pk)
    beside.just_before(sessions, "end_all", lambda: account_deletion.forget(other))
    account_deletion.forget(goer)
    beside.end()
    assert not Message.objects.filter(author__in=[goer.pk, other.pk]).exists()
