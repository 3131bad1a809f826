"""Reads for reviews: finished deals, whose hands are open to everyone who may look at the table."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from games.engine import from_json
from games.models import Deal, Event, Game, Report
from games.play import loading, proofs, queries as table_queries
from games.play.snapshot import ReviewedDeal, SeatInfo, check_may_watch


class OnlyScoresStored(Exception):
    """The events of the deal are not stored, only its scores."""


def reviewed_deals(code: str, user: User | AnonymousUser, number: int | None = None) -> list[ReviewedDeal]:
    """Return all finished deals of a table, oldest first, or only the one with this number.

    Raises Game.DoesNotExist, Deal.DoesNotExist (if there is no such deal), NotForSpectators or OnlyScoresStored.
    """
    game = loading.game_by_code(code)
    viewer = table_queries.player_of(game, user)
    if not _has_to_judge(game, user):
        check_may_watch(game.spectators, game.stage, viewer)
    events = Event.objects.filter(taken_back=False).order_by("sequence")
    finished = game.deals.filter(finished=True).order_by("number")
    wanted = finished if number is None else finished.filter(number=number)
    deals = list(wanted.prefetch_related(Prefetch("events", events)))
    if not deals:
        raise Deal.DoesNotExist
    if not all(deal.events.all() for deal in deals):
        raise OnlyScoresStored
    one, two, three = (SeatInfo(seat.player, seat.player_name, seat.is_bot) for seat in game.seats.all())
    count = finished.count()
    return [
        ReviewedDeal(
            seats=(one, two, three),
            viewer=viewer,
            log=tuple(from_json(event.payload) for event in deal.events.all()),
            code=code,
            name=game.title,
            number=deal.number,
            deals=count,
            played_on=deal.dealt_at,
            proof=proofs.proof_of(game, deal, game.seats.all()),
            open_to_all=game.spectators,
        )
        for deal in deals
    ]


def _has_to_judge(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether this member of the staff may have to judge a report of a player of a table closed to spectators.

    Staff do not open a table by reports of their own.
    """
    if game.spectators or isinstance(user, AnonymousUser) or not user.has_perm("games.resolve_report"):
        return False
    return Report.objects.filter(subject__seats__game=game).exclude(reporter=user).exists()
