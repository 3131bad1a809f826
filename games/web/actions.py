"""The turns that browsers post or send over a socket (`games.play.moves` reads the moves in them)."""

from django.http import QueryDict

from games.engine import Player
from games.play.moves import Fields, read, version
from games.play.turns import Turn


def fields_of(post: QueryDict) -> Fields:
    """Return the fields of a form post."""
    return dict(post.lists())


def read_turn(kind: str, code: str, player: Player, fields: Fields) -> Turn:
    """Return a player's turn at the table with this code. Raises NotUnderstood, NumberMissing."""
    return Turn(code, read(kind, player, fields), version(fields))


def version_in(sent: QueryDict) -> int:
    """Return the version in the fields of a request. Raises NotUnderstood."""
    return version(fields_of(sent))
