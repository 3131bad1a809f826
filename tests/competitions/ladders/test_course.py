"""The course of a season: opened and closed once by the ticker, with places, ways up and down, and notifications."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError

from accounts.models import Notification, User
from games.competitions.ladders import queries, services
from games.competitions.sets import closing, services as set_services
from games.models import DealSet, Season, SeasonLadder, SeasonResult, SetKind, Tournament, bulk
from games.play import game_moderation
from tests.competitions.ladders.seasons import (
    CLOSING,
    NEXT_CLOSING,
    NOVEMBER,
    TWENTIETH,
    rated,
    registered,
    result_of,
    season_of,
    serve_at,
)
from tests.competitions.sets.sets import board_of, stored
from tests.competitions.tournaments import tournaments
from tests.finished_games import played_game
from tests.tables import Time, at_once, new_player

pytestmark = pytest.mark.django_db


def test_season_of_the_month_is_opened_once_on_each_ladder(time: Time) -> None:
    serve_at(time, TWENTIETH)
    serve_at(time, TWENTIETH)
    opened = Season.objects.values_list("ladder", "month", "closed_at")
    assert sorted(opened) == sorted((ladder, NOVEMBER, None) for ladder in SeasonLadder.values)


def test_season_is_closed_six_hours_after_its_month_and_the_next_is_opened(time: Time) -> None:
    serve_at(time, TWENTIETH)
    rated(registered(5))
    serve_at(time, CLOSING - timedelta(seconds=1))
    assert season_of().closed_at is None
    assert not SeasonResult.objects.exists()
    serve_at(time, CLOSING)
    assert season_of().closed_at == CLOSING
    assert [row.place for row in season_of().results.order_by("pk")] == [1, 2, 3, 4, 5]
    assert season_of(month="2026-12").closed_at is None


def test_places_come_from_games_of_three_people(time: Time) -> None:
    serve_at(time, TWENTIETH)
    ana, ben, cleo = registered(3)
    for day in range(3):
        played_game(ana, ben, cleo, at=TWENTIETH + timedelta(days=day), seed=day)
    played_game(ana, ben, cleo, at=CLOSING, seed=9)
    serve_at(time, CLOSING)
    assert {result_of(user).played for user in (ana, ben, cleo)} == {3}, "the game of December counts for December"
    assert result_of(ana).place is not None


def test_void_game_counts_no_more(time: Time) -> None:
    serve_at(time, TWENTIETH)
    people = registered(3)
    game = played_game(*people, at=TWENTIETH)
    game_moderation.void(code=game.code, by=new_player(), public_reason="An accident", reason="A note")
    serve_at(time, CLOSING)
    assert not SeasonResult.objects.exists()


def test_divisions_exchange_their_players(time: Time) -> None:
    serve_at(time, TWENTIETH)
    people = registered(24)
    rated(people)
    serve_at(time, CLOSING)
    assert {row.division for row in season_of().results.all()} == {1}
    assert [result_of(user).next_division for user in people] == [1] * 12 + [2] * 12
    rated(people[::-1], "2026-12")  # all the other way round
    serve_at(time, NEXT_CLOSING)
    ways = [(result_of(user, "2026-12").division, result_of(user, "2026-12").next_division) for user in people]
    assert ways == [(1, 2)] * 3 + [(1, 1)] * 9 + [(2, 2)] * 9 + [(2, 1)] * 3
    assert [result_of(user, "2026-12").medal for user in people[-3:]] == [3, 2, 1]


def test_who_does_not_play_leaves_after_two_seasons(time: Time) -> None:
    serve_at(time, TWENTIETH)
    people = registered(6)
    rated(people)
    serve_at(time, CLOSING)
    rated(people[1:], "2026-12")
    serve_at(time, NEXT_CLOSING)
    absent = result_of(people[0], "2026-12")
    assert (absent.place, absent.next_division, absent.missed) == (None, 1, 1)
    rated(people[1:], "2027-01")
    serve_at(time, datetime(2027, 2, 1, 6, tzinfo=UTC))
    assert result_of(people[0], "2027-01").next_division is None
    serve_at(time, datetime(2027, 3, 1, 6, tzinfo=UTC))
    assert not SeasonResult.objects.filter(season__month="2027-02", user=people[0]).exists()


def test_months_that_no_ticker_has_seen_are_closed_one_after_another(time: Time) -> None:
    serve_at(time, TWENTIETH)
    serve_at(time, datetime(2027, 2, 3, tzinfo=UTC))
    serve_at(time, datetime(2027, 2, 3, tzinfo=UTC))
    serve_at(time, datetime(2027, 2, 3, tzinfo=UTC))
    tables = Season.objects.filter(ladder=SeasonLadder.TABLES).order_by("month")
    assert [(row.month, row.closed_at is not None) for row in tables] == [
        ("2026-11", True), ("2026-12", True), ("2027-01", True), ("2027-02", False)
    ]  # fmt: skip


def test_who_may_not_be_ranked_is_not(time: Time) -> None:
    serve_at(time, TWENTIETH)
    guest, (ana, ben, cleo, bot) = new_player(), registered(4)
    rated([guest, ana, ben, cleo, bot])
    User.objects.filter(pk=ben.pk).update(suspended_until=NEXT_CLOSING)
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    serve_at(time, CLOSING)
    assert list(SeasonResult.objects.values_list("user", "place")) == [(ana.pk, 1)]


@pytest.mark.parametrize("away", [{"suspended_until": NEXT_CLOSING + timedelta(hours=12)}, {"is_active": False}])
def test_who_may_not_act_for_a_day_has_not_played_and_keeps_a_division(time: Time, away: dict[str, object]) -> None:
    people = _two_divisions(time)
    rated(people, "2026-12")
    User.objects.filter(pk=people[0].pk).update(**away)
    serve_at(time, NEXT_CLOSING)
    kept = result_of(people[0], "2026-12")
    assert (kept.division, kept.place, kept.score, kept.medal, kept.missed) == (1, None, None, None, 1)
    assert kept.next_division == 2, "the last of the division"
    User.objects.filter(pk=people[0].pk).update(suspended_until=None, is_active=True)
    rated(people, "2027-01")
    serve_at(time, datetime(2027, 2, 1, 6, tzinfo=UTC))
    assert result_of(people[0], "2027-01").missed == 0


def test_who_may_not_act_at_the_end_of_two_seasons_leaves(time: Time) -> None:
    people = _two_divisions(time)
    User.objects.filter(pk=people[0].pk).update(suspended_until=datetime(2028, 1, 1, tzinfo=UTC))
    for month, closing_at in (("2026-12", NEXT_CLOSING), ("2027-01", datetime(2027, 2, 1, 6, tzinfo=UTC))):
        rated(people, month)
        serve_at(time, closing_at)
    assert result_of(people[0], "2027-01").next_division is None


def test_months_in_which_nobody_played_move_nobody(time: Time) -> None:
    people = _two_divisions(time)
    before = {user.pk: result_of(user).next_division for user in people}
    for month in (1, 2, 3):
        serve_at(time, datetime(2027, month, 1, 6, tzinfo=UTC))
    rows = SeasonResult.objects.filter(season__month="2027-02", season__ladder=SeasonLadder.TABLES)
    assert {row.user_id: row.next_division for row in rows} == before
    assert {(row.place, row.missed, row.medal) for row in rows} == {(None, 0, None)}


def _two_divisions(time: Time) -> list[User]:
    """Return 24 players, in two divisions after the November that has closed."""
    serve_at(time, TWENTIETH)
    people = registered(24)
    rated(people)
    serve_at(time, CLOSING)
    return people


class TestClosing:
    def test_two_processes_close_it_once(self, time: Time, transactional_db: None) -> None:
        serve_at(time, TWENTIETH)
        people = registered(30)
        rated(people)
        time.now = CLOSING
        done = at_once(4, lambda _number: str(services.close(season_of(), CLOSING)))
        assert done == ["False"] * 3 + ["True"]
        assert sorted(row.place or 0 for row in season_of().results.all()) == list(range(1, 31))
        assert Season.objects.filter(ladder=SeasonLadder.TABLES).count() == 2

    def test_process_that_is_killed_leaves_it_to_another(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        serve_at(time, TWENTIETH)
        people = registered(60)
        rated(people)
        upsert, calls = bulk.upsert, list[int]()

        def killed(*args: object, **named: object) -> None:
            calls.append(1)
            if len(calls) == 2:
                raise OperationalError("the server is gone")
            upsert(*args, **named)  # type: ignore[arg-type]  # as they came

        monkeypatch.setattr(bulk, "upsert", killed)
        serve_at(time, CLOSING)
        assert season_of().closed_at is None
        assert queries.closed(SeasonLadder.TABLES, NOVEMBER) is None, "what is half stored is shown to nobody"
        User.objects.filter(pk=people[0].pk).update(suspended_until=NEXT_CLOSING)
        serve_at(time, CLOSING + services.LONGEST)
        assert sorted(row.place or 0 for row in season_of().results.all()) == list(range(1, 60))
        assert not SeasonResult.objects.filter(user=people[0]).exists()

    def test_nobody_is_notified_twice(self, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        serve_at(time, TWENTIETH)
        people = registered(24)
        rated(people)
        serve_at(time, CLOSING)
        assert Notification.objects.count() == 24
        Season.objects.update(players_notified_at=None)  # as if the process had been killed before it could say so
        serve_at(time, CLOSING)
        assert Notification.objects.count() == 24

    def test_players_are_notified_where_they_go_on(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        people = registered(24)
        rated(people)
        serve_at(time, CLOSING)
        User.objects.filter(pk=people[1].pk).update(notification_channels={"results": []})
        rated(people[::-1], "2026-12")
        Notification.objects.all().delete()
        serve_at(time, NEXT_CLOSING)
        notified = {row.user_id: (row.values, row.path) for row in Notification.objects.all()}
        path = "/people/ranks/?of=tables&season=2026-12"
        assert notified[people[0].pk] == ({"ladder": "tables", "division": "2", "variant": "down"}, path)
        assert notified[people[23].pk] == ({"ladder": "tables", "division": "1", "variant": "up"}, path)
        assert notified[people[5].pk] == ({"ladder": "tables", "division": "1", "variant": ""}, path)
        assert people[1].pk not in notified


class TestSets:
    def test_set_counts_once_it_is_closed_for_all(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        set_services.open_sets_of_day(TWENTIETH.date())
        of_day = DealSet.objects.get(kind=SetKind.EIGHT)
        people = registered(3)
        for number in range(1, 9):
            stored(board_of(of_day, number), *people)
        assert queries.lines(season_of(SeasonLadder.SETS)) == []
        closing.store_results(of_day, TWENTIETH)
        assert [line.user for line in queries.lines(season_of(SeasonLadder.SETS))] == [user.pk for user in people[::-1]]

    def test_season_waits_for_its_last_set(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        set_services.open_sets_of_day(datetime(2026, 11, 30, tzinfo=UTC).date())
        serve_at(time, CLOSING)
        assert season_of(SeasonLadder.SETS).closed_at is None
        assert season_of(SeasonLadder.TABLES).closed_at is not None
        DealSet.objects.filter(kind=SetKind.EIGHT).update(closed_at=CLOSING)
        serve_at(time, CLOSING)
        assert season_of(SeasonLadder.SETS).closed_at is not None


@pytest.mark.slow
class TestEvents:
    @staticmethod
    def over(participants: int) -> Tournament:
        """A tournament that is over, of people with accounts."""
        tournament = tournaments.running(participants, rounds=1)
        User.objects.filter(tournament_entries__tournament=tournament).update(is_guest=False)
        tournaments.play_round(tournament)
        tournaments.go_on(tournament)
        tournament.refresh_from_db()
        return tournament

    def test_share_of_the_others_counts(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        assert self.over(6).ended_at == TWENTIETH
        lines = queries.lines(season_of(SeasonLadder.EVENTS))
        assert len(lines) == 6
        assert sum(line.score or 0 for line in lines) == pytest.approx(6 * 50)
        assert {line.played for line in lines} == {1}

    def test_tournament_of_few_or_of_a_club_does_not_count(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        self.over(3)
        assert queries.lines(season_of(SeasonLadder.EVENTS)) == []

    def test_guests_are_nobody_whom_one_leaves_behind(self, time: Time) -> None:
        """Whoever has guests of their own play badly would be first of the season."""
        serve_at(time, TWENTIETH)
        tournament = self.over(6)
        guest = tournament.entries.earliest("pk").user
        assert guest is not None
        User.objects.filter(pk=guest.pk).update(is_guest=True)
        cache.clear()
        assert queries.lines(season_of(SeasonLadder.EVENTS)) == []

    def test_running_tournament_does_not_count(self, time: Time) -> None:
        serve_at(time, TWENTIETH)
        running = tournaments.running(6, rounds=2)
        User.objects.filter(tournament_entries__tournament=running).update(is_guest=False)
        tournaments.play_round(running)
        cache.clear()
        assert queries.lines(season_of(SeasonLadder.EVENTS)) == []
