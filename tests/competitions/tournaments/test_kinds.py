"""Swiss tournaments and knock-outs, played by their services: docs/duplicate.md."""

from collections import Counter

import pytest
from django.test import Client

from games import engine
from games.competitions.tournaments import export, queries
from games.competitions.tournaments.standings import Score, lost_in
from games.models import FillUp, TournamentKind, TournamentSeat, TournamentStage
from tests.clients import ClientFor
from tests.competitions.tournaments import independent_standings
from tests.competitions.tournaments.tournaments import announced, go_on, play_round, running, tables_of

pytestmark = pytest.mark.django_db


def test_swiss_lets_neighbours_meet_and_nobody_twice(client: Client) -> None:
    tournament = running(9, rounds=2, kind=TournamentKind.SWISS)
    assert "neighbours in the standings" in client.get(f"/tournaments/{tournament.code}/").text
    play_round(tournament)
    go_on(tournament)
    assert len(tables_of(tournament)) == 3
    places = TournamentSeat.objects.filter(round__tournament=tournament).order_by("round", "table", "player")
    tables = [[place.entry_id for place in places[start : start + 3]] for start in range(0, 18, 3)]
    met = Counter(engine.pairs_at(tables))
    assert set(met.values()) == {1}


def test_swiss_fills_up_with_bots_who_do_not_meet() -> None:
    tournament = running(4, rounds=1, kind=TournamentKind.SWISS, fill_up=FillUp.BOTS)
    bots = {entry.pk for entry in queries.participants(tournament) if entry.user_id is None}
    assert len(bots) == 2
    assert all(set(table.tournament_places.values_list("entry", flat=True)) & bots for table in tables_of(tournament))


def test_knockout_of_five_has_two_byes_and_one_winner(client_for: ClientFor) -> None:
    tournament = running(5, kind=TournamentKind.KNOCKOUT)
    assert tournament.rounds == 2
    [table] = tables_of(tournament)
    first, second, *others = queries.participants(tournament)
    assert {place.entry for place in table.tournament_places.all()} == set(others)
    address = f"/tournaments/{tournament.code}/"
    assert first.user is not None
    assert "You have a bye" in client_for(first.user).get(address).text
    play_round(tournament)
    go_on(tournament)
    lost = queries.lost_of(tournament)
    loser = next(entry for entry in others if entry.pk in lost)
    assert loser.user is not None
    assert "You were knocked out in round 1" in client_for(loser.user).get(address).text
    play_round(tournament)
    go_on(tournament)
    assert tournament.stage == TournamentStage.OVER
    lines = queries.standings_of(tournament)
    assert [line.lost_in for line in lines] == [None, 2, 2, 1, 1]
    assert {first.pk, second.pk} < {line.entry for line in lines[:3]}
    assert independent_standings.compare(export.results_of(tournament)) == []


def test_bot_fills_up_a_knockout_of_four_and_does_not_go_on() -> None:
    tournament = running(4, kind=TournamentKind.KNOCKOUT)
    [bot] = [entry for entry in queries.participants(tournament) if entry.user_id is None]
    [table] = tables_of(tournament)
    assert bot.places.get().game == table
    play_round(tournament)
    go_on(tournament)
    assert bot.pk in queries.lost_of(tournament)
    assert len(tables_of(tournament)) == 1


def test_page_before_a_knockout_names_no_rounds(client: Client) -> None:
    page = client.get(f"/tournaments/{announced(kind=TournamentKind.KNOCKOUT).code}/").text
    assert "Knock-out, 1 board a round" in page
    assert "Movement" not in page


def table_of(*points: int | None) -> list[Score]:
    return [Score(10 + player, 1, 1, player, each) for player, each in enumerate(points)]


def test_points_then_per_cent_then_the_lower_number_decide_a_table() -> None:
    numbers = {10: 3, 11: 2, 12: 1, 20: 4, 21: 5, 22: 6}
    tables = {(1, 1): [10, 11, 12]}
    assert lost_in(tables, table_of(50, 60, 10), numbers, (), 1) == {10: 1, 12: 1}
    assert lost_in(tables, table_of(50, 50, 10), numbers, (), 1) == {10: 1, 12: 1}, "11 has the lower number"
    other = [Score(20, 1, 1, 0, 0), Score(21, 1, 1, 1, 90), Score(22, 1, 1, 2, 0)]
    both = tables | {(1, 2): [20, 21, 22]}
    assert lost_in(both, [*table_of(50, 50, 10), *other], numbers, (), 1) == {11: 1, 12: 1, 20: 1, 22: 1}, "10 has 100%"
    assert lost_in(tables, table_of(None, None, None), numbers, (), 1) == {10: 1, 11: 1}
    assert lost_in(tables, table_of(90, 60, 70), numbers, {10}, 1) == {10: 1, 11: 1}, (
        "who is disqualified does not go on"
    )
