"""A guest who signs in to an account takes tournaments along, except those in which the account takes part too."""

import pytest

from accounts.models import User
from accounts.personal_data import merging
from games.models import Game, Tournament
from tests.competitions.tournaments.tournaments import play_round, running, tables_of

pytestmark = pytest.mark.django_db


def guests_of(tournament: Tournament) -> list[User]:
    """Return the participants, each from another table first."""
    places = [list(game.seats.order_by("player").select_related("user")) for game in tables_of(tournament)]
    return [seat.user for table in zip(*places, strict=True) for seat in table if seat.user]


def test_entry_and_seat_go_along(ana: User) -> None:
    tournament = running(6)
    guest = guests_of(tournament)[0]
    assert merging.merge(guest, ana)
    assert tournament.entries.filter(user=ana).exists()
    assert Game.objects.filter(round__tournament=tournament, seats__user=ana).count() == 1


@pytest.mark.parametrize("has_ended", [False, True])
def test_nobody_sits_at_two_tables_of_a_tournament(has_ended: bool) -> None:
    """All tables play the same boards."""
    tournament = running(6)
    guest, user = guests_of(tournament)[:2]
    if has_ended:
        play_round(tournament)
    assert merging.merge(guest, user)
    assert Game.objects.filter(round__tournament=tournament, seats__user=user).count() == 1
    assert Game.objects.filter(round__tournament=tournament, seats__user=guest).count() == 1
    assert set(tournament.entries.filter(user__in=(guest, user)).values_list("user", flat=True)) == {guest.pk, user.pk}
