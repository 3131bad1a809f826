"""The course of a tournament, by its services: entries, rounds, tables, their ends, and what a restart leaves."""

from collections import Counter, defaultdict
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Notification
from games import engine
from games.competitions.tournaments import export, late, queries, rounds, services
from games.competitions.tournaments.services import CheckInClosed, EntriesClosed
from games.models import (
    Deal,
    DealResult,
    DealScore,
    FillUp,
    Game,
    GameResult,
    Seat,
    Tournament,
    TournamentRound,
    TournamentScore,
    TournamentSeat,
    TournamentStage,
)
from games.play import checking, event_log, presence, table_cache
from tests.competitions.tournaments import independent_standings
from tests.competitions.tournaments.tournaments import (
    announced,
    begin,
    entered,
    go_on,
    play_round,
    play_table,
    running,
    tables_of,
)
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def test_nine_play_two_rounds_to_the_end() -> None:
    tournament = running(9)
    tables = tables_of(tournament)
    assert [table.name for table in tables] == [f"Friday night · 1/{number}" for number in (1, 2, 3)]
    play_round(tournament)
    cache.clear()  # the process is started anew
    go_on(tournament)
    assert TournamentRound.objects.filter(ended_at__isnull=False).count() == 1
    assert len(tables_of(tournament)) == 3
    play_round(tournament)
    go_on(tournament)
    assert tournament.stage == TournamentStage.OVER
    assert TournamentScore.objects.filter(points__isnull=False).count() == 18
    assert not any(difference for game in checked() for difference in checking.differences(game))


def checked() -> list[Game]:
    return [game for batch in checking.batches(Game.objects.all(), 0) for game in batch]


def test_all_tables_of_a_round_play_the_same_boards() -> None:
    tournament = running(9, boards=2)
    play_round(tournament)
    dealt = defaultdict[int, list[object]](list)
    for deal in Deal.objects.filter(game__round__tournament=tournament):
        state = event_log.load_state(deal)
        dealt[deal.number].append((state.dealt, state.dealer))
    assert [len(deals) for deals in dealt.values()] == [3, 3]
    assert all(deals.count(deals[0]) == 3 for deals in dealt.values())
    assert dealt[1][0] != dealt[2][0]


def test_deals_begin_at_no_points_and_change_no_statistics() -> None:
    tournament = running(3, boards=2)
    play_round(tournament)
    states = [event_log.load_state(deal) for deal in Deal.objects.all()]
    assert [state.before for state in states] == [engine.Standing(), engine.Standing()]
    assert not DealResult.objects.exists()
    assert not GameResult.objects.exists()


def test_standings_are_those_that_an_independent_sum_gives() -> None:
    tournament = running(9, rounds=3)
    for _round in range(3):
        play_round(tournament)
        go_on(tournament)
    by_seat = defaultdict[tuple[int, int], dict[int, int]](dict)  # not from the tournament's own scores
    for score in DealScore.objects.select_related("deal__game__round"):
        place = TournamentSeat.objects.get(game=score.deal.game, player=score.player)
        assert score.deal.game.round is not None
        by_seat[score.deal.game.round.number, score.player][place.entry_id] = score.total
    percents = defaultdict[int, list[Fraction]](list)
    for field in by_seat.values():
        for entry, points in field.items():
            others = [other for key, other in field.items() if key != entry]
            beaten = sum(2 * (points > other) + (points == other) for other in others)
            percents[entry].append(Fraction(50 * beaten, len(others)))
    expected = {entry: sum(each, Fraction()) / 3 for entry, each in percents.items()}
    lines = queries.standings_of(tournament)
    assert {line.entry: line.percent for line in lines} == expected
    assert [line.percent for line in lines] == sorted(expected.values(), reverse=True)
    assert sum(expected.values()) == 9 * 50
    exported = export.results_of(tournament)
    assert independent_standings.compare(exported) == []
    exported["results"][0]["points"] += 1000
    assert independent_standings.compare(exported) != [], "it notices another result"


def test_round_ends_when_its_time_is_up_and_who_has_finished_is_ahead() -> None:
    tournament = running(9, rounds=1)
    first, *others = tables_of(tournament)
    play_table(first.code)
    rounds.serve()
    assert queries.current_round(tournament) is not None
    TournamentRound.objects.update(ends_at=timezone.now())
    go_on(tournament)
    assert tournament.stage == TournamentStage.OVER
    assert not tables_of(tournament)
    lines = queries.standings_of(tournament)
    places = [line.place for line in lines]
    assert places[0] == 1
    assert None not in places[:3], "equal points share a place"
    assert places[3:] == [None] * 6, "only who has finished has a place"
    assert len(others) == 2


def test_bots_fill_up_and_do_not_meet() -> None:
    tournament = running(7, rounds=3, fill_up=FillUp.BOTS)
    bots = [entry for entry in queries.participants(tournament) if entry.user_id is None]
    assert len(bots) == 2
    assert len(tables_of(tournament)) == 3
    seats = Seat.objects.filter(user=None)
    assert {seat.bot_name for seat in seats} == {bot.bot_name for bot in bots}
    play_round(tournament)
    go_on(tournament)
    lines = queries.standings_of(tournament)
    assert {line.entry for line in lines if line.place is None} == {bot.pk for bot in bots}


