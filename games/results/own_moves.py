"""Who has made the moves of a deal: the person whose seat it is, or the site for them (docs/duplicate.md)."""

from collections import Counter

from games import engine
from games.engine import CardPlayed, Dealt, Event, Player
from games.models import Author, Deal


def mover(event: Event, declarer: Player | None) -> Player | None:
    """Return the player who made a move: the declarer plays the dummy's cards. None for the deal itself."""
    if isinstance(event, Dealt):
        return None
    if isinstance(event, CardPlayed):
        assert declarer is not None, "cards are played once there is a declarer"
        return engine.owner(event.hand, declarer)
    return event.player


def played_by_bots(deal: Deal) -> frozenset[Player]:
    """Return the players of a finished deal for whom the site made more moves than they did: a bot that sat in, or one
    that moved because their time was up.

    It does not matter who made the last move: whoever has played most of a deal has played it.
    """
    own = Counter[Player | None]()
    rows = deal.events.filter(taken_back=False).order_by("sequence").values_list("payload", "author")
    for payload, author in rows:
        own[mover(engine.from_json(payload), deal.declarer)] += 1 if author == Author.PLAYER else -1
    return frozenset(player for player in engine.PLAYERS if own[player] < 0)
