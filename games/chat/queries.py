"""Reads of the chat, as plain values.

While a game runs, players and spectators have separate channels; before the start and after the end there is one
channel for everyone. The channel is stored with the message, so the end of a game does not publish private messages.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.base.names import are_alike
from accounts.base.statements import Statement
from accounts.models import Follow, User
from accounts.site_config.settings_cache import cached
from games.engine import Player
from games.models import Block, Channel, Game, Message, Mute, ReadyPhrase
from games.play import queries as table_queries
from games.play.spectators import check_may_watch
from games.values import Stage

MESSAGES_SHOWN = 100  # how many of the latest messages a reader sees
MESSAGES_REPORTED = 10  # how many messages a report stores: the reported one and those before it


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message in the author's words, or those of a phrase in the reader's language. Later ones have higher numbers.

    `author` is the author's name at this table, `seat` where they sit, None for a spectator. `phrase` is the phrase's
    code, "" for none.
    """

    number: int
    author: str
    words: str
    is_own: bool
    seat: Player | None = None
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Another person at the table or in the chat: muted at this table, blocked or followed everywhere, or none.

    `name` is that of the account, `shown` that at this table.
    """

    name: str
    shown: str
    muted: bool
    blocked: bool
    followed: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat of a table as one reader may see it, oldest message first.

    `newest` is the number of the latest message in the reader's channels, including messages of muted or blocked
    authors; 0 without one. `people` are the people the reader can mute or block; it is empty for anonymous readers.
    `phrases` can be sent.
    """

    code: str
    may_write: bool
    messages: tuple[ChatMessage, ...]
    newest: int
    people: tuple[Person, ...]
    phrases: tuple[ReadyPhrase, ...] = ()


_LATEST: Final = Statement(
    lambda game, channels, without: (
        Message.objects.filter(game=game, channel__in=channels)
        .exclude(author__in=without)
        .select_related("author")
        .order_by("-pk")[:MESSAGES_SHOWN]
    )
)
_NEWEST: Final = Statement(
    lambda game, channels: Message.objects.filter(game=game, channel__in=channels).order_by("-pk").values_list("pk")[:1]
)


def chat_for(game: Game, user: User | AnonymousUser) -> Chat | None:
    """Return the chat as the user may see it; None if chat is off, or if the user plays alone with bots.

    `game` comes from `loading.game_by_code`. Raises NotForSpectators.
    """
    player, people = reader_of(game, user), sum(seat.user_id is not None for seat in game.seats.all())
    is_alone = player is not None and people == 1 and game.stage != Stage.OPEN
    if not game.chat or is_alone:
        return None
    channels = _channels_of(player)
    muted, blocked = _muted_and_blocked(game, user)
    # Nobody has the key 0, but a list of a statement is not empty.
    latest = list(reversed(_LATEST.all(game.pk, channels, [0, *muted, *blocked])))
    messages = tuple(_chat_message(game, message, user) for message in latest)
    authors = {message.author.username for message in latest}
    return Chat(
        code=game.code,
        may_write=user.is_authenticated,
        messages=messages,
        newest=max((number for (number,) in _NEWEST.all(game.pk, channels)), default=0),
        people=_people(game, user, authors, set(muted.values()), set(blocked.values()))
        if user.is_authenticated
        else (),
        phrases=tuple(offered_phrases()) if user.is_authenticated else (),
    )


def reader_of(game: Game, user: User | AnonymousUser) -> Player | None:
    """Return the user's player at this table, None for a spectator. Raises NotForSpectators."""
    player = table_queries.player_of(game, user)
    check_may_watch(game, game.stage, player)
    return player


def messages_for(game: Game, player: Player | None) -> QuerySet[Message]:
    """Return the messages that a player, or a spectator (None), may read."""
    return game.messages.filter(channel__in=_channels_of(player))


def _channels_of(player: Player | None) -> list[Channel]:
    return [Channel.EVERYONE, _own_channel(player)]


def channel_for(game: Game, player: Player | None) -> Channel:
    """Return the channel to which a player, or a spectator (None), writes now."""
    return _own_channel(player) if Stage(game.stage).is_running else Channel.EVERYONE


def _own_channel(player: Player | None) -> Channel:
    return Channel.SPECTATORS if player is None else Channel.PLAYERS


def context_of(message: Message) -> list[dict[str, str | int]]:
    """Return what a report stores (`Report.context`): earlier messages of the same channel, then the message."""
    up_to_here = message.game.messages.filter(channel=message.channel, pk__lte=message.pk)
    latest = up_to_here.select_related("author").order_by("-pk")[:MESSAGES_REPORTED]
    return [
        {
            "author": line.author.username,
            "account": line.author.pk,
            "text": line.text,
            "phrase": line.phrase,
            "at": line.sent_at.isoformat(),
        }
        for line in reversed(latest)
    ]


_MUTED: Final = Statement(
    lambda game, user: Mute.objects.filter(game=game, user=user).values_list("muted", "muted__username")
)
_BLOCKED: Final = Statement(lambda user: Block.objects.filter(user=user).values_list("blocked", "blocked__username"))
_FOLLOWED: Final = Statement(
    lambda user, names: Follow.objects.filter(user=user, followed__username__in=names).values_list("followed__username")
)


def _muted_and_blocked(game: Game, user: User | AnonymousUser) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of those the reader has muted at this table and blocked everywhere, by primary key."""
    if isinstance(user, AnonymousUser):
        return {}, {}
    return dict(_MUTED.all(game.pk, user.pk)), dict(_BLOCKED.all(user.pk))


def _chat_message(game: Game, message: Message, reader: User | AnonymousUser) -> ChatMessage:
    author, words = _name_shown(game, message.author.username), words_of(message.text, message.phrase)
    seat = next((seat.player for seat in game.seats.all() if seat.user_id == message.author_id), None)
    return ChatMessage(message.pk, author, words, message.author_id == reader.pk, seat, message.phrase)


def _name_shown(game: Game, account: str) -> str:
    """Return the name at this table of an account. A spectator whose name looks like that of somebody seated is marked,
    in brackets, which no name has.
    """
    for seat in game.seats.all():
        if seat.account == account:
            return seat.player_name
    is_like_seated = any(seat.called and are_alike(seat.called, account) for seat in game.seats.all())
    return gettext("%(name)s (watching)") % {"name": account} if is_like_seated else account


def _people(game: Game, user: User, authors: set[str], muted: set[str], blocked: set[str]) -> tuple[Person, ...]:
    """Return everybody else at the table, in the chat, or muted or blocked by the reader, in alphabetical order."""
    seated = {seat.user.username for seat in game.seats.all() if seat.user is not None}
    names = (seated | authors | muted | blocked) - {user.username}
    followed = {name for (name,) in _FOLLOWED.all(user.pk, list(names))}
    return tuple(
        Person(name, _name_shown(game, name), name in muted, name in blocked, name in followed)
        for name in sorted(names, key=str.casefold)
    )


def offered_phrases() -> list[ReadyPhrase]:
    """Return the phrases that can be sent now, in their order."""
    return [phrase for phrase in _phrases().values() if phrase.offered]


def words_of(text: str, code: str) -> str:
    """Return a message's text, or the phrase with this code in the active language: plain text, never markup."""
    if not code:
        return text
    phrase = _phrases().get(code)
    return code if phrase is None else phrase.words


def _phrases() -> dict[str, ReadyPhrase]:
    return cached(ReadyPhrase.cache_name, lambda: {phrase.code: phrase for phrase in ReadyPhrase.objects.all()})
