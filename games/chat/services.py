"""Writes to the chat: send a message, mute or block an author, report a message to the staff, remove old messages."""

from datetime import datetime
from http import HTTPStatus
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, gettext_lazy as _

from accounts.base.batches import delete_in_batches
from accounts.base.refusals import Refusal
from accounts.base.time_zones import with_zone
from accounts.models import User
from accounts.people import following
from accounts.services import AccountDeleted, lock_account
from accounts.site_config.words import has_blocked_word
from games.chat import queries as chat_queries
from games.lobby import invitations
from games.models import Block, Invitation, Message, Mute, Report
from games.people.services import lock_other, other_player
from games.play.loading import game_by_code
from games.pubsub import groups
from games.values import ENDED

RATE_LIMIT_MESSAGES: Final = 8
RATE_LIMIT_SECONDS: Final = 20


class ChatIsOff(Refusal):
    """The host has switched off the chat of this table."""

    message = _("There is no chat at this table.")


class IsMuted(Refusal):
    """The staff has muted this author. `until` is when that ends."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self, until: datetime) -> None:
        self.until = until

    def sentence(self) -> str:
        return gettext("The staff has muted you until %(until)s.") % {"until": with_zone(self.until)}


class ContainsBlockedWord(Refusal):
    """The text contains a word that the staff has blocked."""

    message = _("The message contains a blocked word and was not sent. Say it in other words.")
    status = HTTPStatus.BAD_REQUEST


class TooManyMessages(Refusal):
    """The author has sent RATE_LIMIT_MESSAGES messages within RATE_LIMIT_SECONDS, counted over all tables."""

    message = _("That was a lot at once. Wait a few seconds, then send it again.")
    status = HTTPStatus.TOO_MANY_REQUESTS
    retry_after = RATE_LIMIT_SECONDS


class NoSuchMessage(Refusal):
    """The message does not exist, the reporter may not read it, or it is the reporter's own."""

    message = _("This message no longer exists.")
    status = HTTPStatus.NOT_FOUND


@transaction.atomic
def send_message(*, code: str, author: User, text: str = "", phrase: str = "") -> Message:
    """Store a message, either `text` or the code of a phrase, in the author's channel (see `chat_queries.channel_for`).

    Raises Game.DoesNotExist, NotForSpectators, ChatIsOff, IsMuted, ContainsBlockedWord, TooManyMessages or
    AccountDeleted.
    """
    game = game_by_code(code)
    player = chat_queries.reader_of(game, author)
    if not game.chat:
        raise ChatIsOff
    locked = lock_account(author)
    if locked.is_muted and locked.muted_until is not None:
        raise IsMuted(locked.muted_until)
    if has_blocked_word(text):
        raise ContainsBlockedWord
    _count_message(author)
    channel = chat_queries.channel_for(game, player)
    message = Message.objects.create(game=game, author=author, channel=channel, text=text, phrase=phrase)
    groups.chat_changed_on_commit(code)
    return message


@transaction.atomic
def mute(*, code: str, user: User, name: str) -> None:
    """Hide this person's messages at this table. Raises UnknownPlayer, NotForSpectators or AccountDeleted."""
    game = game_by_code(code)
    chat_queries.reader_of(game, user)  # refuses who may not watch
    other = lock_other(user, name)
    Mute.objects.get_or_create(game=game, user=user, muted=other)
    groups.chat_changed_on_commit(code)


@transaction.atomic
def unmute(*, code: str, user: User, name: str) -> None:
    """Show this person's messages at this table again, including those sent while muted. Raises UnknownPlayer."""
    Mute.objects.filter(game__code=code, user=user, muted=other_player(user, name)).delete()
    groups.chat_changed_on_commit(code)


def block(*, code: str, user: User, name: str) -> None:
    """Hide this person's messages at every table and decline their invitations; no longer follow them. Raises
    UnknownPlayer, AccountDeleted.

    Each step is a separate transaction: everything that locks both games and accounts locks games first.
    """
    with transaction.atomic():
        other = lock_other(user, name)
        Block.objects.get_or_create(user=user, blocked=other)
        following.unfollow(user, other)
    invited = Invitation.objects.filter(user=user, inviter=other).order_by("game__code")
    for table in list(invited.values_list("game__code", flat=True)):
        invitations.decline(code=table, user=user)
    groups.chat_changed_on_commit(code)


@transaction.atomic
def unblock(*, code: str, user: User, name: str) -> None:
    """Undo a block. Raises UnknownPlayer."""
    Block.objects.filter(user=user, blocked=other_player(user, name)).delete()
    groups.chat_changed_on_commit(code)


@transaction.atomic
def report(*, code: str, reporter: User, number: int) -> None:
    """Report a message to the staff; a second report of the same message by the same reporter changes nothing.

    Raises NoSuchMessage, NotForSpectators or AccountDeleted.
    """
    game = game_by_code(code)
    player = chat_queries.reader_of(game, reporter)
    reportable = chat_queries.messages_for(game, player).exclude(author=reporter).filter(pk=number)
    authors = [line["account"] for message in reportable for line in chat_queries.context_of(message)]
    if reporter not in User.objects.lock_all(pk__in=[reporter.pk, *authors]):
        raise AccountDeleted
    message = reportable.all().first()  # read again: messages may have been deleted before the accounts were locked
    if message is None:
        raise NoSuchMessage
    context = chat_queries.context_of(message)
    about = {"game": game, "subject": message.author, "context": context}
    Report.objects.get_or_create(message=message, reporter=reporter, defaults=about)


def _count_message(author: User) -> None:
    """Count this message against the rate limit, whose period begins with its first message. Raises TooManyMessages."""
    key = f"chat.{author.pk}"
    if cache.add(key, 1, RATE_LIMIT_SECONDS):
        return
    try:
        count = cache.incr(key)
    except ValueError:  # the key has expired since the line before
        return
    if count > RATE_LIMIT_MESSAGES:
        raise TooManyMessages


def remove_before(moment: datetime) -> int:
    """Remove older messages of games that have ended; return how many.

    Those of a game with a report stay: staff read them, and they say whose names the report has (`account_receivers`).
    """
    reported = Exists(Report.objects.filter(game=OuterRef("game")))
    return delete_in_batches(Message.objects.filter(~reported, sent_at__lt=moment, game__stage__in=ENDED))
