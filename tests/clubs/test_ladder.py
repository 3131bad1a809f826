"""The ladder of a club: who is listed for whom, and who shares a place."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.base.choices import Visibility
from accounts.models import User
from games.clubs import membership
from games.competitions.ladders.rankings import ladder_of_club
from games.competitions.tournaments import services
from games.engine import Rules
from games.models import Club, FillUp, TournamentScore, TournamentStage
from tests.clients import ClientFor
from tests.clubs.clubs import club_of
from tests.tables import new_player

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def over(club: Club, host: User, people: Sequence[User], percents: Sequence[float]) -> None:
    """Store a tournament of the club that is over, of one board, in which these people have so many per cent."""
    plan = services.Plan(
        name="Thursday", text="", starts_at=AT, rounds=1, boards=1, minutes=20, clock="normal", limit=60,
        fill_up=FillUp.OUT, rules=Rules(),
    )  # fmt: skip
    tournament = services.announce(plan, by=host, club=club)
    begun = tournament.played_rounds.create(number=1, started_at=AT, ends_at=AT, ended_at=AT)
    for number, (user, percent) in enumerate(zip(people, percents, strict=True)):
        entry = tournament.entries.create(user=user, number=number, entered_at=AT)
        place = begun.places.create(entry=entry, table=number // 3, player=number % 3)
        TournamentScore.objects.create(place=place, board=1, points=0, percent=percent)
    tournament.stage = TournamentStage.OVER
    tournament.save(update_fields=["stage"])


def shown(club: Club, reader: User) -> list[tuple[int, User]]:
    return [(rung.place, rung.user) for rung in ladder_of_club(club, reader)]


def test_equal_means_share_a_place() -> None:
    people = [new_player() for _number in range(6)]
    club = club_of(*people)
    over(club, people[0], people, (40, 60, 70, 60, 40, 30))
    places = [place for place, _user in shown(club, people[0])]
    assert places == [1, 2, 2, 4, 4, 6]


def test_who_hides_results_has_a_place_but_is_listed_to_nobody_else(client_for: ClientFor) -> None:
    people = [new_player() for _number in range(6)]
    club = club_of(*people)
    hidden, reader = people[1], people[2]
    User.objects.filter(pk=hidden.pk).update(visibility=Visibility.PRIVATE)
    hidden.refresh_from_db()
    over(club, people[0], people, (40, 70, 60, 50, 30, 20))
    assert shown(club, reader)[:2] == [(2, reader), (3, people[3])]
    assert shown(club, hidden)[0] == (1, hidden)
    for user, is_listed in ((reader, False), (hidden, True)):
        answer = client_for(user).get(f"/clubs/{club.code}/")
        assert answer.status_code == HTTPStatus.OK
        assert (hidden in [rung.user for rung in answer.context["page"].ladder]) == is_listed


def test_only_who_belongs_to_the_club_is_ranked() -> None:
    """Who has left and asked to come back does not belong to it yet."""
    people = [new_player() for _number in range(6)]
    club = club_of(*people)
    over(club, people[0], people, (40, 70, 60, 50, 30, 20))
    membership.leave(club, people[1])
    membership.ask(club, people[1])
    assert shown(club, people[0])[0] == (1, people[2])


def test_who_is_suspended_is_not_in_it() -> None:
    people = [new_player() for _number in range(6)]
    club = club_of(*people)
    over(club, people[0], people, (70, 60, 50, 40, 30, 20))
    User.objects.filter(pk=people[1].pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert shown(club, people[0])[:2] == [(1, people[0]), (2, people[2])]
