"""Events of deals in the database: load a deal from its events."""

from typing import Final

from accounts.base.statements import Statement
from games.engine import State, from_json, replay
from games.models import Deal, Game
from games.play.moves import LATEST_VERSION

_BY_NUMBER: Final = Statement(lambda game, number: Deal.objects.filter(game=game, number=number))


def current_deal(game: Game) -> Deal | None:
    """Return the deal in progress or just finished, None before the first."""
    deal = _BY_NUMBER.first(game.pk, game.deal_number) if game.deal_number else None
    if deal is not None:
        deal.game = game
    return deal


def load_state(deal: Deal, before: int = LATEST_VERSION) -> State:
    """Return the deal replayed from its events, without those taken back and those from sequence `before` on."""
    events = deal.events.filter(taken_back=False, sequence__lt=before).order_by("sequence")
    return replay(map(from_json, events.values_list("payload", flat=True)))
