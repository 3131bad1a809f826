"""Reads for reviews: deals that are finished, and so lie open to everyone who may look at their table."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from games.engine import from_json
from games.models import Deal, Event
from games.play import queries as table_queries
from games.play.snapshot import ReviewedDeal, SeatInfo


class OnlyScoresKept(Exception):
    """Nobody can say any more how the deal was played."""


def reviewed_deal(code: str, number: int, user: User | AnonymousUser) -> ReviewedDeal:
    """A finished deal of a table. Raises Game.DoesNotExist, Deal.DoesNotExist (also for one that is not finished),
    NotForSpectators or OnlyScoresKept."""
    (found,) = _found(code, user, number)
    return found


def reviewed_deals(code: str, user: User | AnonymousUser) -> list[ReviewedDeal]:
    """All finished deals of a table, oldest first. Raises as `reviewed_deal` does; no deal at all is none finished."""
    return _found(code, user, None)


def _found(code: str, user: User | AnonymousUser, number: int | None) -> list[ReviewedDeal]:
    game = table_queries.game_by_code(code)
    viewer = table_queries.player_of(game, user)
    table_queries.check_may_watch(game, viewer)
    events = Event.objects.filter(taken_back=False).order_by("sequence")
    finished = game.deals.filter(finished=True).order_by("number")
    wanted = finished if number is None else finished.filter(number=number)
    deals = list(wanted.prefetch_related(Prefetch("events", events)))
    if not deals:
        raise Deal.DoesNotExist
    if not all(deal.events.all() for deal in deals):
        raise OnlyScoresKept
    one, two, three = (SeatInfo(seat.player, seat.player_name, seat.is_bot, True) for seat in game.seats.all())
    count = finished.count()
    return [
        ReviewedDeal(
            seats=(one, two, three),
            viewer=viewer,
            log=tuple(from_json(event.payload) for event in deal.events.all()),
            code=code,
            name=game.name,
            number=deal.number,
            deals=count,
            played_on=deal.dealt_at,
        )
        for deal in deals
    ]
