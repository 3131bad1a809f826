"""Tables from the draw on: dealers, ready players, score sheets and closing."""

import pytest

from games.engine import PLAYERS, Rules, first_dealer, proves, score
from games.lobby import tables
from games.models import Game
from games.play.errors import AlreadyDealt, NotBetweenDeals, NotPossible, StaleGame
from games.values import Stage
from tests.site_config import set_site_settings
from tests.tables import (
    at_once,
    close_table,
    deal,
    new_player,
    open_table,
    play_on,
    ready,
    scored,
    snapshot_for,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_new_game_seats_its_host_and_two_bots() -> None:
    host = new_player()
    snapshot = snapshot_for(open_table(host))
    assert [seat.is_bot for seat in snapshot.seats] == [False, True, True]
    assert snapshot.seats[0].name == host.username
    assert len({seat.name for seat in snapshot.seats}) == 3


def test_draw_decides_the_first_dealer_and_the_deal_passes_on() -> None:
    code = open_table(new_player())
    drawn = snapshot_for(code)
    assert drawn.dealer == first_dealer(drawn.drawn)
    assert deal(code).dealer == drawn.dealer
    play_on(code, scored)
    assert deal(code).dealer == (drawn.dealer + 1) % 3


def refusal_of_ready(code: str, version: int) -> type[Exception]:
    """Return why a late click on Ready is refused; check that it changes nothing."""
    before = snapshot_for(code)
    with pytest.raises((StaleGame, NotPossible)) as refused:
        ready(code, 0, version)
    assert snapshot_for(code) == before
    return refused.type


def test_ready_after_the_deal_has_begun_is_already_dealt() -> None:
    """A second click, or a click just when the deal begins by itself. Who has seen the deal can't be ready for it."""
    code = open_table(new_player())
    for _ in range(2):
        waiting, dealt = snapshot_for(code), deal(code)
        assert [refusal_of_ready(code, seen.version) for seen in (waiting, dealt)] == [AlreadyDealt, NotBetweenDeals]
        play_on(code, scored)


def test_ready_from_an_older_deal_is_stale() -> None:
    code = open_table(new_player())
    first = snapshot_for(code)
    deal(code)
    play_on(code, scored)
    assert refusal_of_ready(code, first.version) is StaleGame
    deal(code)
    assert refusal_of_ready(code, first.version) is StaleGame


def test_score_sheet_shows_the_engine_s_scores() -> None:
    code = open_table(new_player())
    first = play_on(code, scored)
    assert first.finished[-1].scores == score(state_of(code))
    deal(code)
    second = play_on(code, scored)
    state = state_of(code)
    assert state.before == first.standing
    assert second.finished[-1].scores == score(state)
    assert len(second.finished) == 2
    for player in PLAYERS:
        assert second.standing.points[player] == sum(line.scores[player].total for line in second.finished)


def test_secret_of_a_deal_is_shown_after_the_deal_only() -> None:
    code = open_table(new_player())
    running = deal(code)
    assert running.proof is None
    finished = play_on(code, scored)
    assert finished.proof is not None
    assert finished.proof.commitment == finished.commitment == running.commitment
    assert proves(finished.proof, state_of(code))


def test_closed_game_stays_closed() -> None:
    code = open_table(new_player())
    deal(code)
    close_table(code)
    closed = snapshot_for(code)
    assert (closed.stage, closed.winner, Game.objects.get(code=code).due_at) == (Stage.CLOSED, None, None)
    close_table(code)
    assert snapshot_for(code) == closed


def test_closing_a_won_game_changes_nothing() -> None:
    code = open_table(new_player(), Rules(target=100))
    final = play_on(code, lambda snapshot: snapshot.stage is Stage.OVER)
    close_table(code)
    assert snapshot_for(code) == final


def test_table_is_refused_to_a_host_with_too_many_games() -> None:
    host = new_player()
    set_site_settings(most_games=3)
    for _ in range(3):
        last = open_table(host)
    with pytest.raises(tables.TooManyGames):
        open_table(host)
    close_table(last)
    open_table(host)


@pytest.mark.django_db(transaction=True)
def test_limit_of_games_holds_for_simultaneous_requests() -> None:
    host = new_player()
    set_site_settings(most_games=3)

    def open_one(_: int) -> str:
        try:
            open_table(host)
        except tables.TooManyGames:
            return "refused"
        return "opened"

    assert at_once(10, open_one).count("opened") == 3
