"""Downtime counts for nobody: after it, whatever had not ended goes on with the time that was left."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Notification
from accounts.preferences import vacation
from accounts.site_config import downtime, service
from accounts.site_config.models import Downtime, Service
from games.competitions.sets import services as sets
from games.competitions.sets.services import NotOpen
from games.competitions.tournaments import direction, late, queries, services
from games.management import deadlines
from games.models import DealSet, Game, Seat, SetKind, Tournament, TournamentStage
from games.play import clocks, pauses, presence, proposals
from games.values import PauseReason, Proposal, Stage
from tests.competitions.sets.sets import board_of
from tests.competitions.tournaments.tournaments import announced, running, tables_of
from tests.downtimes import Tickers, left, people_are_there
from tests.play.proposing import move_once, propose
from tests.tables import Time, begin, gather, here, new_player, three_people

pytestmark = pytest.mark.django_db

LAG = timedelta(seconds=clocks.USUAL_LAG)
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def waiting_seat(code: str) -> tuple[Game, Seat]:
    """Return the game and the seat of the person whose turn it is."""
    game = Game.objects.get(code=code)
    return game, game.seats.select_related("user").get(waiting_since__isnull=False, bot_name="")


def time_left(code: str) -> tuple[float, float]:
    """Return the seconds that the person whose turn it is has for this move, and in reserve."""
    clock = clocks.seat_clock(*waiting_seat(code))
    assert clock is not None
    return clock.left(timezone.now())


class TestTournaments:
    def test_round_lasts_as_long_as_it_was_served(self, tickers: Tickers) -> None:
        tournament = running(9, rounds=1)
        tickers.serve(3 * MINUTE, every=4)
        served_until = timezone.now()
        tickers.are_down(19 * MINUTE)
        tickers.look()
        in_play = queries.current_round(tournament)
        assert in_play is not None
        assert left(in_play.ends_at) == 17 * MINUTE
        assert Downtime.objects.values_list("start", "end").get() == (served_until, timezone.now())
        assert len(tables_of(tournament)) == 3

    def test_break_lasts_as_long_as_it_was_served(self, tickers: Tickers) -> None:
        tournament = running(3)
        tickers.look()
        Tournament.objects.update(next_round_at=timezone.now() + timedelta(seconds=80))
        tickers.are_down(HOUR)
        tickers.look()
        tournament.refresh_from_db()
        assert tournament.next_round_at is not None
        assert left(tournament.next_round_at) == 80

    def test_host_pause_counts_downtime_once(self, tickers: Tickers) -> None:
        tournament = running(3)
        tickers.serve(4)
        direction.pause(tournament, by=tournament.host, reason="A break.")
        tickers.serve(MINUTE)
        tickers.are_down(HOUR)
        tickers.serve(MINUTE)
        direction.resume(tournament, by=tournament.host, reason="On we go.")
        in_play = queries.current_round(tournament)
        assert in_play is not None
        assert left(in_play.ends_at) == 20 * MINUTE - 4

    def test_pause_that_begins_in_it_costs_no_time(self, tickers: Tickers) -> None:
        """The host sees that all tables stand still."""
        tournament = running(3)
        tickers.serve(4)
        tickers.are_down(5 * MINUTE)
        direction.pause(tournament, by=tournament.host, reason="Nothing moves.")
        tickers.are_down(MINUTE)
        tickers.serve(MINUTE)
        direction.resume(tournament, by=tournament.host, reason="On we go.")
        in_play = queries.current_round(tournament)
        assert in_play is not None
        assert left(in_play.ends_at) == 20 * MINUTE - 4

    def test_pause_that_ends_in_it_brings_no_time(self, tickers: Tickers) -> None:
        tournament = running(3)
        tickers.serve(4)
        direction.pause(tournament, by=tournament.host, reason="A break.")
        tickers.serve(MINUTE)
        tickers.are_down(5 * MINUTE)
        direction.resume(tournament, by=tournament.host, reason="On we go.")
        tickers.are_down(MINUTE)
        tickers.look()
        in_play = queries.current_round(tournament)
        assert in_play is not None
        assert left(in_play.ends_at) == 20 * MINUTE - 4

    def test_beginning_is_put_off_by_the_time_nobody_could_check_in(self, tickers: Tickers) -> None:
        tournament = announced()
        Tournament.objects.update(starts_at=timezone.now() + timedelta(hours=2), next_round_at=None)
        people = [new_player() for _ in range(20)]
        for user in people:
            services.enter(tournament.code, user)
        tickers.look()
        tickers.are_down(2 * HOUR + MINUTE)
        tickers.look()
        tournament.refresh_from_db()
        assert tournament.stage == TournamentStage.OPEN
        assert left(tournament.starts_at) == 30 * MINUTE
        for user in people:
            services.check_in(tournament.code, user)
        tickers.serve(30 * MINUTE, every=4)
        tournament.refresh_from_db()
        assert tournament.stage == TournamentStage.RUNNING
        assert queries.count_checked_in(tournament) == 20

    def test_third_participant_has_the_minutes_of_grace_that_were_served(self, tickers: Tickers) -> None:
        """Two are there at the beginning; the site is down before the third comes, and the third comes right after."""
        tournament = announced()
        Tournament.objects.update(starts_at=timezone.now() + timedelta(minutes=1), next_round_at=None)
        for _ in range(2):
            services.enter(tournament.code, new_player())
        tickers.serve(2 * MINUTE)
        tickers.are_down(HOUR)
        tickers.look()
        tournament.refresh_from_db()
        assert tournament.stage == TournamentStage.OPEN, "a minute of three was served"
        assert left(late.waits_until(tournament)) == 2 * MINUTE
        services.enter(tournament.code, new_player())
        tickers.look()
        tournament.refresh_from_db()
        assert tournament.stage == TournamentStage.RUNNING

    def test_beginning_is_put_off_by_no_more_than_that(self, tickers: Tickers) -> None:
        announced()  # in ten minutes
        tickers.look()
        tickers.are_down(MINUTE)
        tickers.look()
        assert left(Tournament.objects.get().starts_at) == 10 * MINUTE
        assert Tournament.objects.get().calendar_sequence == 1, "calendars know the newer one"
        Tournament.objects.update(starts_at=timezone.now() + timedelta(hours=3))
        tickers.are_down(HOUR)
        tickers.look()
        assert left(Tournament.objects.get().starts_at) == 2 * HOUR, "nobody could have checked in yet"

    def test_participants_are_reminded_of_the_new_beginning(self, tickers: Tickers) -> None:
        tournament = announced()
        services.enter(tournament.code, new_player())
        tickers.look()
        tickers.are_down(HOUR)
        tickers.look()
        reminders = Notification.objects.filter(kind="tournament_soon").order_by("pk")
        before, after = reminders.values_list("expires_at", flat=True)
        assert after == before + timedelta(hours=1)

    def test_nobody_is_away_because_the_site_was(self, tickers: Tickers) -> None:
        """Heartbeats are kept in Redis, and are older than the patience when the site is back."""
        tournament = running(9)
        tickers.look()
        people_are_there(*tables_of(tournament))
        tickers.are_down(75)
        tickers.serve(12)
        assert not Seat.objects.exclude(bot_name="").exists()
        tickers.serve(MINUTE)
        assert Seat.objects.exclude(bot_name="").count() == 9, "they have not come back"


class TestSets:
    def set_of_today(self, time: Time, hours_left: float) -> DealSet:
        today = time.now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        time.now = today + timedelta(hours=24 - hours_left)
        sets.open_sets_of_day(today.date())
        return DealSet.objects.get(kind=SetKind.DAY)

    def test_set_is_open_for_as_long_as_it_was(self, time: Time, tickers: Tickers) -> None:
        of_set = self.set_of_today(time, hours_left=2)
        game = sets.begin(board_of(of_set), new_player())
        tickers.look()
        tickers.are_down(3 * HOUR)
        tickers.look()
        of_set.refresh_from_db()
        assert of_set.closes_at is not None
        assert left(of_set.closes_at) == 2 * HOUR
        assert not game.seats.exclude(user=None).exclude(bot_name="").exists(), "no Expert plays for the player"
        sets.begin(board_of(of_set), new_player())
        tickers.serve(2 * HOUR, every=4)
        assert game.seats.exclude(user=None).exclude(bot_name="").exists()
        with pytest.raises(NotOpen):
            sets.begin(board_of(of_set), new_player())

    def test_morning_leaves_the_evening_as_it_is(self, time: Time, tickers: Tickers) -> None:
        of_set = self.set_of_today(time, hours_left=22)
        closes_at = of_set.closes_at
        tickers.look()
        tickers.are_down(3 * HOUR)
        tickers.look()
        of_set.refresh_from_db()
        assert of_set.closes_at == closes_at

    def test_set_that_no_ticker_opened_in_time_is_open_for_longer(self, time: Time, tickers: Tickers) -> None:
        self.set_of_today(time, hours_left=1)
        tickers.look()
        tickers.are_down(22 * HOUR)
        tickers.look()
        sets.open_sets_of_day(time.now.astimezone(UTC).date())
        of_set = DealSet.objects.filter(kind=SetKind.DAY).latest("opens_at")
        assert of_set.closes_at is not None
        assert left(of_set.closes_at) == 12 * HOUR


class TestGames:
    def test_clock_stands_still(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="fast")
        tickers.look()
        people_are_there(Game.objects.get())
        tickers.are_down(4)
        tickers.look()
        before = time_left(code)
        tickers.are_down(50)
        tickers.look()
        assert time_left(code) == before
        assert Game.objects.get().stage == Stage.DEAL

    def test_move_after_it_costs_no_reserve(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="fast")
        tickers.serve(4)
        game, seat = waiting_seat(code)
        tickers.are_down(50)
        tickers.look()
        clocks.stop(game, seat, timezone.now())
        assert seat.reserve == clocks.BUDGETS["fast"].reserve

    def test_move_before_a_ticker_serves_again_costs_no_reserve(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="fast")
        tickers.serve(4)
        game, seat = waiting_seat(code)
        tickers.are_down(50)
        downtime.load()
        clocks.stop(game, seat, timezone.now())
        assert seat.reserve == clocks.BUDGETS["fast"].reserve

    def test_time_out_comes_when_the_time_that_was_served_is_up(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="fast")
        version = Game.objects.get().version
        tickers.serve(30)
        tickers.are_down(40)
        tickers.look()
        tickers.serve(sum(time_left(code)) - 1, every=1)
        assert Game.objects.get().version == version
        tickers.serve(4, every=1)
        assert Game.objects.get().version > version

    def test_days_of_a_game_by_turns_are_served_days(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="1day")
        tickers.look()
        before, _reserve = time_left(code)
        tickers.are_down(5 * DAY)
        tickers.look()
        assert time_left(code)[0] == before

    def test_weekend_is_not_counted_twice(self, time: Time, tickers: Tickers) -> None:
        """The site is down on a Monday, for a player whose clock has run for half of Friday."""
        time.now = datetime(2026, 11, 27, 12, tzinfo=UTC)
        code = begin(new_player(), new_player(), new_player(), clock="3days", weekends_off=True)
        time.now = datetime(2026, 11, 30, tzinfo=UTC)
        tickers.look()
        assert clocks.deadline(*waiting_seat(code)) == datetime(2026, 12, 2, 12, tzinfo=UTC) + LAG
        tickers.are_down(DAY)
        tickers.look()
        assert clocks.deadline(*waiting_seat(code)) == datetime(2026, 12, 3, 12, tzinfo=UTC) + LAG

    def test_clock_begins_after_it_if_a_vacation_ended_meanwhile(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player(), clock="1day")
        _game, seat = waiting_seat(code)
        assert seat.user is not None
        vacation.begin(seat.user, 1)
        tickers.look()
        tickers.are_down(3 * DAY)
        tickers.look()
        assert time_left(code)[0] == DAY

    def test_proposal_has_the_time_that_was_left(self, tickers: Tickers) -> None:
        code = three_people(clock="normal")
        mover = move_once(code)
        tickers.serve(4)
        propose(code, mover)
        tickers.serve(8)
        game = Game.objects.get()
        lapses_at = clocks.lapses_at(game, game.seats.filter(waiting_since__isnull=False))
        tickers.are_down(MINUTE)
        tickers.look()
        game = Game.objects.get()
        assert game.proposal
        later = clocks.lapses_at(game, game.seats.filter(waiting_since__isnull=False))
        assert lapses_at is not None
        assert later == lapses_at + timedelta(minutes=1)

    def test_pause_lasts_as_long_as_it_was_served(self, tickers: Tickers) -> None:
        code = begin(new_player(), new_player(), new_player())
        pauses.pause(code=code, player=0, reason=PauseReason.MOMENT)
        tickers.serve(MINUTE)
        tickers.are_down(HOUR)
        tickers.look()
        game = Game.objects.get()
        assert game.paused_until is not None
        assert left(game.paused_until) == 9 * MINUTE
        assert game.due_at == game.paused_until

    def test_first_browser_that_is_back_does_not_end_the_game_alone(self, tickers: Tickers) -> None:
        code = three_people()
        tickers.look()
        tickers.are_down(HOUR)
        tickers.look()
        here(code, [0])
        proposals.propose(code=code, player=0, kind=Proposal.END)
        assert Game.objects.get().stage == Stage.DEAL
        assert presence.host_now(Game.objects.get()) == Game.objects.get().host_id

    def test_table_that_waits_for_players_stays_open(self, tickers: Tickers) -> None:
        gather(new_player())
        tickers.serve(4)
        tickers.are_down(3 * DAY)
        tickers.serve(10 * MINUTE, every=4)
        assert Game.objects.get().stage == Stage.OPEN


class TestPresence:
    def test_web_process_that_was_away_alone_takes_nobody_for_gone(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The tickers went on; the only process that takes heartbeats began a moment ago."""
        code = three_people()
        time.passes(HOUR)
        monkeypatch.setattr(downtime, "_known", downtime._Known(reachable_since=timezone.now()))
        assert not presence.attendance(code, MINUTE).away_too_long
        time.passes(MINUTE)
        assert presence.attendance(code, MINUTE).away_too_long == {0, 1, 2}


