"""The one door for actions: what is legal happens once, and what is not changes nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.engine import BiddingStyle, Claim, IllegalAction, Peek, PeekRule, Play, Rules, from_json, legal_cards, replay
from games.lobby import tables
from games.models import Author, Event, Game
from games.play import turns
from games.play.event_log import StaleGame
from games.play.snapshot import Stage
from games.play.turns import AlreadyMade, Move, NoDealNow
from tests.tables import (
    deal,
    look,
    my_turn,
    new_player,
    open_table,
    play_on,
    scored,
    sensible,
    state_of,
    three_people,
    to_play,
)

pytestmark = pytest.mark.django_db


def log_of(code: str) -> list[tuple[int, dict[str, object]]]:
    return list(Event.objects.filter(game__code=code).values_list("sequence", "payload"))


def test_a_move_is_written_and_the_version_moves_on() -> None:
    code = open_table(new_player())
    before = play_on(code, my_turn)
    turns.take_turn(code=code, action=sensible(code), version=before.version)
    assert look(code).version == before.version + 1
    assert log_of(code)[-1][0] == before.version + 1


def test_a_stale_move_changes_nothing() -> None:
    code = open_table(new_player())
    before = play_on(code, my_turn)
    action = sensible(code)
    turns.take_turn(code=code, action=action, version=before.version)
    written = log_of(code)
    with pytest.raises(StaleGame):
        turns.take_turn(code=code, action=action, version=before.version)
    assert log_of(code) == written


def outcome(code: str, action: Move, version: int) -> type[Exception] | None:
    [refusal] = turns.take_turns([turns.Turn(code, action, version)])
    return None if refusal is None else type(refusal)


def test_a_move_that_comes_again_over_a_slow_line_is_told_from_one_that_comes_too_late() -> None:
    code = open_table(new_player())
    before = play_on(code, lambda snapshot: to_play(snapshot) and len(legal_cards(state_of(code))) > 1)
    action, *others = (Play(0, card) for card in legal_cards(state_of(code)))
    turns.take_turn(code=code, action=action, version=before.version)
    after = look(code)
    assert [outcome(code, late, before.version) for late in (action, others[0], Claim(0))] == [
        AlreadyMade, StaleGame, StaleGame
    ]  # fmt: skip
    assert look(code) == after
    play_on(code, lambda snapshot: snapshot.deal_number == 2 and my_turn(snapshot))
    assert outcome(code, action, before.version) is AlreadyMade


def test_so_may_a_peek_though_another_player_has_looked_meanwhile() -> None:
    code = three_people(Rules(peek=PeekRule.THREE))
    seen = look(code).version
    looks = [Peek(player, (0, 1, 2)) for player in (2, 0)]
    assert [outcome(code, peek, seen) for peek in looks * 2] == [None, None, AlreadyMade, AlreadyMade]
    assert outcome(code, Peek(0, (3, 4, 5)), seen) not in (None, AlreadyMade)


def test_the_last_card_of_a_deal_may_come_again_too() -> None:
    code = three_people()
    before = play_on(code, lambda snapshot: snapshot.view is not None and sum(snapshot.view.counts) == 1)
    state = state_of(code)
    assert state.player_to_play is not None
    last = Play(state.player_to_play, *(card for hand in state.hands for card in hand))
    assert [outcome(code, last, before.version) for _ in range(2)] == [None, AlreadyMade]


def test_what_a_bot_has_played_when_time_was_up_the_player_has_not() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    action = sensible(code)
    turns.take_turn(code=code, action=action, version=before.version)
    Event.objects.filter(game__code=code, sequence=before.version + 1).update(author=Author.CLOCK)
    assert outcome(code, action, before.version) is StaleGame


def test_an_illegal_move_changes_nothing() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    written = log_of(code)
    card = state_of(code).dealt[1][0]
    with pytest.raises(IllegalAction):
        turns.take_turn(code=code, action=Play(0, card), version=before.version)
    assert log_of(code) == written
    assert look(code) == before


def test_nothing_can_be_played_before_the_deal_or_after_the_game() -> None:
    code = open_table(new_player())
    with pytest.raises(NoDealNow):
        turns.take_turn(code=code, action=Claim(0), version=look(code).version)
    tables.close(code=code)
    with pytest.raises(NoDealNow):
        turns.take_turn(code=code, action=Claim(0), version=look(code).version)


def test_players_peek_in_any_order_even_from_an_older_page() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.THREE))
    shown = deal(code)
    action = sensible(code)
    Game.objects.filter(code=code).update(version=shown.version + 1)
    turns.take_turn(code=code, action=action, version=shown.version)
    view = look(code).view
    assert view is not None
    assert view.looked == {0}


def test_a_peek_from_before_the_deal_is_stale() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.THREE))
    drawn = look(code)
    deal(code)
    with pytest.raises(StaleGame):
        turns.take_turn(code=code, action=sensible(code), version=drawn.version)
    with pytest.raises(StaleGame):
        turns.take_turn(code=code, action=sensible(code), version=look(code).version + 1)


def test_the_stored_log_is_the_deal() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.FLIP2, bidding=BiddingStyle.WHIZ))
    play_on(code, scored)
    events = [from_json(payload) for _, payload in log_of(code)]
    assert replay(events) == state_of(code)
    first = log_of(code)[0][0]
    assert [sequence for sequence, _ in log_of(code)] == list(range(first, first + len(events)))


@pytest.mark.django_db(transaction=True)
def test_of_fifty_simultaneous_copies_of_a_move_one_happens() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    action = sensible(code)

    def attempt(_: int) -> str:
        try:
            turns.take_turn(code=code, action=action, version=before.version)
        except StaleGame:
            return "stale"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(10) as pool:
        results = list(pool.map(attempt, range(50)))
    assert sorted(results) == ["done"] + ["stale"] * 49
    assert [sequence for sequence, _ in log_of(code)][-2:] == [before.version, before.version + 1]


def test_a_game_goes_on_until_someone_wins_it() -> None:
    code = open_table(new_player(), Rules(target=100))
    final = play_on(code, lambda snapshot: snapshot.stage is Stage.OVER)
    assert final.winner is not None
    assert final.standing.points[final.winner] == max(final.standing.points)
    assert final.standing.points[final.winner] >= 100
    assert Game.objects.get(code=code).due_at is None
