"""Downtime of any length at any moment changes nothing but when things happen: each course is lived through twice.

A course is what people do at moments of served time. The second time, the site is down at one of them.
"""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings, strategies as st

from accounts.models import Notification, User
from accounts.site_config import downtime, service
from games import bots
from games.clubs import evenings, subject as club_ticker
from games.competitions.sets import closing, queries as set_queries, services as sets
from games.competitions.tournaments import queries, rounds as tournament_ticker, services
from games.engine import Rules, view_for, waiting_for
from games.management import deadlines
from games.models import DealSet, Event, FillUp, Game, Seat, Tournament
from games.play import clocks, queue, table_cache, ticker as game_ticker
from games.values import Author, Clock
from tests.clubs.clubs import club_of
from tests.competitions.sets.sets import board_of, play_on
from tests.competitions.tournaments.tournaments import announced, play_table, tables_of
from tests.downtimes import Tickers, left, people_are_there
from tests.tables import Time, begin, new_player, state_of, three_people

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(0)]

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60

LENGTHS = st.one_of(st.floats(5.1, 90), st.floats(90, 3 * HOUR), st.floats(3 * HOUR, 9 * DAY))


LOOKS = 45
"""How often the tickers look during a course."""

MOMENTS = max(4, settings().max_examples // 7)
"""How many times each course is interrupted: in all 20 in the suite, 2,140 by `make thorough`."""


class Course(Protocol):
    """What goes on for so many seconds of service."""

    lasts: float

    def goes_on(self, served: float) -> None:
        """Let people do what they do until this moment of served time, and let the site serve them."""

    def seen(self) -> object:
        """Return what has come of it so far. Moments are those of served time."""


def live(begin_course: Callable[[], Course], time: Time, tickers: Tickers, at: int, down: float) -> list[object]:
    """Live through a course; before look number `at` the site is `down` for so many seconds. Undo it all."""
    began, seen, served = time.now, list[object](), 0.0
    for forget in (cache.clear, table_cache.clear, downtime.forget, service.forget):
        forget()
    with transaction.atomic():
        course = begin_course()
        tickers.served(0)
        for number in range(1, LOOKS + 1):
            tickers.served(course.lasts / LOOKS)
            served = number * course.lasts / LOOKS
            if number == at:
                tickers.are_down(down)
            deadlines.look()
            course.goes_on(served)
            seen.append(course.seen())
        transaction.set_rollback(True)
    time.now = began
    return seen


def check_any_downtime(begin_course: Callable[[], Course], time: Time, tickers: Tickers) -> None:
    """Compare a course with one in which the site was down, at many moments and for many lengths."""
    without = live(begin_course, time, tickers, at=0, down=0)

    @settings(max_examples=MOMENTS)
    @given(st.integers(1, LOOKS), LENGTHS)
    def check(at: int, down: float) -> None:
        assert live(begin_course, time, tickers, at, round(down, 1)) == without

    check()


class TournamentCourse:
    """Six enter, three at the last moment. Of two tables one finishes the first round, both the second."""

    lasts: float = 45 * MINUTE

    def __init__(self, tournament: Tournament, people: list[User], begins: float) -> None:
        self._tournament, self._people, self._begins, self._done = tournament, people, begins, set[str]()

    def goes_on(self, served: float) -> None:
        if served >= self._begins - 4 * MINUTE and self._is_new("entries"):
            for user in self._people[3:]:
                services.enter(self._tournament.code, user)
        people_are_there(*tables_of(self._tournament))
        tournament_ticker.serve()
        club_ticker.serve()
        if served >= self._begins + 6 * MINUTE and self._is_new("first"):
            self._play(tables_of(self._tournament)[:1])
        if self._tournament.played_rounds.count() == 2 and served >= self._begins + 25 * MINUTE and self._is_new("all"):
            self._play(tables_of(self._tournament))

    def _is_new(self, what: str) -> bool:
        is_new = what not in self._done
        self._done.add(what)
        return is_new

    def _play(self, tables: list[Game]) -> None:
        for number, table in enumerate(tables):
            play_table(table.code, by=f"table {number}")

    def seen(self) -> object:
        tournament = Tournament.objects.get(pk=self._tournament.pk)
        in_play = queries.current_round(tournament)
        users = dict(tournament.entries.values_list("pk", "user"))
        return (
            tournament.stage,
            None if tournament.next_round_at is None else left(tournament.next_round_at),
            None if in_play is None else (in_play.number, left(in_play.ends_at)),
            queries.count_checked_in(tournament),
            Seat.objects.filter(game__round__tournament=tournament).exclude(bot_name="").count(),
            [(users[line.entry], line.place, line.percent) for line in queries.standings_of(tournament)],
            {kind for (kind,) in Notification.objects.values_list("kind")},
        )


def test_tournament(time: Time, tickers: Tickers) -> None:
    tournament = announced()
    people = [new_player() for _ in range(6)]
    for user in people[:3]:
        services.enter(tournament.code, user)
    check_any_downtime(lambda: TournamentCourse(tournament, people, begins=10 * MINUTE), time, tickers)


def test_evening_of_a_club(time: Time, tickers: Tickers) -> None:
    people = [new_player() for _ in range(6)]
    club = club_of(*people)
    plan = services.Plan(
        name="Thursday",
        text="",
        starts_at=timezone.now() + timedelta(minutes=15),
        rounds=2,
        boards=1,
        minutes=20,
        clock=Clock.NORMAL,
        limit=60,
        fill_up=FillUp.OUT,
        rules=Rules(),
    )
    tournament = evenings.announce_tournament(club, plan, by=people[0])
    for user in people[:3]:
        services.enter(tournament.code, user)
    check_any_downtime(lambda: TournamentCourse(tournament, people, begins=15 * MINUTE), time, tickers)


class SetCourse:
    """The last two hours of the deal of the day: one finishes it ten minutes before, one never does."""

    lasts: float = 135 * MINUTE

    def __init__(self, of_set: DealSet, player: User, late: User) -> None:
        self._set, self._player, self._late = of_set, player, late
        self._game: Game | None = None

    def goes_on(self, served: float) -> None:
        closing.close_due(timezone.now())
        if self._game is None and served >= 10 * MINUTE:
            self._game = sets.begin(board_of(self._set), self._player)
            sets.begin(board_of(self._set), self._late)
        if served >= 110 * MINUTE and self._game is not None and not self._has_played():
            play_on(board_of(self._set), self._game.code)

    def _has_played(self) -> bool:
        return bool(set_queries.days_played(self._player))

    def seen(self) -> object:
        of_set = DealSet.objects.get(pk=self._set.pk)
        is_open = sets.is_open(of_set, timezone.now())
        assert of_set.closes_at is not None
        experts = Seat.objects.filter(game__board__deal_set=of_set, user__isnull=False).exclude(bot_name="")
        return is_open, left(of_set.closes_at), self._has_played(), experts.count()


def test_set_of_deals(time: Time, tickers: Tickers) -> None:
    time.now = datetime(2026, 11, 26, 22, tzinfo=UTC)
    sets.open_sets_of_day(time.now.date())
    DealSet.objects.update(bot_level="beginner")
    of_set, player, late = DealSet.objects.get(code="day-2026-11-26"), new_player(), new_player()
    check_any_downtime(lambda: SetCourse(of_set, player, late), time, tickers)


class GameCourse:
    """Three people play; each takes a while for a move, often more than the time for it, but never all of the time."""

    def __init__(self, code: str, lasts: float, longest: float) -> None:
        self.lasts = lasts
        self._code, self._longest, self._moves, self._next = code, longest, 0, 0.0

    def goes_on(self, served: float) -> None:
        people_are_there(Game.objects.get(code=self._code))
        game_ticker.serve_due()
        if served >= self._next:
            rng = random.Random(self._moves)
            state = state_of(self._code)
            [player, *_] = waiting_for(state)
            version = Game.objects.get(code=self._code).version
            queue.take_turn(code=self._code, action=bots.choose(view_for(state, player), rng), version=version)
            self._moves, self._next = self._moves + 1, served + rng.uniform(0, self._longest)

    def seen(self) -> object:
        game = Game.objects.get(code=self._code)
        seats = list(game.seats.select_related("user").order_by("player"))
        late = [seat.player for seat in seats if (at := clocks.deadline(game, seat)) and at <= timezone.now()]
        reserves = [(round(seat.reserve, 3), round(seat.spent, 3)) for seat in seats if not game.is_by_turns]
        by_clock = Event.objects.filter(deal__game=game, author=Author.CLOCK).count()
        return game.version, game.stage, self._moves, late, reserves, by_clock


def test_game(time: Time, tickers: Tickers) -> None:
    code = three_people(clock=Clock.FAST)
    check_any_downtime(lambda: GameCourse(code, lasts=225, longest=13), time, tickers)


def test_game_by_turns(time: Time, tickers: Tickers) -> None:
    code = begin(new_player(), new_player(), new_player(), clock=Clock.ONE_DAY, weekends_off=True)
    check_any_downtime(lambda: GameCourse(code, lasts=20 * DAY, longest=11 * HOUR), time, tickers)


def test_courses_notice_a_downtime_that_counts(time: Time, tickers: Tickers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the comparisons above would prove nothing."""
    monkeypatch.setattr(deadlines, "look", lambda: None)
    code = three_people(clock=Clock.FAST)

    def course() -> GameCourse:
        return GameCourse(code, lasts=225, longest=13)

    assert live(course, time, tickers, 20, 50) != live(course, time, tickers, 20, 0)
