"""Reads for pages: who waits to be paired, how long it may take, and what every page shows a player of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.base.statements import Statement
from accounts.models import User
from games.models import ACTIVE, Block, Company, PairingRequest, PairingState, Rating, Seat
from games.pairing.matching import Wishes
from games.results.ratings import OF_ALL_GAMES, skill_of
from games.results.skills import NEWCOMER
from games.values import UNFINISHED, Stage

WAITING_SIGN_EVERY: Final = 4
"""Seconds between two signs of life of a browser whose player waits."""

WAITING_GONE_AFTER: Final = 20
"""Seconds without a sign of life after which a player no longer waits."""

LATELY: Final = timedelta(hours=1)
FEWEST: Final = 3
"""How many have to have been paired lately for an estimate."""

ENDED_KEPT_FOR: Final = timedelta(days=1)
"""How long requests are stored after their end, and so how long a missed table counts."""

PAUSES_AFTER_MISSING: Final = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
"""How long a player who has missed a table may not look for another: the first, second and each later time in a day."""


def request_of(user: User | AnonymousUser) -> PairingRequest | None:
    """Return the user's request, if the user waits or a table is found."""
    if isinstance(user, AnonymousUser):
        return None
    active = PairingRequest.objects.filter(user=user, state__in=ACTIVE)
    return active.select_related("game", "meanwhile").first()


_CALL: Final = Statement(
    lambda user: PairingRequest.objects.filter(user=user, state__in=ACTIVE).values_list(
        "state", "game__code", "game__stage"
    )
)


@dataclass(frozen=True, slots=True)
class Call:
    """What every page shows a player who is paired or waits: where to go, and whether the page goes there by itself."""

    address: str
    is_found: bool
    goes: bool


def call_for(user: User | AnonymousUser, at: str = "") -> Call | None:
    """Return what the user's page shows of pairing; the page of a table, with the code `at`, shows nothing of itself.

    Who waits again, because a table fell through, leaves that table's page.
    """
    if isinstance(user, AnonymousUser):
        return None
    row = _CALL.first(user.pk)
    if row is None:
        return None
    state, code, stage = row
    if state != PairingState.FOUND:
        return Call(reverse("games:find_players"), is_found=False, goes=bool(at) and code == at)
    if code == at or stage != Stage.OPEN:
        return None
    return Call(reverse("games:table", args=[code]), is_found=True, goes=True)


def wishes_of(request: PairingRequest) -> Wishes:
    """Return the rules that the player wants."""
    return Wishes(request.bidding or None, request.peek or None, request.target, request.clock or None)


def waiting() -> QuerySet[PairingRequest]:
    """Return the requests of those who wait and whose browsers are there, who has waited longest first."""
    return _waiting_since(timezone.now() - timedelta(seconds=WAITING_GONE_AFTER))


def _waiting_since(seen: datetime) -> QuerySet[PairingRequest]:
    return PairingRequest.objects.filter(state=PairingState.WAITING, seen_at__gt=seen).order_by("since", "pk")


_WAITING: Final = Statement(lambda seen: _waiting_since(seen).values_list("user", "user__username"))


def names_waiting(reader: User) -> list[str]:
    """Return who waits, by name, the longest first, without the reader and those whom a block keeps apart from them."""
    rows = _WAITING.all(timezone.now() - timedelta(seconds=WAITING_GONE_AFTER))
    users = {user: name for user, name in rows if user != reader.pk}
    blocked = apart([reader.pk, *users]) if users else frozenset()
    return [name for user, name in users.items() if frozenset((reader.pk, user)) not in blocked]


def usual_wait() -> float | None:
    """Return how many seconds those paired lately have waited, the median of them; None if there are too few."""
    requests = PairingRequest.objects.exclude(state=PairingState.WAITING).filter(found_at__gt=timezone.now() - LATELY)
    waits = [(at - since).total_seconds() for since, at in requests.values_list("since", "found_at") if at]
    return median(waits) if len(waits) >= FEWEST else None


def paused_until(user: User) -> datetime | None:
    """Return until when the user, who has missed tables within the last day, may not look for another; or None."""
    now = timezone.now()
    missed = PairingRequest.objects.filter(user=user, state=PairingState.MISSED, ended_at__gt=now - ENDED_KEPT_FOR)
    times = [at for at in missed.values_list("ended_at", flat=True) if at]
    until = max(times) + PAUSES_AFTER_MISSING[min(len(times), len(PAUSES_AFTER_MISSING)) - 1] if times else None
    return until if until and until > now else None


def apart(users: Iterable[int]) -> frozenset[frozenset[int]]:
    """Return the pairs of these users of whom one blocks the other."""
    users = list(users)
    blocks = Block.objects.filter(user__in=users, blocked__in=users).values_list("user", "blocked")
    return frozenset(map(frozenset, blocks))


def rating_points(users: Iterable[int]) -> dict[int, int]:
    """Return the rating points of these users in games of people; those of a newcomer for who has none."""
    rows = Rating.objects.filter(OF_ALL_GAMES, ladder__company=Company.PEOPLE, user__in=list(users))
    return dict.fromkeys(users, NEWCOMER.points) | {row.user_id: skill_of(row).points for row in rows}


def unfinished_games(requests: Iterable[PairingRequest]) -> dict[int, int]:
    """Return in how many unfinished games each of these players has a seat, without those played meanwhile, nor boards
    of sets of deals.
    """
    requests = list(requests)
    seats = Seat.objects.filter(user__in=[request.user_id for request in requests], game__stage__in=UNFINISHED)
    seats = seats.filter(game__board=None)
    seats = seats.exclude(game__in=[request.meanwhile_id for request in requests if request.meanwhile_id])
    return dict(seats.values_list("user").annotate(Count("pk")))
