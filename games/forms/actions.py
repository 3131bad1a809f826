"""What a form post, or an open socket, asks for at a table, as an action.

Only shape is checked here; the rules are the engine's. Plain functions do it: a form of Django's would take more time
than all the rest of a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias
from urllib.parse import parse_qs

from django.http import QueryDict

from games.engine import HAND_NAMES, AnswerClaim, Bid, Card, Claim, Peek, Play, Player
from games.play.event_log import LATEST_VERSION
from games.play.turns import Move, Ready

Fields: TypeAlias = Mapping[str, Sequence[str]]
"""What a form sends: everything filled in under each name."""


class NotUnderstood(Exception):
    """What was sent is no move."""


def fields_of(post: QueryDict) -> Fields:
    """What has come by a form post."""
    return dict(post.lists())


def fields_in(text: str) -> Fields:
    """What has come by an open socket, where it is encoded as in a post."""
    return parse_qs(text, keep_blank_values=True)


def version(fields: Fields) -> int:
    """The version at which the table was seen. Raises NotUnderstood."""
    return _number(fields, "version", LATEST_VERSION)


def agrees(fields: Fields) -> bool:
    """Whether the answer is yes. Raises NotUnderstood."""
    return bool(_named(_ANSWERS, _last(fields, "accept")))


def peek(player: Player, fields: Fields) -> Peek:
    """A look at places of the dummy. Raises NotUnderstood."""
    return Peek(player, tuple(_named(_PLACES, place) for place in fields.get("places", ())))


def bid(player: Player, fields: Fields) -> Bid:
    """A bid with its nils. Raises NotUnderstood."""
    nils = frozenset(_named(_HANDS, name) for name in fields.get("nils", ()))
    return Bid(player, _number(fields, "tricks", 13), nils)


def play(player: Player, fields: Fields) -> Play:
    """A card. Raises NotUnderstood."""
    try:
        return Play(player, Card.parse(_last(fields, "card")))
    except ValueError:
        raise NotUnderstood from None


def claim(player: Player, _: Fields) -> Claim:
    """A claim, which says nothing but who makes it."""
    return Claim(player)


def answer(player: Player, fields: Fields) -> AnswerClaim:
    """The answer to a claim. Raises NotUnderstood."""
    return AnswerClaim(player, agrees(fields))


def ready(player: Player, _: Fields) -> Ready:
    """Ready for the next deal."""
    return Ready(player)


Reader: TypeAlias = Callable[[Player, Fields], Move]

READERS: Final[Mapping[str, Reader]] = {
    "ready": ready,
    "peek": peek,
    "bid": bid,
    "play": play,
    "claim": claim,
    "answer": answer,
}
"""How to read a move, by what it is called in addresses and by open sockets."""

_PLACES: Final = {str(place): place for place in range(13)}
_ANSWERS: Final = {"no": 0, "yes": 1}
_HANDS: Final = {name: hand for hand, name in enumerate(HAND_NAMES)}


def _last(fields: Fields, name: str) -> str:
    values = fields.get(name)
    if not values:
        raise NotUnderstood
    return values[-1]


def _number(fields: Fields, name: str, most: int) -> int:
    try:
        number = int(_last(fields, name))
    except ValueError:
        raise NotUnderstood from None
    if not 0 <= number <= most:
        raise NotUnderstood
    return number


def _named(meanings: Mapping[str, int], name: str) -> int:
    try:
        return meanings[name]
    except KeyError:
        raise NotUnderstood from None