class TestClock:
    """The clock of the machine is an hour ahead for 25 seconds, then right again."""

    def test_bots_move_on(self, tickers: Tickers, caplog: pytest.LogCaptureFixture) -> None:
        code = begin(new_player(), new_player(), clock="normal")
        tickers.serve(4)
        tickers.clock_is_set(HOUR)
        tickers.serve(25, every=1)
        tickers.clock_is_set(-HOUR)
        tickers.look()
        [line] = [record for record in caplog.records if "set back" in record.message]
        assert "3600 s" in line.getMessage()
        assert not Downtime.objects.exists()
        tickers.serve(8)
        game = Game.objects.get(code=code)
        assert game.due_at is None or left(game.due_at) < 4 * MINUTE
        assert all(left(seat.waiting_since) <= 0 for seat in game.seats.all() if seat.waiting_since)

    def test_tournament_begins_when_it_was_to_begin(self, tickers: Tickers) -> None:
        tournament = announced()
        starts_at = timezone.now() + timedelta(minutes=10)
        Tournament.objects.update(starts_at=starts_at, next_round_at=starts_at)
        tickers.serve(4)
        tickers.clock_is_set(HOUR)
        tickers.serve(25, every=1)
        tickers.clock_is_set(-HOUR)
        tickers.look()
        tournament.refresh_from_db()
        assert (tournament.starts_at, tournament.next_round_at) == (starts_at, starts_at)
        assert tournament.reminded_at is not None, "of this moment again"

    def test_round_has_the_time_that_was_left(self, tickers: Tickers) -> None:
        tournament = running(3)
        tickers.serve(3 * MINUTE)
        tickers.clock_is_set(HOUR)
        tickers.serve(25, every=1)
        in_play = queries.current_round(tournament)
        assert in_play is not None
        assert left(in_play.ends_at) == 17 * MINUTE - 25
        tickers.clock_is_set(-HOUR)
        tickers.look()
        in_play.refresh_from_db()
        assert in_play.ended_at is None
        assert left(in_play.ends_at) == 17 * MINUTE - 25


