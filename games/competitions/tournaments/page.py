"""The page of a tournament: what the visitor can do now, the standings, the rounds, the movement; and the tournaments
that are running or open for entries, as Play and Today show them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import pairwise, starmap
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import engine
from games.competitions.tournaments import direction, queries, services, words
from games.competitions.tournaments.kinds import Kind, kind_of
from games.competitions.tournaments.round_page import OwnBoard, OwnPlace, own_boards, own_place
from games.competitions.tournaments.standings import Standing
from games.competitions.tournaments.status import Status, status_of, version_of
from games.engine import LEAST_PARTICIPANTS
from games.models import Tournament, TournamentEntry, TournamentStage
from games.play.chain import commitment_of
from games.play.proofs import secret_of_draw

ON_PODIUM: Final = 3


class StandingRow(NamedTuple):
    """A line of the standings, with its entry, and the per cents of the rounds that have ended."""

    line: Standing
    entry: TournamentEntry
    is_own: bool
    rounds: list[Fraction | None]


class MovementRound(NamedTuple):
    """A round of the movement in words: who sits at its tables, and who sits out."""

    tables: list[list[str]]
    out: list[str]


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """What the page shows. `secret` decides who has which number, "" before that is drawn; `version` is a name for what
    changes while the tournament runs. The `podium`, the visitor's `own` place and boards, and the tournament that is
    next (`following`) come once it is over. With `per_cents` they decide the places, else the points do, as there
    is one table only; `has_equal_per_cents` says that something else decides some places.
    """

    tournament: Tournament
    clock: str
    kind: Kind
    status: Status
    version: str
    standings: list[StandingRow]
    per_cents: bool
    has_equal_per_cents: bool
    podium: list[StandingRow]
    own: OwnPlace | None
    own_boards: list[OwnBoard]
    following: Tournament | None
    ended: list[int]
    entries: list[TournamentEntry]
    movement: list[MovementRound]
    meet_most: int
    commitment: str
    secret: str
    may_direct: bool
    host_plays: bool


def tournament_page(tournament: Tournament, user: User | AnonymousUser, now: datetime) -> TournamentPage:
    """Return the page of a tournament for this visitor."""
    status, entries = status_of(tournament, user, now), queries.entries_of(tournament)
    numbered = sorted((entry for entry in entries if entry.number is not None), key=lambda entry: entry.number or 0)
    count = len(numbered) or _expected(tournament, len(entries))
    of_movement = _movement(tournament, count)
    names = [words.name_of(entry) for entry in numbered] or [str(number + 1) for number in range(count)]
    ended = [each.number for each in queries.rounds_of(tournament) if each.ended_at is not None]
    lines = queries.standings_of(tournament) if ended else []
    rows = _rows(lines, numbered, user, ended)
    is_over = tournament.stage == TournamentStage.OVER
    own = next((row.line for row in rows if row.is_own), None)
    return TournamentPage(
        tournament=tournament,
        clock=words.clock_of(tournament),
        kind=kind_of(tournament),
        status=status,
        version=version_of(tournament, status),
        standings=rows,
        per_cents=any(line.percent is not None for line in lines),
        has_equal_per_cents=any(starmap(_are_equal, pairwise(lines))),
        podium=[row for row in rows if row.line.place is not None][:ON_PODIUM] if is_over else [],
        own=own_place(own, lines) if is_over else None,
        own_boards=own_boards(tournament, user) if is_over and own is not None else [],
        following=queries.next_open(tournament.club) if is_over else None,
        ended=ended,
        entries=entries,
        movement=[
            MovementRound([[names[one] for one in trio] for trio in each.tables], [names[one] for one in each.out])
            for each in of_movement
        ],
        meet_most=max(engine.meetings(of_movement).values(), default=0),
        commitment=commitment_of(tournament.root),
        secret=secret_of_draw(tournament.root) if numbered else "",
        may_direct=direction.may_direct(tournament, user),
        host_plays=any(entry.user_id == tournament.host_id for entry in entries),
    )


def _movement(tournament: Tournament, participants: int) -> tuple[engine.Round, ...]:
    """Return the movement; empty for a tournament whose rounds depend on results."""
    movement = kind_of(tournament).movement
    return movement(tournament, participants) if movement else ()


def _expected(tournament: Tournament, entries: int) -> int:
    """Return the number of participants for which the movement is shown before the tournament begins: the entries so
    far.
    """
    count = max(LEAST_PARTICIPANTS, min(entries, tournament.limit))
    kind = kind_of(tournament)
    return min(kind.most, count + kind.bots_for(tournament, count))


def _rows(
    lines: Sequence[Standing], who: Sequence[TournamentEntry], user: User | AnonymousUser, ended: Sequence[int]
) -> list[StandingRow]:
    entries, rows = {entry.pk: entry for entry in who}, []
    for line in lines:
        entry = entries[line.entry]
        is_own = entry.user_id is not None and entry.user_id == user.pk
        rows.append(StandingRow(line, entry, is_own, [line.rounds.get(number) for number in ended]))
    return rows


def _are_equal(one: Standing, other: Standing) -> bool:
    """Return whether two with a place have the same per cent, and were knocked out in the same round if at all."""
    if None in (one.place, other.place, one.percent):
        return False
    return (one.percent, one.lost_in) == (other.percent, other.lost_in)


class TournamentLine(NamedTuple):
    """A tournament in a list. `is_entered` says whether the visitor takes part or is on the waiting list;
    `may_check_in` whether they can check in now.
    """

    tournament: Tournament
    is_entered: bool
    may_check_in: bool


def lines_for(user: User | AnonymousUser, now: datetime) -> list[TournamentLine]:
    """Return the tournaments that are running or open for entries, with those of the visitor's clubs: those that the
    visitor has entered first, then by starting time.
    """
    return sorted(_lines(queries.coming_for(user), user, now), key=lambda line: not line.is_entered)


def lines_of_entered(user: User | AnonymousUser, now: datetime) -> list[TournamentLine]:
    """Return those of `lines_for` that the visitor has entered."""
    return _lines(queries.entered_by(user), user, now)


def _lines(tournaments: Sequence[Tournament], user: User | AnonymousUser, now: datetime) -> list[TournamentLine]:
    own = queries.entries_by_tournament(user, tournaments)
    return [_line(each, own.get(each.pk), now) for each in tournaments]


def _line(tournament: Tournament, entry: TournamentEntry | None, now: datetime) -> TournamentLine:
    has_to = entry is not None and entry.checked_in_at is None and services.is_check_in(tournament, now)
    return TournamentLine(tournament, entry is not None, may_check_in=has_to)
