"""Who has played: what a bot played for somebody, and who has left, in the results (docs/duplicate.md)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.competitions.ladders import scores
from games.competitions.tournaments import export, queries, services
from games.competitions.tournaments.services import NotPlaying
from games.models import SeasonLadder, Tournament, TournamentScore, TournamentStage
from games.play import proposals
from tests.competitions.tournaments import independent_standings
from tests.competitions.tournaments.tournaments import (
    announced,
    cards_played,
    entered,
    go_on,
    play_round,
    play_table,
    running,
    stand_in,
    tables_of,
)

pytestmark = pytest.mark.django_db


def by_bot(code: str) -> dict[int, bool]:
    """Return for each player of a table whether the result counts as a bot's."""
    return dict(TournamentScore.objects.filter(place__game__code=code).values_list("place__player", "by_bot"))


def test_who_has_played_most_of_a_deal_has_played_it_whoever_plays_its_last_card() -> None:
    [table] = tables_of(running(3, rounds=1))
    play_table(table.code, claims=0, until=lambda game: bool(game.deal_number) and cards_played(game) == 44)
    stand_in(table.code, 0)
    play_table(table.code)
    assert by_bot(table.code) == {0: False, 1: False, 2: False}


def test_who_comes_back_for_the_last_tricks_has_not_played_the_deal() -> None:
    [table] = tables_of(running(3, rounds=1))
    play_table(table.code, claims=0, until=lambda game: bool(game.deal_number))
    stand_in(table.code, 0)
    play_table(table.code, claims=0, until=lambda game: cards_played(game) == 44)
    proposals.take_seat(code=table.code, player=0)
    play_table(table.code)
    assert by_bot(table.code) == {0: True, 1: False, 2: False}


def test_six_who_check_in_and_go_have_no_place_and_it_ends_after_one_round() -> None:
    tournament = running(6, rounds=3)
    everybody_is_away(tournament)
    play_round(tournament)
    go_on(tournament)
    assert tournament.stage == TournamentStage.OVER
    assert tournament.played_rounds.count() == 1
    assert TournamentScore.objects.filter(by_bot=True).count() == 6
    assert {(line.place, line.percent) for line in queries.standings_of(tournament)} == {(None, None)}
    month = f"{timezone.now():%Y-%m}"
    assert scores.scores(SeasonLadder.EVENTS, month) == {}


def everybody_is_away(tournament: Tournament) -> None:
    """Let a bot sit in for each person at the tables that play now."""
    for table in tables_of(tournament):
        for seat in table.seats.filter(user__isnull=False):
            stand_in(table.code, seat.player)


def test_who_sits_out_while_all_others_are_gone_plays_the_next_round() -> None:
    tournament = running(4, rounds=2)
    everybody_is_away(tournament)
    play_round(tournament)
    go_on(tournament)
    assert tournament.stage == TournamentStage.RUNNING


def test_who_leaves_is_played_by_a_bot_at_once_and_in_later_rounds() -> None:
    tournament = running(6, rounds=2)
    entry = queries.participants(tournament)[0]
    assert entry.user is not None
    services.leave(tournament.code, entry.user)
    place = entry.places.get()
    assert place.game is not None
    assert place.game.seats.get(player=place.player).bot_plays
    with pytest.raises(NotPlaying):
        services.leave(tournament.code, entry.user)
    play_round(tournament)
    go_on(tournament)
    later = entry.places.get(round__number=2)
    assert later.game is not None
    assert later.game.seats.get(player=later.player).user is None
    play_round(tournament)
    go_on(tournament)
    places = {line.entry: line.place for line in queries.standings_of(tournament)}
    assert places.pop(entry.pk) is None
    assert len(places) == 5
    assert all(places.values())
    assert independent_standings.compare(export.results_of(tournament)) == []


def test_who_leaves_after_most_deals_keeps_a_place_that_the_bot_cannot_raise() -> None:
    tournament = running(6, rounds=2, boards=2)
    play_round(tournament)
    go_on(tournament)
    before = {line.entry: line.percent for line in queries.standings_of(tournament)}
    entry = queries.participants(tournament)[0]
    assert entry.user is not None
    services.leave(tournament.code, entry.user)
    play_round(tournament)
    go_on(tournament)
    line = next(line for line in queries.standings_of(tournament) if line.entry == entry.pk)
    assert line.place is not None
    assert line.percent is not None
    assert line.percent <= (before[entry.pk] or 0)


def test_tournament_ends_when_all_have_left() -> None:
    tournament = running(3, rounds=2)
    for entry in queries.participants(tournament):
        assert entry.user is not None
        services.leave(tournament.code, entry.user)
    go_on(tournament)
    assert tournament.stage == TournamentStage.OVER
    assert not tables_of(tournament)
    assert queries.current_round(tournament) is None


def test_who_is_suspended_is_not_seated_when_it_begins() -> None:
    tournament = announced(rounds=1)
    first, *others = entered(tournament, 4)
    suspend(first)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())
    go_on(tournament)
    assert {entry.user for entry in queries.participants(tournament)} == set(others)


def test_who_is_suspended_between_rounds_is_played_by_a_bot() -> None:
    tournament = running(3, rounds=2)
    entry = queries.participants(tournament)[0]
    play_round(tournament)
    assert entry.user is not None
    suspend(entry.user)
    go_on(tournament)
    place = entry.places.get(round__number=2)
    assert place.game is not None
    assert place.game.seats.get(player=place.player).user is None


def suspend(user: User) -> None:
    User.objects.filter(pk=user.pk).update(suspended_until=timezone.now() + timedelta(days=1))
