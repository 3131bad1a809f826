"""The page of a tournament: what the visitor can do now, the standings, the rounds, the movement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import engine
from games.engine import LEAST_PARTICIPANTS, MOST_PARTICIPANTS
from games.models import FillUp, Tournament, TournamentEntry, TournamentKind, TournamentRound, TournamentStage
from games.play.proofs import commitment_of, secret_of_draw
from games.tournaments import direction, queries, services, words
from games.tournaments.standings import Standing
from games.words.names import decimal, listing, per_cent


class Status(NamedTuple):
    """What the visitor can do now. Who `is_left_out` had entered, and was not there when it began; `lost_in` is the
    round in which the visitor was knocked out, 0 if in none. `table` is the code
    of the own table; `playing` is how many tables of the round still play. `next_round` is the number of the round that
    comes, 0 without one; who plays then at `next_table` sits with `company`, and else sits out.
    """

    is_open: bool
    is_entered: bool
    is_waiting: bool
    may_check_in: bool
    is_checked_in: bool
    entered: int
    is_left_out: bool = False
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


class StandingRow(NamedTuple):
    """A line of the standings in words."""

    place: int | None
    name: str
    page: str
    is_own: bool
    percent: str
    above: str
    boards: int
    rounds: list[str]
    disqualified: str


class MovementRound(NamedTuple):
    """A round of the movement in words: who sits at its tables, and who sits out."""

    number: int
    tables: list[list[str]]
    out: list[str]


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """What the page shows. `secret` decides who has which number, "" before that is drawn."""

    tournament: Tournament
    form: str
    clock: str
    state: str
    fill_up: str
    kind: str
    status: Status
    standings: list[StandingRow]
    ended: list[int]
    entries: list[tuple[str, bool]]
    movement: list[MovementRound]
    meet_most: int
    commitment: str
    secret: str
    may_direct: bool


def tournament_page(tournament: Tournament, user: User | AnonymousUser, now: datetime) -> TournamentPage:
    """Return the page of a tournament for this visitor."""
    entries = queries.entries_of(tournament)
    numbered = sorted((entry for entry in entries if entry.number is not None), key=lambda entry: entry.number or 0)
    count = len(numbered) or _expected(tournament, len(entries))
    of_movement = _movement(tournament, count)
    names = [words.name_of(entry) for entry in numbered] or [str(number + 1) for number in range(count)]
    ended = [each.number for each in queries.rounds_of(tournament) if each.ended_at is not None]
    return TournamentPage(
        tournament=tournament,
        form=words.form_of(tournament),
        clock=words.clock_of(tournament),
        state=words.state_of(tournament),
        fill_up=words.fill_up_of(tournament),
        kind=str(TournamentKind(tournament.kind).label),
        status=status_of(tournament, entries, user, now),
        standings=_rows(queries.standings_of(tournament), numbered, user, ended) if ended else [],
        ended=ended,
        entries=[(words.name_of(entry), at >= tournament.limit) for at, entry in enumerate(entries)],
        movement=[
            MovementRound(
                number, [[names[one] for one in trio] for trio in each.tables], [names[one] for one in each.out]
            )
            for number, each in enumerate(of_movement, start=1)
        ],
        meet_most=max(engine.meetings(of_movement).values(), default=0),
        commitment=commitment_of(tournament.root),
        secret=secret_of_draw(tournament.root) if numbered else "",
        may_direct=direction.may_direct(tournament, user),
    )


def _movement(tournament: Tournament, participants: int) -> tuple[engine.Round, ...]:
    """Return the movement; nothing of a tournament whose rounds follow from results."""
    return engine.movement(participants, tournament.rounds) if tournament.kind == TournamentKind.MOVEMENT else ()


def _expected(tournament: Tournament, entries: int) -> int:
    """Return for how many the movement is shown before the tournament has begun: those who have entered so far."""
    count = max(LEAST_PARTICIPANTS, min(entries, tournament.limit))
    bots = -count % 3 if tournament.fill_up == FillUp.BOTS else 0
    return min(MOST_PARTICIPANTS, count + bots)


def status_of(
    tournament: Tournament, entries: Sequence[TournamentEntry], user: User | AnonymousUser, now: datetime
) -> Status:
    """Return what this visitor can do now."""
    own = next((entry for entry in entries if entry.user_id is not None and entry.user_id == user.pk), None)
    is_open = tournament.stage == TournamentStage.OPEN
    before = Status(
        is_open=is_open,
        is_entered=own is not None,
        is_waiting=own is not None and is_open and queries.is_waiting(entries, own, tournament.limit),
        may_check_in=own is not None and services.is_check_in(tournament, now),
        is_checked_in=own is not None and own.checked_in_at is not None,
        entered=len([entry for entry in entries if entry.user_id is not None]),
        is_left_out=own is not None and own.number is None and not is_open,
        warning=own.warning if own else "",
    )
    if tournament.stage != TournamentStage.RUNNING:
        return before
    if own is not None and own.number is not None and tournament.kind == TournamentKind.KNOCKOUT:
        lost = {line.entry: line.lost_in for line in queries.standings_of(tournament)}
        before = before._replace(lost_in=lost[own.pk] or 0)
    in_play = queries.current_round(tournament)
    return _between(before, tournament, entries, own) if in_play is None else _in_round(before, in_play, own)


def _between(
    before: Status, tournament: Tournament, entries: Sequence[TournamentEntry], own: TournamentEntry | None
) -> Status:
    """Return the status between two rounds: the next one, and the own table in it."""
    number = tournament.played_rounds.count() + 1
    status = before._replace(next_round=number)
    if own is None or own.number is None or before.lost_in:
        return status
    if tournament.kind != TournamentKind.MOVEMENT:
        return status  # who plays with whom is decided only then
    by_number = {entry.number: entry for entry in entries if entry.number is not None}
    tables = engine.movement(len(by_number), tournament.rounds)[number - 1].tables
    for table, trio in enumerate(tables, start=1):
        if own.number in trio:
            others = [words.name_of(by_number[each]) for each in trio if each != own.number]
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
        sits_out=place is None and own is not None and own.number is not None,
        playing=unfinished.values("table").distinct().count(),
    )


def _rows(
    lines: Sequence[Standing], who: Sequence[TournamentEntry], user: User | AnonymousUser, ended: Sequence[int]
) -> list[StandingRow]:
    entries = {entry.pk: entry for entry in who}
    return [_row(line, entries[line.entry], user, ended) for line in lines]


def _row(line: Standing, entry: TournamentEntry, user: User | AnonymousUser, ended: Sequence[int]) -> StandingRow:
    each = [line.rounds.get(number) for number in ended]
    return StandingRow(
        place=line.place,
        name=words.name_of(entry),
        page=entry.user.get_username() if entry.user else "",
        is_own=entry.user_id is not None and entry.user_id == user.pk,
        percent=per_cent(None if line.percent is None else float(line.percent)),
        above=f"{'+' if line.above > 0 else ''}{decimal(float(line.above))}".replace("-", "\N{MINUS SIGN}"),
        boards=line.boards,
        rounds=[per_cent(None if percent is None else float(percent)) for percent in each],
        disqualified=entry.disqualified,
    )
