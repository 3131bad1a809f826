"""The chat of a table: channels, permissions, messages and the rate limit."""

import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.chat import queries as chat_queries, services as chat_services
from games.models import Channel, Game, Message
from games.play import loading, proposals
from games.play.snapshot import Stage
from games.play.spectators import NotForSpectators
from tests.chat.chat_readers import messages_seen, people
from tests.tables import begin, close_table, gather, new_player, open_table

pytestmark = pytest.mark.django_db


def end(code: str) -> None:
    close_table(code)


class TestChannels:
    def test_only_players_see_messages_of_players_during_play(self, code: str, ana: User, ben: User) -> None:
        chat_services.send_message(code=code, author=ana, text="Hello Ben")
        assert messages_seen(code, ana) == messages_seen(code, ben) == ["Hello Ben"]
        assert messages_seen(code, new_player()) == messages_seen(code, AnonymousUser()) == []

    def test_only_spectators_see_messages_of_spectators_during_play(self, code: str, ana: User, watcher: User) -> None:
        chat_services.send_message(code=code, author=watcher, text="She has the king")
        assert messages_seen(code, new_player()) == messages_seen(code, AnonymousUser()) == ["She has the king"]
        assert messages_seen(code, ana) == []

    def test_everyone_sees_every_message_before_the_start(self, ana: User, watcher: User) -> None:
        code = gather(ana)
        chat_services.send_message(code=code, author=watcher, text="May I join?")
        chat_services.send_message(code=code, author=ana, text="Please do")
        for reader in (ana, watcher, AnonymousUser()):
            assert messages_seen(code, reader) == ["May I join?", "Please do"]

    def test_everyone_sees_new_messages_after_the_end_and_old_ones_stay_private(
        self, code: str, ana: User, ben: User, watcher: User
    ) -> None:
        chat_services.send_message(code=code, author=ana, text="for Ben")
        chat_services.send_message(code=code, author=watcher, text="for those who watch")
        end(code)
        chat_services.send_message(code=code, author=ana, text="for all")
        chat_services.send_message(code=code, author=watcher, text="for all too")
        assert messages_seen(code, ben) == ["for Ben", "for all", "for all too"]
        assert messages_seen(code, AnonymousUser()) == ["for those who watch", "for all", "for all too"]

    def test_player_with_a_bot_standing_in_still_writes_to_players(self, code: str, ana: User, ben: User) -> None:
        proposals.give_up(code=code, player=1)
        assert chat_services.send_message(code=code, author=ben, text="Sorry").channel == Channel.PLAYERS
        assert messages_seen(code, ana) == ["Sorry"]

    def test_players_keep_their_channel_between_deals(self, code: str, ana: User) -> None:
        Game.objects.filter(code=code).update(stage=Stage.SCORED)
        assert chat_services.send_message(code=code, author=ana, text="Phew").channel == Channel.PLAYERS

    def test_messages_are_not_seen_at_other_tables(self, code: str, ana: User) -> None:
        elsewhere = begin(ana, new_player())
        chat_services.send_message(code=code, author=ana, text="here")
        assert messages_seen(elsewhere, ana) == []


