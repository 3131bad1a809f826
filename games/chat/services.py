"""Talking at a table: saying something, not hearing somebody, calling the staff."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts import names
from accounts.models import User
from accounts.services import AccountGone
from accounts.site_config.words import has_blocked_word
from games.chat import queries as chat_queries
from games.chat.messages import Phrase
from games.lobby import invitations
from games.models import (
    Block,
    Invitation,
    Message,
    Mute,
    Report,
)
from games.play import queries as table_queries
from games.pubsub import groups

MESSAGES_AT_ONCE: Final = 8
SECONDS_AT_ONCE: Final = 20


class TalkIsOff(Exception):
    """The table was opened, or changed, to be without chat."""


class IsMuted(Exception):
    """The house does not let this author talk for a while. `until` is when that ends."""

    def __init__(self, until: datetime) -> None:
        super().__init__()
        self.until = until


class NotWanted(Exception):
    """The text holds a word the house has blocked."""


class TooFast(Exception):
    """The author has said MESSAGES_AT_ONCE things within SECONDS_AT_ONCE seconds, here and elsewhere."""


class NoSuchMessage(Exception):
    """The message is not there for this reader, or is the reader's own."""


class NobodyToHush(Exception):
    """Nobody else has this name."""


@transaction.atomic
def say(*, code: str, author: User, text: str = "", phrase: Phrase | None = None) -> Message:
    """Say `text`, or a phrase, to those who are to hear it (see `talk_selectors`).

    Raises Game.DoesNotExist, NotForSpectators, TalkIsOff, IsMuted, NotWanted, TooFast or AccountGone.
    """
    game = table_queries.game_by_code(code)
    player = table_queries.player_of(game, author)
    table_queries.check_may_watch(game, player)
    if not game.chat:
        raise TalkIsOff
    now = User.objects.locked(author.pk)
    if now is None:
        raise AccountGone
    if now.is_muted and now.muted_until is not None:
        raise IsMuted(now.muted_until)
    if has_blocked_word(text):
        raise NotWanted
    _count(author)
    channel = chat_queries.channel_for(game, player)
    message = Message.objects.create(game=game, author=author, channel=channel, text=text, phrase=phrase or "")
    groups.talk_changed_on_commit(code)
    return message


@transaction.atomic
def mute(*, code: str, user: User, name: str) -> None:
    """Do not hear this person at this table any more. Raises NobodyToHush, NotForSpectators."""
    game = table_queries.game_by_code(code)
    table_queries.check_may_watch(game, table_queries.player_of(game, user))
    other = _other(user, name)
    _hold(user, other)
    Mute.objects.get_or_create(game=game, user=user, muted=other)
    groups.talk_changed_on_commit(code)


@transaction.atomic
def unmute(*, code: str, user: User, name: str) -> None:
    """Hear this person at this table again, with what was said meanwhile."""
    Mute.objects.filter(game__code=code, user=user, muted=_other(user, name)).delete()
    groups.talk_changed_on_commit(code)


def block(*, code: str, user: User, name: str) -> None:
    """Hear this person at no table, and turn their invitations down. Raises NobodyToHush.

    Each is a transaction of its own, as everybody locks games before players.
    """
    other = _other(user, name)
    _shut_out(user, other)
    invited = Invitation.objects.filter(user=user, inviter=other).order_by("game__code")
    for table in list(invited.values_list("game__code", flat=True)):
        invitations.decline(code=table, user=user)
    groups.talk_changed_on_commit(code)


@transaction.atomic
def _shut_out(user: User, other: User) -> None:
    _hold(user, other)
    Block.objects.get_or_create(user=user, blocked=other)


@transaction.atomic
def unblock(*, code: str, user: User, name: str) -> None:
    """Undo a block."""
    Block.objects.filter(user=user, blocked=_other(user, name)).delete()
    groups.talk_changed_on_commit(code)


@transaction.atomic
def report(*, code: str, reporter: User, number: int) -> None:
    """Show a message to the staff, once however often it is asked.

    Raises NoSuchMessage, NotForSpectators or AccountGone.
    """
    game = table_queries.game_by_code(code)
    player = table_queries.player_of(game, reporter)
    table_queries.check_may_watch(game, player)
    asked = chat_queries.messages_for(game, player).exclude(author=reporter).filter(pk=number)
    authors = [said["account"] for message in asked for said in chat_queries.context_of(message)]
    if reporter not in User.objects.all_locked(pk__in=[reporter.pk, *authors]):
        raise AccountGone
    message = asked.all().first()  # asked anew, and what was said before it, as far as it is still there
    if message is None:
        raise NoSuchMessage
    context = chat_queries.context_of(message)
    Report.objects.get_or_create(message=message, reporter=reporter, defaults={"game": game, "context": context})


def _other(user: User, name: str) -> User:
    other = User.objects.filter(name_key=names.fold(name)).exclude(pk=user.pk).first()
    if other is None:
        raise NobodyToHush
    return other


def _hold(reader: User, other: User) -> None:
    """Let nobody remove these accounts before the transaction ends. Raises AccountGone if the reader's own has been,
    NobodyToHush if the other's.
    """
    there = User.objects.all_locked(pk__in=[reader.pk, other.pk])
    if reader not in there:
        raise AccountGone
    if other not in there:
        raise NobodyToHush


def _count(author: User) -> None:
    """Count one more message of this author. The time begins with the first; the cache forgets the count after it."""
    key = f"talk.{author.pk}"
    if cache.add(key, 1, SECONDS_AT_ONCE):
        return
    try:
        said = cache.incr(key)
    except ValueError:  # forgotten since the line before
        return
    if said > MESSAGES_AT_ONCE:
        raise TooFast
