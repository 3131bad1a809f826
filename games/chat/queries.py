"""Reads of the chat.

While a game runs, players and spectators have separate channels; before the start and after the end there is one
channel for everyone. The channel is stored with the message, so the end of a game does not publish private messages.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, QuerySet

from accounts.models import User
from games.chat.messages import Chat, ChatMessage, Person
from games.engine import Player
from games.models import Block, Channel, Game, Message, Mute, Phrase
from games.models.values import Stage
from games.play import queries as table_queries

MESSAGES_SHOWN = 100
"""How many of the latest messages a reader sees."""

MESSAGES_REPORTED = 10
"""How many messages a report stores: the reported one and those before it."""


def chat_for(game: Game, user: User | AnonymousUser) -> Chat | None:
    """Return the chat as the user may see it; None if chat is off, or if the user plays alone with bots.

    `game` comes from `game_by_code`. Raises NotForSpectators.
    """
    player = table_queries.player_of(game, user)
    table_queries.check_may_watch(game, player)
    if not game.chat or _is_alone(game, player):
        return None
    readable = messages_for(game, player)
    muted, blocked = _muted_and_blocked(game, user)
    visible = readable.exclude(author__in={*muted, *blocked}).select_related("author").order_by("-pk")
    messages = tuple(_chat_message(message, user) for message in reversed(visible[:MESSAGES_SHOWN]))
    return Chat(
        code=game.code,
        may_write=user.is_authenticated,
        messages=messages,
        newest=readable.aggregate(newest=Max("pk"))["newest"] or 0,
        people=_people(game, user, messages, muted, blocked),
    )


def messages_for(game: Game, player: Player | None) -> QuerySet[Message]:
    """Return the messages that a player, or a spectator (None), may read."""
    own = Channel.SPECTATORS if player is None else Channel.PLAYERS
    return game.messages.filter(channel__in=(Channel.EVERYONE, own))


def channel_for(game: Game, player: Player | None) -> Channel:
    """Return the channel to which a player, or a spectator (None), writes now."""
    if not Stage(game.stage).is_running:
        return Channel.EVERYONE
    return Channel.SPECTATORS if player is None else Channel.PLAYERS


def context_of(message: Message) -> list[dict[str, str | int]]:
    """Return what a report stores (`Report.context`): earlier messages of the same channel, then the message."""
    up_to_here = message.game.messages.filter(channel=message.channel, pk__lte=message.pk)
    latest = up_to_here.select_related("author").order_by("-pk")[:MESSAGES_REPORTED]
    return [_context_line(line) for line in reversed(latest)]


def _context_line(message: Message) -> dict[str, str | int]:
    author = message.author
    content = {"text": message.text, "phrase": message.phrase, "at": message.sent_at.isoformat()}
    return {"author": author.username, "account": author.pk, **content}


def _is_alone(game: Game, player: Player | None) -> bool:
    """Whether the reader is the only person in a game that is no longer open to others."""
    people = sum(seat.user_id is not None for seat in game.seats.all())
    return player is not None and people == 1 and game.stage != Stage.OPEN


def _muted_and_blocked(game: Game, user: User | AnonymousUser) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of those the reader has muted at this table and blocked everywhere, by primary key."""
    if isinstance(user, AnonymousUser):
        return {}, {}
    mutes = Mute.objects.filter(game=game, user=user).values_list("muted", "muted__username")
    blocks = Block.objects.filter(user=user).values_list("blocked", "blocked__username")
    return dict(mutes), dict(blocks)


def _chat_message(message: Message, reader: User | AnonymousUser) -> ChatMessage:
    return ChatMessage(
        number=message.pk,
        author=message.author.username,
        text=message.text,
        phrase=Phrase(message.phrase) if message.phrase else None,
        is_own=message.author_id == reader.pk,
    )


def _people(
    game: Game,
    user: User | AnonymousUser,
    messages: tuple[ChatMessage, ...],
    muted: dict[int, str],
    blocked: dict[int, str],
) -> tuple[Person, ...]:
    """Return everybody else at the table, in the chat, or muted or blocked by the reader, in alphabetical order."""
    if isinstance(user, AnonymousUser):
        return ()
    seated = {seat.user.username for seat in game.seats.all() if seat.user is not None}
    authors = {message.author for message in messages}
    muted_names, blocked_names = set(muted.values()), set(blocked.values())
    names = (seated | authors | muted_names | blocked_names) - {user.username}
    return tuple(Person(name, name in muted_names, name in blocked_names) for name in sorted(names, key=str.casefold))