def test_two_tickers_store_a_downtime_once(tickers: Tickers) -> None:
    announced()
    tickers.look()
    tickers.are_down(MINUTE)
    tickers.look()
    service.forget()  # as another process
    tickers.look()
    assert Downtime.objects.count() == 1
    assert left(Tournament.objects.get().starts_at) == 10 * MINUTE


def test_ticker_that_waits_for_the_database_takes_no_downtime_back(
    tickers: Tickers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one has looked meanwhile, and stored the downtime: no clock was set."""
    tickers.look()
    tickers.are_down(MINUTE)
    record = service._record

    def waits_first(*look: object) -> None:
        tickers.are_down(20)
        now = timezone.now()
        Downtime.objects.create(start=now - timedelta(seconds=MINUTE + 20), end=now)
        Service.objects.update(served_at=now)
        record(*look)

    monkeypatch.setattr(service, "_record", waits_first)
    deadlines.look()
    [stored] = Downtime.objects.all()
    assert stored.end == Service.objects.get().served_at == timezone.now()


def test_first_look_of_a_site_is_no_downtime(tickers: Tickers) -> None:
    tickers.look()
    assert not Downtime.objects.exists()


def test_old_downtimes_are_removed(tickers: Tickers) -> None:
    tickers.look()
    tickers.are_down(MINUTE)
    tickers.look()
    assert downtime.remove_old() == 0
    tickers.are_down(91 * DAY)
    assert downtime.remove_old() == 1
