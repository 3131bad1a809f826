"""Talk at a table: who hears whom, who may talk, and how much may be said."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.chat import queries as chat_queries
from games.chat import services as chat_services
from games.chat.messages import Phrase
from games.lobby import tables
from games.models import Channel, Game, Message
from games.play import proposals
from games.play import queries as table_queries
from games.play.snapshot import Stage
from tests.services.hearing import heard, people
from tests.tables import (
    begin,
    gather,
    new_player,
    open_table,
)

pytestmark = pytest.mark.django_db


def end(code: str) -> None:
    tables.close(code=code)


class TestChannels:
    def test_players_in_play_hear_each_other_and_nobody_else_does(self, code: str, ana: User, ben: User) -> None:
        chat_services.say(code=code, author=ana, text="Hello Ben")
        assert heard(code, ana) == heard(code, ben) == ["Hello Ben"]
        assert heard(code, new_player()) == heard(code, AnonymousUser()) == []

    def test_spectators_in_play_hear_each_other_and_players_do_not(self, code: str, ana: User, watcher: User) -> None:
        chat_services.say(code=code, author=watcher, text="She has the king")
        assert heard(code, new_player()) == heard(code, AnonymousUser()) == ["She has the king"]
        assert heard(code, ana) == []

    def test_while_players_gather_everyone_hears_everyone(self, ana: User, watcher: User) -> None:
        code = gather(ana)
        chat_services.say(code=code, author=watcher, text="May I join?")
        chat_services.say(code=code, author=ana, text="Please do")
        for reader in (ana, watcher, AnonymousUser()):
            assert heard(code, reader) == ["May I join?", "Please do"]

    def test_after_the_end_all_talk_together_and_what_was_private_stays_private(
        self, code: str, ana: User, ben: User, watcher: User
    ) -> None:
        chat_services.say(code=code, author=ana, text="for Ben")
        chat_services.say(code=code, author=watcher, text="for those who watch")
        end(code)
        chat_services.say(code=code, author=ana, text="for all")
        chat_services.say(code=code, author=watcher, text="for all too")
        assert heard(code, ben) == ["for Ben", "for all", "for all too"]
        assert heard(code, AnonymousUser()) == ["for those who watch", "for all", "for all too"]

    def test_a_player_whose_seat_a_bot_keeps_is_still_a_player(self, code: str, ana: User, ben: User) -> None:
        proposals.give_up(code=code, player=1)
        assert chat_services.say(code=code, author=ben, text="Sorry").channel == Channel.PLAYERS
        assert heard(code, ana) == ["Sorry"]

    def test_between_two_deals_players_still_talk_apart(self, code: str, ana: User) -> None:
        Game.objects.filter(code=code).update(stage=Stage.SCORED)
        assert chat_services.say(code=code, author=ana, text="Phew").channel == Channel.PLAYERS

    def test_two_tables_do_not_hear_each_other(self, code: str, ana: User) -> None:
        elsewhere = begin(ana, new_player())
        chat_services.say(code=code, author=ana, text="here")
        assert heard(elsewhere, ana) == []


class TestWhoMayTalk:
    def test_nobody_talks_where_chat_is_off(self, ana: User, ben: User) -> None:
        code = begin(ana, ben, chat=False)
        with pytest.raises(chat_services.TalkIsOff):
            chat_services.say(code=code, author=ana, text="Hello")
        assert chat_queries.talk(table_queries.game_by_code(code), ana) is None
        assert not Message.objects.exists()

    def test_chat_switched_off_while_gathering_hides_what_was_said(self, ana: User) -> None:
        code = gather(ana)
        chat_services.say(code=code, author=ana, text="Hello")
        Game.objects.filter(code=code).update(chat=False)
        assert heard(code, ana) == []

    def test_a_table_without_spectators_is_closed_to_their_talk(self, ana: User, ben: User, watcher: User) -> None:
        code = begin(ana, ben, spectators=False)
        with pytest.raises(table_queries.NotForSpectators):
            chat_services.say(code=code, author=watcher, text="Hello")
        with pytest.raises(table_queries.NotForSpectators):
            heard(code, AnonymousUser())

    def test_a_player_alone_with_bots_has_nobody_to_talk_to(self, ana: User, watcher: User) -> None:
        code = open_table(ana)
        assert chat_queries.talk(table_queries.game_by_code(code), ana) is None
        assert chat_queries.talk(table_queries.game_by_code(code), watcher) is not None

    def test_a_host_alone_at_an_open_table_can_talk_to_visitors(self, ana: User) -> None:
        assert chat_queries.talk(table_queries.game_by_code(gather(ana)), ana) is not None

    def test_whoever_is_not_signed_in_only_listens(self, code: str, ana: User) -> None:
        for reader, may_write in ((ana, True), (AnonymousUser(), False)):
            told = chat_queries.talk(table_queries.game_by_code(code), reader)
            assert told is not None
            assert told.may_write == may_write
        assert people(code, AnonymousUser()) == {}

    def test_a_table_that_is_not_there(self, ana: User) -> None:
        with pytest.raises(Game.DoesNotExist):
            chat_services.say(code="nowhere", author=ana, text="Hello")


class TestMessages:
    def test_a_phrase_is_kept_as_its_code(self, code: str, ana: User, ben: User) -> None:
        chat_services.say(code=code, author=ana, phrase=Phrase.WELL_PLAYED)
        assert heard(code, ben) == [Phrase.WELL_PLAYED]
        assert Message.objects.get().text == ""

    @pytest.mark.parametrize("said", [{}, {"text": "Hello", "phrase": Phrase.HELLO}])
    def test_a_message_is_either_text_or_a_phrase(self, code: str, ana: User, said: dict[str, str]) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            chat_services.say(code=code, author=ana, **said)  # type: ignore[arg-type]

    def test_a_message_has_at_most_300_characters(self, code: str, ana: User) -> None:
        message = Message(game=Game.objects.get(code=code), author=ana, channel=Channel.PLAYERS, text="x" * 301)
        with pytest.raises(ValidationError, match="300"):
            message.full_clean()

    def test_the_last_hundred_are_shown(self, code: str, ana: User) -> None:
        game = Game.objects.get(code=code)
        Message.objects.bulk_create(
            Message(game=game, author=ana, channel=Channel.PLAYERS, text=f"{number}") for number in range(103)
        )
        assert heard(code, ana) == [f"{number}" for number in range(3, 103)]

    def test_reading_costs_the_same_however_much_was_said(
        self, code: str, ana: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(6):
            chat_services.say(code=code, author=(ana, ben)[number % 2], text=f"{number}")
        with django_assert_max_num_queries(7):
            heard(code, ana)


class TestRateLimit:
    def test_eight_messages_at_once_and_no_more(self, code: str, ana: User, ben: User) -> None:
        for number in range(8):
            chat_services.say(code=code, author=ana, text=f"{number}")
        with pytest.raises(chat_services.TooFast):
            chat_services.say(code=code, author=ana, text="one too many")
        chat_services.say(code=code, author=ben, text="Another has a limit of his own")
        assert len(heard(code, ana)) == 9

    def test_all_tables_count_together(self, code: str, ana: User) -> None:
        elsewhere = begin(ana, new_player())
        for number in range(8):
            chat_services.say(code=(code, elsewhere)[number % 2], author=ana, phrase=Phrase.HELLO)
        with pytest.raises(chat_services.TooFast):
            chat_services.say(code=elsewhere, author=ana, phrase=Phrase.HELLO)

    def test_after_twenty_seconds_there_is_more_to_say(
        self, code: str, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(8):
            chat_services.say(code=code, author=ana, text=f"{number}")
        later = time.time() + 20.5
        monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: later)
        chat_services.say(code=code, author=ana, text="again")
