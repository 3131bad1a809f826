"""What a player may do at a table, and how browsers write it: the fields of a form, posted or sent over a socket.

Only the shape is checked; the engine checks the rules. These are plain functions because a Django form would take
longer than the rest of a move. They know no database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from games.engine import DECK, HAND_NAMES, Action, AnswerClaim, Bid, Card, Claim, Peek, Play, Player
from games.play.errors import NotUnderstood, NumberMissing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ready:
    """A player is ready for the next deal."""

    player: Player


Move: TypeAlias = Action | Ready
"""What a player may do."""

Fields: TypeAlias = Mapping[str, Sequence[str]]  # the values of a form by field name

MOVES: Final = ("peek", "bid", "play", "claim", "answer", "ready")
"""The kinds of moves, as URLs and socket messages name them."""

LATEST_VERSION: Final = 2**31 - 1
"""The highest version the database can hold, and so the highest anybody may have seen."""

_PLACES: Final = {str(place): place for place in range(13)}
_ANSWERS: Final = {"no": 0, "yes": 1}
_CARDS: Final = {str(card): card for card in DECK}
_HANDS: Final = {name: hand for hand, name in enumerate(HAND_NAMES)}


def version(fields: Fields) -> int:
    """Return the version of the table that the browser showed. Raises NotUnderstood."""
    return _number(fields, "version", LATEST_VERSION)


def agrees(fields: Fields) -> bool:
    """Return whether the answer is yes. Raises NotUnderstood."""
    return bool(_named(_ANSWERS, _last(fields, "accept")))


def card_in(fields: Fields, name: str) -> Card:
    """Return the card in this field. Raises NotUnderstood."""
    return _named(_CARDS, _last(fields, name))


def read(kind: str, player: Player, fields: Fields) -> Move:
    """Return the player's move, which is one of MOVES. Raises NotUnderstood, NumberMissing."""
    match kind:
        case "peek":
            return Peek(player, tuple(_named(_PLACES, place) for place in fields.get("places", ())))
        case "bid":
            nils = frozenset(_named(_HANDS, name) for value in fields.get("nils", ()) for name in value.split(" "))
            if not fields.get("tricks"):
                raise NumberMissing
            return Bid(player, _number(fields, "tricks", 13), nils)
        case "play":
            if "ahead" in fields:  # such a card is only chosen: see `games.views.table.play`
                raise NotUnderstood
            return Play(player, card_in(fields, "card"))
        case "claim":
            return Claim(player, _number(fields, "tricks", 13) if "tricks" in fields else None)
        case "answer":
            return AnswerClaim(player, agrees(fields))
        case "ready":
            return Ready(player)
    raise NotUnderstood


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


def _named(meanings: Mapping[str, T], name: str) -> T:
    if name not in meanings:
        raise NotUnderstood
    return meanings[name]
