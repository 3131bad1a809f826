"""The tournaments that take entries or run, as Play and Today show them."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.competitions.tournaments import queries, services, words
from games.models import Tournament, TournamentEntry


class TournamentLine(NamedTuple):
    """A tournament in a list. `is_entered` says whether the visitor takes part, or waits to; `may_check_in` whether
    they have to say now that they are there.
    """

    tournament: Tournament
    form: str
    state: str
    is_entered: bool
    may_check_in: bool


def lines_for(user: User | AnonymousUser, now: datetime) -> list[TournamentLine]:
    """Return the tournaments that take entries or run: first those of the visitor, then the next one first."""
    coming = queries.coming()
    own = queries.entries_by_tournament(user, coming)
    lines = [_line(each, own.get(each.pk), now) for each in coming]
    return sorted(lines, key=lambda line: not line.is_entered)


def _line(tournament: Tournament, entry: TournamentEntry | None, now: datetime) -> TournamentLine:
    has_to = entry is not None and entry.checked_in_at is None and services.is_check_in(tournament, now)
    return TournamentLine(
        tournament, words.form_of(tournament), words.state_of(tournament), entry is not None, may_check_in=has_to
    )
