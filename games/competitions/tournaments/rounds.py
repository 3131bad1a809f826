"""The course of a tournament: it begins, rounds begin and end, tables are opened, bots sit in for absent participants.

All state is in the database, and each step can be repeated: if a process is killed in the middle, another one
continues.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Case, When
from django.urls import reverse
from django.utils import timezone

from accounts.base.batches import in_batches
from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from accounts.models import Notification
from accounts.notifications.services import notify_all_on_commit
from games import engine
from games.competitions.tournaments import direction, ending, late, notices, queries, services
from games.competitions.tournaments.kinds import kind_of
from games.engine import BOT_SEED, LEAST_PARTICIPANTS
from games.lobby import tables
from games.models import (
    Game,
    Seat,
    Tournament,
    TournamentEntry,
    TournamentRound,
    TournamentSeat,
    TournamentStage,
    rules_of,
)
from games.play import clocks, game_rows, presence, progress, proposals, queue, seats
from games.play.errors import NotPossible
from games.play.modes import rounds as play_rounds
from games.values import RUNNING, BotPause, Stage, TableOptions
from games.values.boards import NO_SEEDS

PATIENCE: Final = 60
"""After how many seconds a bot sits in for a player who is not at the table."""

ROWS_AT_ONCE: Final = 200
"""How many rows a statement writes."""

TABLES_AT_ONCE: Final = 10
"""How many tables a transaction opens. Where there is one writer at a time, moves wait for it."""

_MOVEMENT_KEY: Final = 0
"""The number of the secret that draws the numbers of the participants; it reveals nothing of those of the boards."""


# The beginning


@transaction.atomic
def begin(tournament: Tournament, now: datetime) -> None:
    """Begin a tournament that is due, with those who have checked in: their numbers are drawn.

    It is called off if fewer than three have checked in and nobody joins them in the next minutes.
    """
    locked = services.lock(tournament.code)
    if locked.stage != TournamentStage.OPEN or locked.starts_at > now:
        return
    there = [entry for entry in queries.entries_of(locked) if entry.checked_in_at and queries.may_play(entry)][
        : locked.limit
    ]
    if len(there) < LEAST_PARTICIPANTS:
        if now < late.waits_until(locked):
            return
        locked.stage, locked.ended_at, locked.next_round_at = TournamentStage.CANCELLED, now, None
        notices.called_off(locked, "few")
    else:
        _draw_numbers(locked, there, now)
        locked.stage, locked.next_round_at = TournamentStage.RUNNING, now
        locked.rounds = kind_of(locked).rounds(locked, locked.entries.filter(number__isnull=False).count())
    locked.save()


def _draw_numbers(tournament: Tournament, there: Sequence[TournamentEntry], now: datetime) -> None:
    """Give each participant a number of the movement, and bots those that meet least."""
    kind = kind_of(tournament)
    bots = kind.bots_for(tournament, len(there))
    count = len(there) + bots
    kept = kind.numbers_of_bots(tournament, count, bots)
    free = [number for number in range(count) if number not in kept]
    root = bytes.fromhex(tournament.root)
    key = engine.deal_key(engine.chain_secret(root, _MOVEMENT_KEY), tournament.code, 0, NO_SEEDS)
    for entry, drawn in zip(there, engine.drawn_numbers(key, len(there)), strict=True):
        entry.number = free[drawn]
    TournamentEntry.objects.bulk_update(there, ["number"], batch_size=ROWS_AT_ONCE)
    late.add_bots(tournament, kept, now)


# A round begins


@transaction.atomic
def begin_round(tournament: Tournament, now: datetime) -> None:
    """Begin the next round, if it is due: its places are stored, and `open_tables` opens the tables."""
    locked = services.lock(tournament.code)
    is_due = locked.next_round_at is not None and locked.next_round_at <= now
    if locked.stage != TournamentStage.RUNNING or locked.paused_at is not None or not is_due:
        return
    number = locked.played_rounds.count() + 1
    ends_at = now + timedelta(minutes=locked.minutes)
    begun = TournamentRound.objects.create(tournament=locked, number=number, started_at=now, ends_at=ends_at)
    entries = queries.participants(locked)
    trios = kind_of(locked).round_of(locked, entries, number).tables
    TournamentSeat.objects.bulk_create(
        TournamentSeat(round=begun, table=table, player=player, entry=entries[each])
        for table, trio in enumerate(trios, start=1)
        for player, each in enumerate(trio)
    )
    locked.next_round_at = None
    locked.save(update_fields=["next_round_at"])


def open_tables(of_round: TournamentRound) -> None:
    """Open the tables of a round that are not open yet, a few in each transaction, so that moves elsewhere need not
    wait.
    """
    waiting = of_round.places.filter(game=None).order_by("table").values_list("table", flat=True).distinct()
    for batch in in_batches(list(waiting), TABLES_AT_ONCE):
        _open_batch(of_round, batch)


@transaction.atomic
def _open_batch(of_round: TournamentRound, tables: Sequence[int]) -> None:
    """Open these tables with few statements. The games begin by themselves in a few seconds.

    None is opened once the host has ended the tournament: `direction.wind_up` closes those that are open, and would not
    see it.
    """
    tournament = services.lock(of_round.tournament.code)
    if tournament.stage != TournamentStage.RUNNING or queries.current_round(tournament) != of_round:
        return
    rows = of_round.places.filter(table__in=tables, game=None).select_related("entry__user")
    at_tables = groupby(rows.order_by("table", "player"), key=attrgetter("table"))
    opened = [_new_table(tournament, of_round, list(places)) for _table, places in at_tables]
    if not opened:  # another process was faster
        return
    seated = [seat for each in opened for seat in each.seats]
    game_rows.add_all([each.game for each in opened], seated)
    presence.signs_of_life((seat.game.code, seat.player) for seat in seated)  # time away counts from here
    rows.update(game=Case(*(When(table=each.places[0].table, then=each.game.pk) for each in opened)))
    notify_all_on_commit([notice for each in opened for notice in _notices(each, of_round.ends_at)])


class _Opened(NamedTuple):
    """A table of a round: its game and seats, and the places of the movement."""

    game: Game
    seats: list[Seat]
    places: list[TournamentSeat]


def _new_table(tournament: Tournament, of_round: TournamentRound, places: list[TournamentSeat]) -> _Opened:
    """Return a table that is not stored yet."""
    users = [place.entry.user if queries.may_play(place.entry) else None for place in places]  # a bot plays otherwise
    game = tables.new_game(
        host=next((user for user in users if user is not None), tournament.host),
        rules=rules_of(tournament),
        name=f"{tournament.name[:30]} · {of_round.number}/{places[0].table}",
        options=TableOptions(
            spectators=False, clock=tournament.clock, patience=PATIENCE, bot_pause=BotPause.SHORT, bot_style="steady"
        ),
        round=of_round,
    )
    game.chain_root, game.stage = tournament.root, Stage.DRAWING
    facts = play_rounds.facts_of(game)
    assert facts is not None, "it is a table of a round"
    game.opening_dealer = facts.first_dealer
    opened = _Opened(game, seats.of_people(game, users), places)
    _prepare(opened)
    progress.begun(game, opened.seats)
    return opened


def _prepare(opened: _Opened) -> None:
    """Give free seats to bots, and all players their time."""
    taken = {place.entry.bot_name for place in opened.places}
    free = (name for name in seats.BOT_NAMES if name not in taken)
    for seat, place in zip(opened.seats, opened.places, strict=True):
        place.game = opened.game
        if seat.user_id is None:
            seat.bot_name, seat.seed = place.entry.bot_name or next(free), BOT_SEED
        clocks.fill_reserve(opened.game, seat)


def _notices(opened: _Opened, ends_at: datetime) -> Iterator[Notification]:
    """Yield the notifications of a table's players: that it is ready, until its round ends."""
    code, values = opened.game.code, {"tournament": opened.game.name}
    about_it = {"kind": "tournament_table", "about": code, "path": reverse("games:table", args=[code])}
    for seat in opened.seats:
        if seat.user_id is not None:
            yield Notification(user_id=seat.user_id, expires_at=ends_at, values=values, **about_it)


