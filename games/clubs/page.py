"""What the page of a standing trio or a club shows to one reader."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.base.names import isolated
from accounts.models import User
from games.clubs import evenings, membership, queries, services, words
from games.clubs.together import Together, together
from games.clubs.words import Comparison, Person
from games.competitions.ladders.rankings import Rung, ladder_of_club
from games.history.words import game_row
from games.models import Club, ClubEvening, ClubMember, ClubRemoval, ClubRole, ClubSeries, Game, Tournament, with_seats
from games.words.charts import Chart
from games.words.options import brief

MOST_TABLES: Final = 20
"""How many tables that wait for players the page of a club lists."""


@dataclass(frozen=True, slots=True)
class TrioPage:
    """A trio as one of its people sees it; an invited player sees only who belongs to it.

    `rules` are those with which a table begins; `waiting` is the code of one that waits for players, or "". The last
    five values are about the games of all three, and empty while there are fewer.
    """

    name: str
    members: list[ClubMember]
    invited: list[ClubMember]
    invited_by: str
    is_full: bool
    rules: str = ""
    waiting: str = ""
    games: int = 0
    people: list[Person] = field(default_factory=list)
    chart: Chart | None = None
    comparisons: list[Comparison] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)


class Coming(NamedTuple):
    """An evening to come, and whether an officer who reads can call it off."""

    evening: ClubEvening
    can_be_called_off: bool


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club as one of its members sees it; of the lists, everybody else sees only the officers.

    `size` is the number of its members.
    """

    name: str
    rules: str
    size: int
    officers: list[ClubMember]
    members: list[ClubMember] = field(default_factory=list)
    invited: list[ClubMember] = field(default_factory=list)
    asking: list[ClubMember] = field(default_factory=list)
    removed: list[ClubRemoval] = field(default_factory=list)
    tables: list[Game] = field(default_factory=list)
    series: ClubSeries | None = None
    series_words: str = ""
    evenings: list[Coming] = field(default_factory=list)
    past: list[Tournament] = field(default_factory=list)
    ladder: list[Rung] = field(default_factory=list)


def club_page(club: Club, member: ClubMember | None, reader: User | AnonymousUser) -> ClubPage:
    """Return the page of a club for a reader, who is this member or None."""
    everybody = queries.members_of(club)
    by_role = {role: [each for each in everybody if each.role == role] for role in ClubRole}
    officers, members = by_role[ClubRole.OFFICER], by_role[ClubRole.MEMBER]
    rules = brief(*services.settings_of(club, []))
    public = ClubPage(isolated(club.name), rules, len(officers) + len(members), officers)
    if member is None or not member.belongs:
        return public
    tables = list(with_seats(queries.waiting_tables(club))[:MOST_TABLES])
    invited, shown_evenings = by_role[ClubRole.INVITED], _evenings_of(club, member, reader)
    shown = replace(public, members=members, invited=invited, tables=tables, **shown_evenings)
    if not member.is_officer:
        return shown
    return replace(shown, asking=by_role[ClubRole.ASKED], removed=queries.removals_of(club))


def _evenings_of(club: Club, member: ClubMember, reader: User | AnonymousUser) -> dict[str, Any]:
    """Return what is shown of the evenings of a club."""
    series = queries.series_of(club)
    return {
        "series": series,
        "series_words": words.series_in_words(series) if series else "",
        "evenings": [
            Coming(evening, member.is_officer and evenings.can_be_called_off(evening))
            for evening in _coming(club, series, member)
        ],
        "past": queries.past_tournaments(club),
        "ladder": ladder_of_club(club, reader),
    }


def _coming(club: Club, series: ClubSeries | None, member: ClubMember) -> list[ClubEvening]:
    """Return the evenings to come; officers see the next one of the series before it is announced, to call it off."""
    coming = queries.coming_evenings(club, timezone.now())
    if series is None or not member.is_officer or series.next_at in {evening.starts_at for evening in coming}:
        return coming
    return [*coming, ClubEvening(club=club, starts_at=series.next_at, of_series=True)]


def trio_page(member: ClubMember, reader: User) -> TrioPage:
    """Return the page of the member's trio."""
    club = member.club
    everybody = queries.members_of(club)
    members = [each for each in everybody if each.belongs]
    invited = [each for each in everybody if not each.belongs]
    inviter = member.invited_by.get_username() if member.invited_by else ""
    shared = (queries.name_of(club, everybody), members, invited, inviter, len(everybody) >= membership.TRIO)
    if not member.belongs:
        return TrioPage(*shared)
    people = [each.user for each in members]
    rules = brief(*services.settings_of(club, people))
    waiting = queries.waiting_tables(club).values_list("code", flat=True).first() or ""
    if len(people) < membership.TRIO:
        return TrioPage(*shared, rules, waiting)
    return TrioPage(*shared, rules, waiting, **_of_all(together(people, reader, timezone.get_current_timezone())))


def _of_all(shown: Together) -> dict[str, Any]:
    """Return what is shown of the games of all three."""
    lines = words.comparisons(shown)
    return {
        "games": shown.games,
        "people": words.people_of(shown, lines),
        "chart": words.score_over_months(shown),
        "comparisons": lines,
        "rows": [game_row(game) for game in shown.latest],
    }
