"""What is said at a table, as one reader hears it.

During play the players talk among themselves and the spectators among themselves; before the start and after the end
all talk together. Who may read a message is settled when it is written: a game's end opens nothing said in private.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Max, QuerySet

from accounts.models import User
from games.chat.messages import (
    Person,
    Phrase,
    Said,
    Talk,
)
from games.engine import Player
from games.models import (
    Block,
    Channel,
    Game,
    Message,
    Mute,
)
from games.play import queries as table_queries
from games.play.snapshot import Stage

SHOWN = 100
"""How many messages, the latest, a reader is shown."""

REPORTED = 10
"""How many messages a report keeps: the one reported and those before it."""


def talk(game: Game, user: User | AnonymousUser) -> Talk | None:
    """The talk at the table; None where chat is off, and for a player with nobody but bots to talk to.

    `game` comes from `game_by_code`. Raises NotForSpectators.
    """
    player = table_queries.player_of(game, user)
    table_queries.check_may_watch(game, player)
    if not game.chat or _is_alone(game, player):
        return None
    readable = messages_for(game, player)
    muted, blocked = _hushed(game, user)
    heard = readable.exclude(author__in={*muted, *blocked}).select_related("author").order_by("-pk")
    said = tuple(_said(message, user) for message in reversed(heard[:SHOWN]))
    return Talk(
        code=game.code,
        may_write=user.is_authenticated,
        said=said,
        newest=readable.aggregate(newest=Max("pk"))["newest"] or 0,
        people=_people(game, user, said, muted, blocked),
    )


def messages_for(game: Game, player: Player | None) -> QuerySet[Message]:
    """The messages a player, or a spectator, may read."""
    own = Channel.SPECTATORS if player is None else Channel.PLAYERS
    return game.messages.filter(channel__in=(Channel.EVERYONE, own))


def channel_for(game: Game, player: Player | None) -> Channel:
    """Where a player, or a spectator, speaks now."""
    if not Stage(game.stage).is_running:
        return Channel.EVERYONE
    return Channel.SPECTATORS if player is None else Channel.PLAYERS


def context_of(message: Message) -> list[dict[str, str | int]]:
    """What a report keeps: the message, and before it what was said in the same channel."""
    before = message.game.messages.filter(channel=message.channel, pk__lte=message.pk)
    kept = before.select_related("author").order_by("-pk")[:REPORTED]
    return [_kept(said) for said in reversed(kept)]


def _kept(said: Message) -> dict[str, str | int]:
    author = said.author
    words = {"text": said.text, "phrase": said.phrase, "at": said.sent_at.isoformat()}
    return {"author": author.username, "account": author.pk, **words}


def _is_alone(game: Game, player: Player | None) -> bool:
    people = sum(seat.user_id is not None for seat in game.seats.all())
    return player is not None and people == 1 and game.stage != Stage.OPEN


def _hushed(game: Game, user: User | AnonymousUser) -> tuple[dict[int, str], dict[int, str]]:
    """Whom the reader has muted at this table and whom blocked everywhere: names by primary key."""
    if isinstance(user, AnonymousUser):
        return {}, {}
    mutes = Mute.objects.filter(game=game, user=user).values_list("muted", "muted__username")
    blocks = Block.objects.filter(user=user).values_list("blocked", "blocked__username")
    return dict(mutes), dict(blocks)


def _said(message: Message, reader: User | AnonymousUser) -> Said:
    return Said(
        number=message.pk,
        author=message.author.username,
        text=message.text,
        phrase=Phrase(message.phrase) if message.phrase else None,
        is_own=message.author_id == reader.pk,
    )


def _people(
    game: Game, user: User | AnonymousUser, said: tuple[Said, ...], muted: dict[int, str], blocked: dict[int, str]
) -> tuple[Person, ...]:
    if isinstance(user, AnonymousUser):
        return ()
    seated = {seat.user.username for seat in game.seats.all() if seat.user is not None}
    names = {*seated, *(message.author for message in said), *muted.values(), *blocked.values()} - {user.username}
    hushed, shut_out = set(muted.values()), set(blocked.values())
    return tuple(Person(name, name in hushed, name in shut_out) for name in sorted(names, key=str.casefold))
