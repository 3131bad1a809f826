"""Tournaments for the demo: one that is over, one between its rounds, and one that people may enter."""

from django.utils import timezone

from accounts.models import User
from games.competitions.tournaments import services
from games.models import Tournament, TournamentKind
from tests.competitions.tournaments.tournaments import announced, entered, go_on, play_round


def fill(people: list[User]) -> None:
    """Let these people and six new ones play two rounds, and one of two; announce another tournament."""
    if Tournament.objects.exists():
        return
    over = _begun(people, name="Autumn cup", kind=TournamentKind.SWISS)
    play_round(over)
    play_round(go_on(over))
    go_on(over)
    play_round(_begun(people, name="Friday night"))
    announced(name="Winter cup", rounds=3, boards=3)


def _begun(people: list[User], name: str, kind: TournamentKind = TournamentKind.MOVEMENT) -> Tournament:
    tournament = announced(name=name, kind=kind)
    for user in people:
        services.enter(tournament.code, user)
    entered(tournament, 6)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())
    return go_on(tournament)
