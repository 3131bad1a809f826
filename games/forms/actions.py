"""Parse the fields of a move, from a form post or from a socket, into an action.

Only the shape is checked; the engine checks the rules. These are plain functions because a Django form would take
longer than the rest of a move.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias
from urllib.parse import parse_qs

from django.http import QueryDict

from games.engine import HAND_NAMES, AnswerClaim, Bid, Card, Claim, Peek, Play, Player
from games.play.errors import NotUnderstood
from games.play.event_log import LATEST_VERSION
from games.play.turns import Move, Ready

Fields: TypeAlias = Mapping[str, Sequence[str]]
"""The values of a form by field name."""


def fields_of(post: QueryDict) -> Fields:
    """Return the fields of a form post."""
    return dict(post.lists())


def fields_in(text: str) -> Fields:
    """Return the fields of a socket message, which are URL-encoded as in a post."""
    return parse_qs(text, keep_blank_values=True)


def version(fields: Fields) -> int:
    """Return the version of the table that the browser showed. Raises NotUnderstood."""
    return _number(fields, "version", LATEST_VERSION)


def agrees(fields: Fields) -> bool:
    """Return whether the answer is yes. Raises NotUnderstood."""
    return bool(_named(_ANSWERS, _last(fields, "accept")))


def peek(player: Player, fields: Fields) -> Peek:
    """Return a peek at places of the dummy. Raises NotUnderstood."""
    return Peek(player, tuple(_named(_PLACES, place) for place in fields.get("places", ())))


def bid(player: Player, fields: Fields) -> Bid:
    """Return a bid with its nils. Raises NotUnderstood."""
    nils = frozenset(_named(_HANDS, name) for name in fields.get("nils", ()))
    return Bid(player, _number(fields, "tricks", 13), nils)


def play(player: Player, fields: Fields) -> Play:
    """Return the play of a card. Raises NotUnderstood."""
    try:
        return Play(player, Card.parse(_last(fields, "card")))
    except ValueError:
        raise NotUnderstood from None


def claim(player: Player, _: Fields) -> Claim:
    """Return a claim; it has no fields."""
    return Claim(player)


def answer(player: Player, fields: Fields) -> AnswerClaim:
    """Return the answer to a claim. Raises NotUnderstood."""
    return AnswerClaim(player, agrees(fields))


def ready(player: Player, _: Fields) -> Ready:
    """Return that the player is ready for the next deal; it has no fields."""
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
"""The parser of each kind of move, by its name in URLs and socket messages."""

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
