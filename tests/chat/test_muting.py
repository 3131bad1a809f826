"""Muting, blocking and reporting the authors of messages."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.chat import queries as chat_queries, services as chat_services
from games.lobby import invitations, queries as lobby_queries
from games.models import Invitation, Message, Report
from games.play import loading
from games.play.errors import UnknownPlayer
from tests.chat.chat_readers import messages_seen, people
from tests.tables import begin, gather, host_of, names_at, new_player

pytestmark = pytest.mark.django_db


class TestMute:
    def test_mute_hides_messages_from_this_reader_at_this_table(self, code: str, ana: User, ben: User) -> None:
        chat_services.send_message(code=code, author=ben, text="Nonsense")
        chat_services.mute(code=code, user=ana, name=ben.username)
        chat_services.send_message(code=code, author=ben, text="More nonsense")
        assert messages_seen(code, ana) == []
        assert messages_seen(code, ben) == ["Nonsense", "More nonsense"]
        assert people(code, ana) == {ben.username: (True, False)}

    def test_mute_does_not_hide_messages_at_another_table(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        elsewhere = begin(ana, ben)
        chat_services.send_message(code=elsewhere, author=ben, text="Hello")
        assert messages_seen(elsewhere, ana) == ["Hello"]

    def test_unmute_shows_the_messages_sent_while_muted(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        chat_services.send_message(code=code, author=ben, text="Hello")
        chat_services.unmute(code=code, user=ana, name=ben.username)
        assert messages_seen(code, ana) == ["Hello"]

    def test_second_mute_changes_nothing(self, code: str, ana: User, ben: User) -> None:
        for name in (ben.username, ben.username.upper()):
            chat_services.mute(code=code, user=ana, name=name)
        chat_services.unmute(code=code, user=ana, name=ben.username)
        assert people(code, ana) == {ben.username: (False, False)}

    def test_message_of_a_muted_author_counts_as_the_newest(self, code: str, ana: User, ben: User) -> None:
        chat_services.mute(code=code, user=ana, name=ben.username)
        message = chat_services.send_message(code=code, author=ben, text="Hello")
        chat = chat_queries.chat_for(loading.game_by_code(code), ana)
        assert chat is not None
        assert chat.newest == message.pk


@pytest.mark.parametrize(
    ("change", "undo"), [(chat_services.mute, chat_services.unmute), (chat_services.block, chat_services.unblock)]
)
def test_open_pages_are_notified_of_a_change_and_of_its_undoing(
    change: Callable[..., None], undo: Callable[..., None], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notified: list[str] = []
    monkeypatch.setattr("games.pubsub.groups.chat_changed_on_commit", notified.append)
    for service in (change, undo):
        service(code=code, user=host_of(code), name=names_at(code)[1])
    assert notified == [code, code]


class TestBlock:
    def test_block_hides_messages_at_every_table(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        elsewhere = begin(ben, ana)
        for place in (code, elsewhere):
            chat_services.send_message(code=place, author=ben, text="Hello")
            assert messages_seen(place, ana) == []
            assert people(place, ana) == {ben.username: (False, True)}

    def test_blocked_player_still_sees_messages_of_the_blocker(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        chat_services.send_message(code=code, author=ana, text="Hello")
        assert messages_seen(code, ben) == ["Hello"]

    def test_blocked_player_is_listed_at_every_table_to_be_unblocked(self, code: str, ana: User, ben: User) -> None:
        chat_services.block(code=code, user=ana, name=ben.username)
        elsewhere = gather(ana)
        assert people(elsewhere, ana) == {ben.username: (False, True)}
        chat_services.unblock(code=elsewhere, user=ana, name=ben.username)
        chat_services.send_message(code=code, author=ben, text="Hello")
        assert messages_seen(code, ana) == ["Hello"]

    def test_invitation_by_a_blocked_player_is_dropped_silently(self, ana: User, ben: User) -> None:
        code = gather(ben)
        chat_services.block(code=code, user=ana, name=ben.username)
        invitations.invite(code=code, inviter=ben, name=ana.username)
        assert not Invitation.objects.exists()

    def test_block_declines_open_invitations(self, ana: User, ben: User) -> None:
        code = gather(ben)
        invitations.invite(code=code, inviter=ben, name=ana.username)
        chat_services.block(code=code, user=ana, name=ben.username)
        assert lobby_queries.invitations_of(ana) == []

    @pytest.mark.parametrize(
        "service", [chat_services.mute, chat_services.unmute, chat_services.block, chat_services.unblock]
    )
    def test_own_name_and_unknown_names_are_refused(self, code: str, ana: User, service: Callable[..., None]) -> None:
        for name in (ana.username, "Nobody At All"):
            with pytest.raises(UnknownPlayer):
                service(code=code, user=ana, name=name)


class TestReport:
    def test_report_stores_the_message_and_those_before_it(self, code: str, ana: User, ben: User) -> None:
        for number in range(7):
            chat_services.send_message(code=code, author=ana, text=f"{number}")
        for number in range(7, 12):
            chat_services.send_message(code=code, author=ben, text=f"{number}")
        chat_services.send_message(code=code, author=ben, phrase="sorry")
        message = Message.objects.get(text="11")
        chat_services.report(code=code, reporter=ana, number=message.pk)
        report = Report.objects.get()
        assert (report.message, report.reporter, report.game.code, report.resolved) == (message, ana, code, False)
        assert [line["text"] for line in report.context] == [f"{number}" for number in range(2, 12)]
        assert report.context[-1]["author"] == ben.username

    def test_report_remains_after_its_author_deletes_the_account(self, code: str, watcher: User) -> None:
        message = chat_services.send_message(code=code, author=watcher, text="Rude")
        chat_services.report(code=code, reporter=new_player(), number=message.pk)
        watcher.delete()
        report = Report.objects.get()
        assert report.message is None
        assert report.context[-1]["text"] == "Rude"

    def test_report_stores_no_message_of_another_channel(self, code: str, ana: User, watcher: User) -> None:
        chat_services.send_message(code=code, author=ana, text="between players")
        message = chat_services.send_message(code=code, author=watcher, text="Rude")
        chat_services.report(code=code, reporter=new_player(), number=message.pk)
        assert [line["text"] for line in Report.objects.get().context] == ["Rude"]

    def test_second_report_of_a_message_changes_nothing(self, code: str, ana: User, ben: User) -> None:
        message = chat_services.send_message(code=code, author=ben, text="Rude")
        for _ in range(2):
            chat_services.report(code=code, reporter=ana, number=message.pk)
        assert Report.objects.count() == 1

    def test_report_of_an_own_or_unreadable_message_is_refused(
        self, code: str, ana: User, ben: User, watcher: User
    ) -> None:
        message = chat_services.send_message(code=code, author=ben, text="Rude")
        elsewhere = begin(ana, new_player())
        for place, reporter in ((code, ben), (code, watcher), (elsewhere, ana)):
            with pytest.raises(chat_services.NoSuchMessage):
                chat_services.report(code=place, reporter=reporter, number=message.pk)
        assert not Report.objects.exists()
