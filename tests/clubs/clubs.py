"""Trios and clubs for tests."""

from datetime import UTC, datetime, timedelta

from accounts.models import User
from games.clubs import membership, services
from games.models import Club, Game
from tests.finished_games import NOON, played_game
from tests.tables import new_player

MONDAY = datetime(2026, 10, 19, 12, tzinfo=UTC)
"""Three days before a Thursday on which clocks in Madrid are two hours ahead; a week later it is one."""


def trio(*people: User) -> Club:
    """Return a standing trio of these people, who have all joined; of new ones if there are none."""
    first, *others = people or (new_player(), new_player(), new_player())
    club = services.create_trio(first)
    for other in others:
        membership.join_by_link(str(club.link), other)
    return club


def people_of(club: Club) -> list[User]:
    """Return who belongs to the club or is invited, in the order in which they came."""
    return [member.user for member in club.members.select_related("user").order_by("pk")]


def played(*people: User | None, games: int = 1) -> list[Game]:
    """Play so many games of these three, a month apart."""
    return [played_game(*people, at=NOON + timedelta(days=31 * number), seed=number) for number in range(games)]


def club_of(officer: User, *others: User, public: bool = True) -> Club:
    """Return a club with this officer, which the others have joined."""
    club = services.create_club(officer, name="The Thursday club", text="We play at eight.", public=public)
    for other in others:
        membership.join_by_link(str(club.link), other)
    return club
