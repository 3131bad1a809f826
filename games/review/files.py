"""Finished deals as files: those of a table, and all of a player."""

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Final

from asgiref.sync import sync_to_async

from accounts.base.names import unisolated
from accounts.models import User
from games.models import Deal, GameResult
from games.play.spectators import NotForSpectators
from games.review.queries import DealsClosed, OnlyScoresStored, ReviewedDeal, reviewed_deals
from games.web.deal_files import PBN_HEAD, WrittenDeal, as_pbn, as_records

MOST_GAMES: Final = 2000
"""Of how many games, the latest, a player gets the deals in one file."""


def written(deal: ReviewedDeal) -> WrittenDeal:
    """Return a deal for a file."""
    names = [seat.name for seat in deal.seats]
    return WrittenDeal(deal.end, names, unisolated(deal.name), deal.number, deal.played_on, deal.proof)


async def own_deals(user: User, form_of: str) -> AsyncIterator[bytes]:
    """Yield a file of the deals that a player has finished, the latest games first: as records, a line each, or as PBN.

    Each game is a piece, after which others use the processor. Deals that are closed still are left out, and those of
    which only the scores are stored.
    """
    write = as_pbn if form_of == "pbn" else as_records
    if form_of == "pbn":
        yield PBN_HEAD.encode()
    for code in await sync_to_async(_games_of)(user):
        yield await sync_to_async(lambda code: write(_deals_of(code, user)))(code)


def _games_of(user: User) -> list[str]:
    """Return the codes of the games in which the user has finished a deal."""
    games = GameResult.objects.filter(user=user).order_by("-at", "-pk")
    return list(games.values_list("game__code", flat=True)[:MOST_GAMES])


def _deals_of(code: str, user: User) -> Iterator[WrittenDeal]:
    with suppress(DealsClosed, OnlyScoresStored, NotForSpectators, Deal.DoesNotExist):
        yield from map(written, reviewed_deals(code, user, judges=False))
