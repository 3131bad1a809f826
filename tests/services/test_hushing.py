"""Talk nobody has to listen to: the muted and blocked are not heard, and the staff are shown what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.chat import queries as chat_queries
from games.chat import services as chat_services
from games.chat.messages import Phrase
from games.lobby import invitations
from games.lobby import queries as lobby_queries
from games.models import Invitation, Message, Report
from games.play import queries as table_queries
from tests.services.hearing import heard, people
from tests.tables import (
    begin,
    gather,
    host_of,
    names_at,
    new_player,
)

pytestmark = pytest.mark.django_db


class TestMute:
    def test_the_muted_are_not_heard_at_this_table_by_this_reader(self, code: str, ana: User, ben: User) -> None:
        chat_services.say(code=code, author=ben, text="Nonsense")
        chat_services.mute(code=code, user=ana, name=ben.username)
        chat_services.say(code=code, author=ben, text="More nonsense")
        assert heard(code, ana) == []
        assert heard(code, ben) == ["Nonsense", "More nonsense"]
        assert people(code, ana) == {ben.username: (True, False)}

    def test_at_another_table_they_are(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        elsewhere = begin(ana, ben)
        chat_services.say(code=elsewhere, author=ben, text="Hello")
        assert heard(elsewhere, ana) == ["Hello"]

    def test_a_mute_can_be_undone_and_nothing_is_missing(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        chat_services.say(code=code, author=ben, text="Hello")
        chat_services.unmute(code=code, user=ana, name=ben.username)
        assert heard(code, ana) == ["Hello"]

    def test_muting_twice_is_muting_once(self, code: str, ana: User, ben: User) -> None:
        for name in (ben.username, ben.username.upper()):
            chat_services.mute(code=code, user=ana, name=name)
        chat_services.unmute(code=code, user=ana, name=ben.username)
        assert people(code, ana) == {ben.username: (False, False)}

    def test_what_the_muted_say_still_counts_as_the_newest(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        message = chat_services.say(code=code, author=ben, text="Hello")
        told = chat_queries.talk(table_queries.game_by_code(code), ana)
        assert told is not None
        assert told.newest == message.pk


@pytest.mark.parametrize(
    ("deed", "undo"), [(chat_services.mute, chat_services.unmute), (chat_services.block, chat_services.unblock)]
)
def test_open_pages_are_told_what_is_heard_no_more_and_what_is_again(
    deed: Callable[..., None], undo: Callable[..., None], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("games.pubsub.groups.talk_changed_on_commit", told.append)
    for change in (deed, undo):
        change(code=code, user=host_of(code), name=names_at(code)[1])
    assert told == [code, code]


class TestBlock:
    def test_the_blocked_are_heard_at_no_table(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        elsewhere = begin(ben, ana)
        for place in (code, elsewhere):
            chat_services.say(code=place, author=ben, text="Hello")
            assert heard(place, ana) == []
            assert people(place, ana) == {ben.username: (False, True)}

    def test_the_blocked_hear_whoever_blocked_them(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        chat_services.say(code=code, author=ana, text="Hello")
        assert heard(code, ben) == ["Hello"]

    def test_the_blocked_are_listed_at_every_table_to_be_unblocked(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        elsewhere = gather(ana)
        assert people(elsewhere, ana) == {ben.username: (False, True)}
        chat_services.unblock(code=elsewhere, user=ana, name=ben.username)
        chat_services.say(code=code, author=ben, text="Hello")
        assert heard(code, ana) == ["Hello"]

    def test_the_blocked_cannot_invite_and_do_not_learn_why(self, ana: User, ben: User) -> None:
        code = gather(ben)
        chat_services.block(code=code, user=ana, name=ben.username)
        invitations.invite(code=code, inviter=ben, name=ana.username)
        assert not Invitation.objects.exists()

    def test_a_block_takes_open_invitations_away(self, ana: User, ben: User) -> None:
        code = gather(ben)
        invitations.invite(code=code, inviter=ben, name=ana.username)
        chat_services.block(code=code, user=ana, name=ben.username)
        assert lobby_queries.invitations_of(ana) == []

    @pytest.mark.parametrize(
        "service", [chat_services.mute, chat_services.unmute, chat_services.block, chat_services.unblock]
    )
    def test_nobody_hushes_themselves_or_a_stranger_to_the_site(
        self, code: str, ana: User, service: Callable[..., None]
    ) -> None:
        for name in (ana.username, "Nobody At All"):
            with pytest.raises(chat_services.NobodyToHush):
                service(code=code, user=ana, name=name)


class TestReport:
    def test_a_report_keeps_the_message_and_what_came_before(self, code: str, ana: User, ben: User) -> None:
        for number in range(7):
            chat_services.say(code=code, author=ana, text=f"{number}")
        for number in range(7, 12):
            chat_services.say(code=code, author=ben, text=f"{number}")
        chat_services.say(code=code, author=ben, phrase=Phrase.SORRY)
        said = Message.objects.get(text="11")
        chat_services.report(code=code, reporter=ana, number=said.pk)
        report = Report.objects.get()
        assert (report.message, report.reporter, report.game.code, report.resolved) == (said, ana, code, False)
        assert [line["text"] for line in report.context] == [f"{number}" for number in range(2, 12)]
        assert report.context[-1]["author"] == ben.username

    def test_a_report_outlives_the_account_it_is_about(self, code: str, ana: User, watcher: User) -> None:
        message = chat_services.say(code=code, author=watcher, text="Rude")
        chat_services.report(code=code, reporter=new_player(), number=message.pk)
        watcher.delete()
        report = Report.objects.get()
        assert report.message is None
        assert report.context[-1]["text"] == "Rude"

    def test_a_report_holds_no_talk_its_reporter_could_not_hear(self, code: str, ana: User, watcher: User) -> None:
        chat_services.say(code=code, author=ana, text="between players")
        message = chat_services.say(code=code, author=watcher, text="Rude")
        chat_services.report(code=code, reporter=new_player(), number=message.pk)
        assert [line["text"] for line in Report.objects.get().context] == ["Rude"]

    def test_reporting_twice_is_reporting_once(self, code: str, ana: User, ben: User) -> None:
        message = chat_services.say(code=code, author=ben, text="Rude")
        for _ in range(2):
            chat_services.report(code=code, reporter=ana, number=message.pk)
        assert Report.objects.count() == 1

    def test_only_what_one_can_read_and_has_not_said_can_be_reported(
        self, code: str, ana: User, ben: User, watcher: User
    ) -> None:
        message = chat_services.say(code=code, author=ben, text="Rude")
        elsewhere = begin(ana, new_player())
        for place, reporter in ((code, ben), (code, watcher), (elsewhere, ana)):
            with pytest.raises(chat_services.NoSuchMessage):
                chat_services.report(code=place, reporter=reporter, number=message.pk)
        assert not Report.objects.exists()