def test_one_sits_out_if_three_does_not_divide_the_number() -> None:
    tournament = running(10, rounds=2)
    assert len(tables_of(tournament)) == 3
    play_round(tournament)
    go_on(tournament)
    boards = Counter(line.boards for line in queries.standings_of(tournament))
    assert boards == {1: 9, 0: 1}


def test_bot_sits_in_for_who_does_not_come_and_the_result_is_marked() -> None:
    tournament = running(9, rounds=1)
    [first, *_rest] = tables_of(tournament)
    presence.sign_of_life(first.code, 0)
    absent = first.seats.get(player=1)
    cache.delete(presence._key(first.code, 1))
    later = timezone.now() + timedelta(minutes=2)
    cache.set(presence._key(first.code, 1), later.timestamp() - 1000)
    rounds.serve()
    absent.refresh_from_db()
    assert absent.bot_name
    play_table(first.code)
    assert TournamentScore.objects.filter(by_bot=True).count() == 1
    assert TournamentScore.objects.get(by_bot=True).place.entry.user_id == absent.user_id


def test_waiting_list_moves_up_and_who_is_not_there_does_not_play() -> None:
    tournament = announced(limit=4)
    people = entered(tournament, 5)
    entries = queries.entries_of(tournament)
    assert [queries.is_waiting(entry, 4) for entry in entries] == [False] * 4 + [True]
    services.withdraw(tournament.code, people[0])
    assert not queries.is_waiting(entries[4], 4)
    tournament.entries.filter(user=people[1]).update(checked_in_at=None)
    Tournament.objects.update(starts_at=timezone.now())
    go_on(tournament)
    assert {entry.user_id for entry in queries.participants(tournament)} == {user.pk for user in people[2:]}


def test_tournament_waits_some_minutes_for_a_third_participant() -> None:
    tournament = running(2)
    assert tournament.stage == TournamentStage.OPEN
    services.enter(tournament.code, new_player())
    assert go_on(tournament).stage == TournamentStage.RUNNING


def test_tournament_without_three_participants_is_called_off() -> None:
    tournament = running(2)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now() - late.GRACE)
    assert go_on(tournament).stage == TournamentStage.CANCELLED


def test_entries_and_check_in_have_their_times() -> None:
    tournament = announced()
    Tournament.objects.update(starts_at=timezone.now() + timedelta(hours=2))
    user = new_player()
    assert services.enter(tournament.code, user).checked_in_at is None
    with pytest.raises(CheckInClosed):
        services.check_in(tournament.code, user)
    Tournament.objects.update(starts_at=timezone.now() + timedelta(minutes=20))
    services.check_in(tournament.code, user)
    assert tournament.entries.get(user=user).checked_in_at is not None
    Tournament.objects.update(stage=TournamentStage.OVER)
    for refused in (services.enter, services.withdraw, services.check_in):
        with pytest.raises(EntriesClosed):
            refused(tournament.code, user)


def test_participants_are_reminded_once_and_notified_of_their_table() -> None:
    tournament = announced()
    entered(tournament, 3)
    for _look in range(2):
        rounds.serve()
    begin(tournament)
    rounds.serve()
    kinds = Counter(Notification.objects.values_list("kind", flat=True))
    assert kinds["tournament_soon"] == 3
    assert kinds["tournament_table"] == 3


def test_nobody_is_asked_to_check_in_when_it_begins_or_is_called_off() -> None:
    """As after an outage, in which nobody has been reminded in time."""
    running(3)
    tournament = announced()
    entered(tournament, 1)
    begin(tournament)
    assert not Notification.objects.filter(kind="tournament_soon").exists()


def test_tables_are_opened_again_after_a_crash_in_the_middle() -> None:
    tournament = running(9)
    first, second, third = tables_of(tournament)
    TournamentSeat.objects.filter(game__in=[second, third]).update(game=None)
    Seat.objects.filter(game__in=[second, third]).delete()
    Game.objects.filter(pk__in=[second.pk, third.pk]).delete()
    table_cache.discard(first.code)
    rounds.serve()
    rounds.serve()
    assert len(tables_of(tournament)) == 3
    assert TournamentSeat.objects.filter(game=None).count() == 0


def test_no_table_is_opened_once_the_host_has_ended_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending closes the tables that are open: one opened later would play on with its boards open to all."""
    with monkeypatch.context() as patch:
        patch.setattr(rounds, "open_tables", lambda _of_round: None)
        tournament = running(6, rounds=1)
    Tournament.objects.filter(pk=tournament.pk).update(stage=TournamentStage.OVER)
    rounds.open_tables(tournament.played_rounds.get())
    assert not tables_of(tournament)


def test_tables_that_another_process_has_opened_meanwhile_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(rounds, "open_tables", lambda _of_round: None)
        tournament = running(6, rounds=1)
    of_round = tournament.played_rounds.get()
    monkeypatch.setattr(rounds, "in_batches", lambda tables, _size: [tables, tables])  # as if both had listed them
    rounds.open_tables(of_round)
    assert of_round.places.filter(game=None).count() == 0
    assert Game.objects.filter(round=of_round).count() == 2
