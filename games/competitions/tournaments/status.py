"""What a visitor can do in a tournament now, and a version by which their open page is known to be current."""

import hashlib
from datetime import datetime
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import engine
from games.competitions.tournaments import late, queries, services, words
from games.competitions.tournaments.kinds import kind_of
from games.models import Tournament, TournamentEntry, TournamentRound, TournamentStage
from games.words.names import listing

_NOT_BEGUN: Final = (TournamentStage.OPEN, TournamentStage.CANCELLED)

_CHANGED_BY_LAST_ROUND: Final = ("stage", "ended_at", "next_round_at")
"""The columns that change when the last round ends, perhaps between reading the tournament and its rounds."""


class Status(NamedTuple):
    """What the visitor can do now.

    `last_entry` is the key of the last of the `entered`: when one has withdrawn and another entered, it has changed. A
    tournament that `lacks_players` has too few to begin, or had; then it waits for them until `waits_until`. One that
    `takes_late` has begun and takes the visitor from the next round on. Who `is_left_out` had entered, and was not
    there when it began. `lost_in` is the round in which the visitor was knocked out, 0 if in none. Who `has_left` takes
    part no more. `table` is the code of the own table; `playing` is how many tables of the round still play.
    `next_round` is the number of the round that comes, 0 without one; who plays then at `next_table` sits with
    `company`, and else sits out.
    """

    is_open: bool
    is_entered: bool
    is_waiting: bool
    may_check_in: bool
    is_checked_in: bool
    entered: int
    last_entry: int
    lacks_players: bool
    waits_until: datetime | None = None
    takes_late: bool = False
    is_left_out: bool = False
    has_left: bool = False
    may_leave: bool = False
    lost_in: int = 0
    warning: str = ""
    in_play: TournamentRound | None = None
    table: str = ""
    has_finished: bool = False
    sits_out: bool = False
    playing: int = 0
    next_round: int = 0
    next_table: int = 0
    company: str = ""


def status_of(tournament: Tournament, user: User | AnonymousUser, now: datetime) -> Status:
    """Return what this visitor can do now, with a few short queries whatever the number of participants."""
    own = queries.entry_of(tournament, user)
    is_open = tournament.stage == TournamentStage.OPEN
    entered, last_entry = queries.count_and_last_entry(tournament) if is_open else (0, 0)
    before = Status(
        is_open=is_open,
        is_entered=own is not None,
        is_waiting=own is not None and is_open and queries.is_waiting(own, tournament.limit),
        may_check_in=own is not None and services.is_check_in(tournament, now),
        is_checked_in=own is not None and own.checked_in_at is not None,
        entered=entered,
        last_entry=last_entry,
        lacks_players=_lacks_players(tournament, entered),
        waits_until=late.waits_until(tournament) if is_open and tournament.starts_at <= now else None,
        takes_late=(own is None or own.number is None) and late.is_taken(tournament),
        is_left_out=own is not None and own.number is None and not is_open,
        has_left=own is not None and own.left_at is not None,
        warning=own.warning if own else "",
    )
    if tournament.stage != TournamentStage.RUNNING:
        return before
    if own is not None and own.number is not None and kind_of(tournament).knocks_out:
        lost = {line.entry: line.lost_in for line in queries.standings_of(tournament)}
        before = before._replace(lost_in=lost[own.pk] or 0)
    is_in = own is not None and own.number is not None and not before.lost_in
    before = before._replace(may_leave=is_in and not before.has_left)
    begun = queries.rounds_of(tournament)
    if begun and begun[-1].ended_at is None:
        return _in_round(before, begun[-1], own)
    tournament.refresh_from_db(fields=_CHANGED_BY_LAST_ROUND)
    if tournament.stage != TournamentStage.RUNNING:
        return status_of(tournament, user, now)
    return _between(before, tournament, own, len(begun) + 1)


def _lacks_players(tournament: Tournament, entered: int) -> bool:
    if tournament.stage == TournamentStage.CANCELLED:
        entered = queries.count_checked_in(tournament)
    return tournament.stage in _NOT_BEGUN and entered < engine.LEAST_PARTICIPANTS


def _between(before: Status, tournament: Tournament, own: TournamentEntry | None, number: int) -> Status:
    """Return the status before the round of this number, with the visitor's table in it."""
    status = before._replace(next_round=number)
    if own is None or not before.may_leave:
        return status
    movement = kind_of(tournament).movement
    if movement is None:
        return status  # until then it is not decided who plays with whom
    who = queries.participants(tournament)
    tables = movement(tournament, len(who))[number - 1].tables
    for table, trio in enumerate(tables, start=1):
        if own.number in trio:
            others = [words.name_of(who[each]) for each in trio if each != own.number]
            return status._replace(next_table=table, company=listing(others))
    return status._replace(sits_out=True)


def _in_round(before: Status, in_play: TournamentRound, own: TournamentEntry | None) -> Status:
    """Return the status while a round is played."""
    unfinished = queries.unfinished(in_play)
    place = in_play.places.filter(entry=own).select_related("game").first() if own else None
    game = place.game if place else None
    return before._replace(
        in_play=in_play,
        table=game.code if game else "",
        has_finished=game is not None and not unfinished.filter(game=game).exists(),
        sits_out=place is None and before.may_leave,
        playing=unfinished.values("table").distinct().count(),
    )


def version_of(tournament: Tournament, status: Status) -> str:
    """Return a name for the content of `_live.html` for this visitor, which changes with it."""
    round_ends_at = status.in_play and status.in_play.ends_at
    columns = (tournament.stage, tournament.paused_at, tournament.next_round_at, tournament.starts_at)
    shown = (*columns, queries.version_of_standings(tournament), round_ends_at, status._replace(in_play=None))
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
