"""Notifications of participants of a tournament, each stored in the transaction of what happened."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from accounts.notifications import services as notifications
from games.competitions.tournaments import queries
from games.models import Tournament, TournamentEntry


def soon(tournament: Tournament, *, early: bool = False) -> None:
    """Notify all participants of when the tournament begins; `early` if that is before the announced time."""
    for entry in queries.entries_of(tournament):
        variant = "early" if early else "checked_in" if entry.checked_in_at else ""
        _notify(
            tournament, entry, "tournament_soon", _beginning(tournament), until=tournament.starts_at, variant=variant
        )


def called_off(tournament: Tournament, variant: str, reason: str = "") -> None:
    """Notify all participants that the tournament is called off or was ended early."""
    withdraw_reminders(tournament)
    for entry in queries.entries_of(tournament):
        if not entry.disqualified and (entry.number is not None or variant != "ended"):
            _notify(tournament, entry, "tournament_off", "", until=None, variant=variant, reason=reason)


def warned(tournament: Tournament, entry: TournamentEntry) -> None:
    """Notify a participant of a warning, each time."""
    _notify(tournament, entry, "tournament_warning", _now(), until=None)


def ruled(tournament: Tournament, entry: TournamentEntry, variant: str, **values: str) -> None:
    """Notify a participant of a ruling of the host: "disqualified", or "adjusted" for a score."""
    _notify(tournament, entry, "tournament_ruling", _now(), until=None, variant=variant, **values)


def places_changed(tournament: Tournament, up: Iterable[TournamentEntry], down: Iterable[TournamentEntry]) -> None:
    """Notify participants who have moved up from the waiting list or back to it."""
    for variant, entries in (("", up), ("down", down)):
        for entry in entries:
            _notify(tournament, entry, "tournament_place", _now(), until=tournament.starts_at, variant=variant)


def _now() -> str:
    return timezone.now().isoformat()


def _notify(
    tournament: Tournament, entry: TournamentEntry, kind: str, what: str, until: datetime | None, **values: str
) -> None:
    """Notify a participant who is a person. `what` distinguishes events that may happen several times in a
    tournament.
    """
    if entry.user_id is None:
        return
    about, path = f"{tournament.code}/{what}", reverse("games:tournament", args=[tournament.code])
    values = {"tournament": tournament.name} | {name: value for name, value in values.items() if value}
    notifications.notify_on_commit(entry.user_id, kind, about=about, path=path, expires_at=until, **values)


def withdraw_reminders(tournament: Tournament) -> None:
    """Withdraw unsent reminders of a tournament that is called off or has a new starting time."""
    people = [entry.user_id for entry in queries.entries_of(tournament) if entry.user_id is not None]
    notifications.withdraw(people, "tournament_soon", about=f"{tournament.code}/{_beginning(tournament)}")


def _beginning(tournament: Tournament) -> str:
    return f"{tournament.starts_at:%Y%m%d%H%M%S}"
