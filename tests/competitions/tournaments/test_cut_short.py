"""Rounds that end before all tables have finished, in each way in which a round ends (docs/duplicate.md)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.competitions.tournaments import direction, export, queries, standings
from games.engine import waiting_for
from games.models import Game, Seat, Tournament, TournamentKind, TournamentRound, TournamentScore, TournamentStage
from tests.competitions.tournaments import independent_standings
from tests.competitions.tournaments.tournaments import cards_played, go_on, play_round, play_table, running, tables_of
from tests.tables import Time, snapshot_for, state_of

pytestmark = pytest.mark.django_db


def time_is_up(tournament: Tournament) -> None:
    TournamentRound.objects.filter(tournament=tournament, ended_at=None).update(ends_at=timezone.now())
    go_on(tournament)


def host_ends(tournament: Tournament) -> None:
    direction.end(tournament, by=tournament.host, reason="The building closes")
    tournament.refresh_from_db()


ENDS = pytest.mark.parametrize("end", [time_is_up, host_ends])


@ENDS
def test_nobody_who_finished_is_behind_who_did_not(end: Callable[[Tournament], None]) -> None:
    tournament = running(9, rounds=1)
    play_table(tables_of(tournament)[0].code)
    end(tournament)
    lines = queries.standings_of(tournament)
    assert [line.place is not None for line in lines] == [True] * 3 + [False] * 6
    assert [line.boards for line in lines] == [1] * 3 + [0] * 6
    assert TournamentScore.objects.filter(place__round__tournament=tournament, points=None).count() == 6
    assert independent_standings.compare(export.results_of(tournament)) == []


@ENDS
def test_knockout_cut_short_knocks_nobody_out(end: Callable[[Tournament], None]) -> None:
    """Neither who has not played, nor who has finished and would be behind them."""
    tournament = running(9, kind=TournamentKind.KNOCKOUT)
    play_table(tables_of(tournament)[0].code)
    Tournament.objects.update(rounds=1)
    end(tournament)
    lines = queries.standings_of(tournament)
    assert {line.lost_in for line in lines} == {None}
    assert [line.place is not None for line in lines] == [True] * 3 + [False] * 6


@ENDS
def test_final_in_which_no_card_is_played_is_decided_by_nothing_but_results(end: Callable[[Tournament], None]) -> None:
    tournament = running(9, kind=TournamentKind.KNOCKOUT)
    play_round(tournament)
    go_on(tournament)
    first = {line.entry: (line.percent, line.above, line.points) for line in queries.standings_of(tournament)}
    [final] = tables_of(tournament)
    end(tournament)
    assert tournament.stage == TournamentStage.OVER
    lines = queries.standings_of(tournament)
    assert [line.lost_in for line in lines] == [None] * 3 + [1] * 6
    finalists = [line.entry for line in lines[:3]]
    assert set(finalists) == set(final.tournament_places.values_list("entry", flat=True))
    assert finalists == sorted(finalists, key=lambda entry: first[entry], reverse=True)


def test_who_has_gone_on_has_gone_on_also_if_disqualified_later() -> None:
    tournament = running(9, kind=TournamentKind.KNOCKOUT)
    play_round(tournament)
    go_on(tournament)
    lost = queries.lost_of(tournament)
    [final] = tables_of(tournament)
    winner = final.tournament_places.values_list("entry", flat=True)[0]
    direction.disqualify(tournament, by=tournament.host, entry=winner, reason="A phone call")
    assert queries.lost_of(tournament) == lost


def has_begun(game: Game, deals: int) -> bool:
    """Return whether a person has the move in the middle of this deal of the table."""
    if game.deal_number != deals or cards_played(game) < 30:
        return False
    people = game.seats.filter(user__isnull=False, bot_name="").values_list("player", flat=True)
    return not set(waiting_for(state_of(game.code))).isdisjoint(people)


def stalled(monkeypatch: pytest.MonkeyPatch, **options: object) -> tuple[Tournament, Game, int]:
    """Return a tournament of six whose round of twenty minutes runs out while one player thinks; also the table, and
    the player. The other table has finished, and so has this one, all boards but the last.
    """
    time = Time()
    monkeypatch.setattr(timezone, "now", time)
    tournament = running(6, rounds=1, **options)
    first, table = tables_of(tournament)
    play_table(first.code)
    boards = tournament.boards
    play_table(table.code, claims=0, until=lambda game: game.deal_number == boards and has_begun(game, boards))
    seat = Seat.objects.get(game=table, waiting_since__isnull=False)
    time.passes(20 * 60)
    go_on(tournament)
    return tournament, table, seat.player


def test_who_let_the_time_run_has_nothing_for_the_deal_and_others_keep_their_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, table, player = stalled(monkeypatch, boards=2)
    assert tournament.stage == TournamentStage.OVER
    overruns = dict(
        TournamentScore.objects.filter(place__game=table, points=None).values_list("place__player", "overrun")
    )
    assert {each for each, overrun in overruns.items() if overrun > 0} == {player}
    lines = {line.entry: line for line in queries.standings_of(tournament)}
    for place in table.tournament_places.all():
        results = [score for score in queries.scores_of(tournament) if score.entry == place.entry_id]
        finished = next(score for score in results if score.points is not None)
        fields = standings.fields_of(queries.scores_of(tournament))
        own = standings.percent_of(finished, fields)
        assert own is not None
        assert lines[place.entry_id].percent == (own / 2 if place.player == player else own)
    assert independent_standings.compare(export.results_of(tournament)) == []


def test_who_let_the_time_run_does_not_go_on_in_a_knockout(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, table, player = stalled(monkeypatch, kind=TournamentKind.KNOCKOUT)
    lost = queries.lost_of(tournament)
    place = table.tournament_places.get(player=player)
    assert place.entry_id in lost
    assert sum(each.entry_id in lost for each in table.tournament_places.all()) == 2


def test_table_says_when_its_round_ends_and_the_pause_moves_it() -> None:
    tournament = running(3, rounds=1)
    [table] = tables_of(tournament)
    ends_at = tournament.played_rounds.get().ends_at
    assert snapshot_for(table.code).closes_at == ends_at
    direction.pause(tournament, by=tournament.host, reason="Tea")
    go_on(tournament)
    Tournament.objects.update(paused_at=timezone.now() - timedelta(minutes=10))
    direction.resume(tournament, by=tournament.host, reason="Tea is over")
    later = snapshot_for(table.code).closes_at
    assert later is not None
    assert timedelta(minutes=10) <= later - ends_at < timedelta(minutes=11)
    play_table(table.code)
    assert snapshot_for(table.code).closes_at is None


def test_host_s_end_finds_nobody_slow() -> None:
    tournament = running(6, rounds=1)
    Seat.objects.update(spent=900.0)
    host_ends(tournament)
    assert set(TournamentScore.objects.values_list("overrun", flat=True)) == {None}
