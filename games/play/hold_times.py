"""How long players who look at the last deal hold the next one: each has a minute a deal, for all looks together.

Downtime does not count.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from accounts.base.statements import Statement
from accounts.site_config import downtime
from games.engine import Player
from games.models import Game, Hold
from games.values import Stage

LASTS: Final = timedelta(minutes=1)

_RUNNING: Final = Statement(
    lambda game, deal: Hold.objects.filter(game=game, deal_number=deal, since__isnull=False).order_by("player")
)


def running(game: Game, now: datetime) -> list[Hold]:
    """Return the holds on the next deal of a game that are not over."""
    if game.stage != Stage.SCORED:
        return []
    return [hold for hold in _RUNNING.all(game.pk, game.deal_number) if ends_at(hold) > now]


def ends_at(hold: Hold) -> datetime:
    """Return when the minute of a player who is looking now is over."""
    assert hold.since is not None, "the player looks"
    return downtime.put_off(hold.since + left(hold), hold.since)


def left(hold: Hold) -> timedelta:
    """Return what earlier looks have left of the player's minute."""
    return max(timedelta(), LASTS - timedelta(seconds=hold.used))


def due_with(holds: Iterable[Hold], due: datetime) -> datetime:
    """Return when the next deal begins, if it would be due at this moment without holds."""
    return max([due, *map(ends_at, holds)])


def release(game: Game, holds: list[Hold], player: Player, now: datetime) -> list[Hold]:
    """End this player's hold: remove it from the running `holds` and return it, to be saved.

    The next deal of the game is due again as the other holds allow.
    """
    released = [hold for hold in holds if hold.player == player]
    for hold in released:
        assert hold.since is not None, "the player looks"
        looked = now - hold.since - downtime.lasted(hold.since, now)
        hold.used += min(max(timedelta(), looked), left(hold)).total_seconds()
        holds.remove(hold)
        if not game.is_paused and hold.due_before is not None:
            game.due_at = max(now, due_with(holds, hold.due_before))
        hold.since = hold.due_before = None
    return released


def save(holds: Iterable[Hold]) -> None:
    """Store holds that have ended."""
    for hold in holds:
        hold.save(update_fields=["used", "since", "due_before"])