class TestPermissions:
    def test_message_is_refused_where_chat_is_off(self, ana: User, ben: User) -> None:
        code = begin(ana, ben, chat=False)
        with pytest.raises(chat_services.ChatIsOff):
            chat_services.send_message(code=code, author=ana, text="Hello")
        assert chat_queries.chat_for(loading.game_by_code(code), ana) is None
        assert not Message.objects.exists()

    def test_switching_chat_off_hides_earlier_messages(self, ana: User) -> None:
        code = gather(ana)
        chat_services.send_message(code=code, author=ana, text="Hello")
        Game.objects.filter(code=code).update(chat=False)
        assert messages_seen(code, ana) == []

    def test_spectator_can_neither_read_nor_write_at_a_table_without_spectators(
        self, ana: User, ben: User, watcher: User
    ) -> None:
        code = begin(ana, ben, spectators=False)
        with pytest.raises(NotForSpectators):
            chat_services.send_message(code=code, author=watcher, text="Hello")
        with pytest.raises(NotForSpectators):
            messages_seen(code, AnonymousUser())

    def test_player_alone_with_bots_has_no_chat(self, ana: User, watcher: User) -> None:
        code = open_table(ana)
        assert chat_queries.chat_for(loading.game_by_code(code), ana) is None
        assert chat_queries.chat_for(loading.game_by_code(code), watcher) is not None

    def test_host_alone_at_an_open_table_has_a_chat(self, ana: User) -> None:
        assert chat_queries.chat_for(loading.game_by_code(gather(ana)), ana) is not None

    def test_anonymous_reader_can_only_read(self, code: str, ana: User) -> None:
        for reader, may_write in ((ana, True), (AnonymousUser(), False)):
            chat = chat_queries.chat_for(loading.game_by_code(code), reader)
            assert chat is not None
            assert chat.may_write == may_write
        assert people(code, AnonymousUser()) == {}

    def test_message_to_an_unknown_table_is_refused(self, ana: User) -> None:
        with pytest.raises(Game.DoesNotExist):
            chat_services.send_message(code="nowhere", author=ana, text="Hello")


class TestMessages:
    def test_phrase_is_stored_as_its_code(self, code: str, ana: User, ben: User) -> None:
        chat_services.send_message(code=code, author=ana, phrase="well_played")
        assert messages_seen(code, ben) == ["well_played"]
        assert Message.objects.get().text == ""

    @pytest.mark.parametrize("content", [{}, {"text": "Hello", "phrase": "hello"}])
    def test_message_is_either_text_or_a_phrase(self, code: str, ana: User, content: dict[str, str]) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            chat_services.send_message(code=code, author=ana, **content)  # type: ignore[arg-type]

    def test_message_longer_than_300_characters_is_invalid(self, code: str, ana: User) -> None:
        message = Message(game=Game.objects.get(code=code), author=ana, channel=Channel.PLAYERS, text="x" * 301)
        with pytest.raises(ValidationError, match="300"):
            message.full_clean()

    def test_only_the_last_hundred_messages_are_shown(self, code: str, ana: User) -> None:
        game = Game.objects.get(code=code)
        Message.objects.bulk_create(
            Message(game=game, author=ana, channel=Channel.PLAYERS, text=f"{number}") for number in range(103)
        )
        assert messages_seen(code, ana) == [f"{number}" for number in range(3, 103)]

    def test_number_of_queries_does_not_depend_on_the_number_of_messages(
        self, code: str, ana: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(6):
            chat_services.send_message(code=code, author=(ana, ben)[number % 2], text=f"{number}")
        messages_seen(code, ana)  # the ready phrases are cached then
        with django_assert_max_num_queries(7):
            messages_seen(code, ana)


class TestRateLimit:
    def test_ninth_message_at_once_is_refused(self, code: str, ana: User, ben: User) -> None:
        for number in range(8):
            chat_services.send_message(code=code, author=ana, text=f"{number}")
        with pytest.raises(chat_services.TooManyMessages):
            chat_services.send_message(code=code, author=ana, text="one too many")
        chat_services.send_message(code=code, author=ben, text="Another has a limit of his own")
        assert len(messages_seen(code, ana)) == 9

    def test_rate_limit_counts_all_tables_together(self, code: str, ana: User) -> None:
        elsewhere = begin(ana, new_player())
        for number in range(8):
            chat_services.send_message(code=(code, elsewhere)[number % 2], author=ana, phrase="hello")
        with pytest.raises(chat_services.TooManyMessages):
            chat_services.send_message(code=elsewhere, author=ana, phrase="hello")

    def test_message_after_twenty_seconds_is_accepted(
        self, code: str, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(8):
            chat_services.send_message(code=code, author=ana, text=f"{number}")
        later = time.time() + 20.5
        monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: later)
        chat_services.send_message(code=code, author=ana, text="again")
