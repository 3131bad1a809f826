"""Marks: moments of a running deal that a player notes for the deal's review. Nobody else sees them."""

from typing import Final

from accounts.base.statements import Statement
from games.engine import Player
from games.models import Deal, Event, Mark, Seat
from games.play import loading
from games.play.errors import NotPossible
from games.values import Stage


def mark(*, code: str, player: Player) -> None:
    """Mark the current moment of the deal; marking it again changes nothing. Raises NotPossible between deals."""
    game = loading.game_by_code(code)
    if game.stage != Stage.DEAL:
        raise NotPossible
    deal = Deal.objects.get(game=game, number=game.deal_number)
    position = Event.objects.filter(deal=deal, taken_back=False).count() - 1
    Mark.objects.get_or_create(seat=Seat.objects.get(game=game, player=player), deal=deal, position=position)


_POSITIONS: Final = Statement(
    lambda deal, player: (
        Mark.objects.filter(deal=deal, seat__player=player).order_by("position").values_list("position")
    )
)


def positions(deal: int | None, player: Player | None) -> list[int]:
    """Return the positions that this player has marked in the deal with this primary key, in order."""
    if deal is None or player is None:
        return []
    return [position for (position,) in _POSITIONS.all(deal, player)]
