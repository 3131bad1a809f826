"""Opening, readying and closing tables; what a finished deal leaves behind."""

from __future__ import annotations

import pytest

from games.engine import PLAYERS, Rules, commitment, first_dealer, score
from games.lobby import tables
from games.models import Game
from games.play.event_log import StaleGame
from games.play.snapshot import Stage
from games.play.turns import AlreadyDealt
from tests.site_config import decide
from tests.tables import at_once, deal, look, new_player, open_table, play_on, ready, scored, state_of

pytestmark = pytest.mark.django_db


def test_a_new_game_seats_its_host_and_two_bots() -> None:
    host = new_player()
    snapshot = look(open_table(host))
    assert [seat.is_bot for seat in snapshot.seats] == [False, True, True]
    assert snapshot.seats[0].name == host.username
    assert len({seat.name for seat in snapshot.seats}) == 3


def test_the_draw_decides_who_deals_first_and_then_the_deal_goes_round() -> None:
    code = open_table(new_player())
    drawn = look(code)
    assert drawn.dealer == first_dealer(drawn.drawn)
    assert deal(code).dealer == drawn.dealer
    play_on(code, scored)
    assert deal(code).dealer == (drawn.dealer + 1) % 3


def refusal_of_ready(code: str, version: int) -> type[StaleGame]:
    """What becomes of a click on ready that comes too late; it changes nothing."""
    before = look(code)
    with pytest.raises(StaleGame) as refused:
        ready(code, 0, version)
    assert look(code) == before
    return refused.type


def test_who_is_ready_when_the_deal_has_begun_has_what_they_waited_for() -> None:
    """A second click, or one in the very second in which it began by itself."""
    code = open_table(new_player())
    for _ in range(2):
        waiting, dealt = look(code), deal(code)
        assert [refusal_of_ready(code, seen.version) for seen in (waiting, dealt)] == [AlreadyDealt, StaleGame]
        play_on(code, scored)


def test_an_old_click_on_ready_starts_nothing() -> None:
    code = open_table(new_player())
    first = look(code)
    deal(code)
    play_on(code, scored)
    assert refusal_of_ready(code, first.version) is StaleGame
    deal(code)
    assert refusal_of_ready(code, first.version) is StaleGame


def test_the_score_sheet_says_what_the_engine_says() -> None:
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


def test_the_secret_of_a_deal_is_told_when_the_deal_is_over_and_not_before() -> None:
    code = open_table(new_player())
    running = deal(code)
    assert running.secret is None
    finished = play_on(code, scored)
    assert finished.secret is not None
    assert commitment(bytes.fromhex(finished.secret)) == finished.commitment == running.commitment


def test_closing_ends_a_game_once() -> None:
    code = open_table(new_player())
    deal(code)
    tables.close(code=code)
    closed = look(code)
    assert (closed.stage, closed.winner, Game.objects.get(code=code).due_at) == (Stage.CLOSED, None, None)
    tables.close(code=code)
    assert look(code) == closed


def test_closing_a_game_that_is_won_leaves_the_winner() -> None:
    code = open_table(new_player(), Rules(target=100))
    final = play_on(code, lambda snapshot: snapshot.stage is Stage.OVER)
    tables.close(code=code)
    assert look(code) == final


def test_unfinished_games_do_not_pile_up() -> None:
    host = new_player()
    decide(most_games=3)
    for _ in range(3):
        last = open_table(host)
    with pytest.raises(tables.TooManyGames):
        open_table(host)
    tables.close(code=last)
    open_table(host)


@pytest.mark.django_db(transaction=True)
def test_nor_do_those_opened_at_once() -> None:
    host = new_player()
    decide(most_games=3)

    def open_one(_: int) -> str:
        try:
            open_table(host)
        except tables.TooManyGames:
            return "refused"
        return "opened"

    assert at_once(10, open_one).count("opened") == 3