# A round is played


def replace_absent(of_round: TournamentRound) -> None:
    """Let a bot sit in for each player who has been away from a table too long, until they come back."""
    people = Seat.objects.filter(game__round=of_round, game__stage__in=RUNNING, user__isnull=False, bot_name="")
    places = people.filter(game__pause="").values_list("game__code", "player")
    away = presence.who_is_away_too_long(places, PATIENCE)
    for code, player in sorted(away):
        with suppress(NotPossible), queue.change(code) as game:
            proposals.stand_in(game, player)


def end_round(of_round: TournamentRound, now: datetime) -> None:
    """End a round all of whose tables have finished, or whose time is up."""
    if of_round.ends_at <= now or not queries.unfinished(of_round).exists():
        ending.end_round(of_round, now)


# The task of a ticker


_attempts: Final = Attempts(logging.getLogger(__name__), "tournament %s could not be served")

EVERY: Final = 1.0
"""Seconds between two checks of what is due."""


def serve() -> None:
    """Do all that is due in tournaments."""
    now = timezone.now()
    _serve(_UNREMINDED.all(now, now + services.REMINDED), services.remind, now)
    _serve(_TO_BEGIN.all(now), begin, now)
    _serve(_RUNNING.all(), go_on, now)
    _serve(_TO_WIND_UP.all(), direction.wind_up, now)


_OPEN: Final = Tournament.objects.filter(stage=TournamentStage.OPEN)
_UNREMINDED: Final = Statement(
    lambda now, before: _OPEN.filter(reminded_at=None, starts_at__gt=now, starts_at__lte=before)
)
_TO_BEGIN: Final = Statement(lambda now: _OPEN.filter(starts_at__lte=now))
_RUNNING: Final = Statement(lambda: Tournament.objects.filter(stage=TournamentStage.RUNNING).order_by("pk"))
_TO_WIND_UP: Final = Statement(
    lambda: Tournament.objects.filter(stage=TournamentStage.OVER, played_rounds__in=queries.rounds_in_play())
)


def _serve(due: Iterable[Tournament], step: Callable[[Tournament, datetime], None], now: datetime) -> None:
    _attempts.each(due, lambda tournament: step(tournament, now), attrgetter("code"))


def go_on(tournament: Tournament, now: datetime) -> None:
    """Take the next steps of a running tournament. A paused one only has its tables paused."""
    if tournament.paused_at is not None:
        direction.pause_tables(tournament)
        return
    ending.end_if_nobody_is_left(tournament, now)
    begin_round(tournament, now)
    in_play = queries.current_round(tournament)
    if in_play is not None:
        open_tables(in_play)
        replace_absent(in_play)
        end_round(in_play, now)
