"""Turns: legal moves are stored once, all others are refused and change nothing."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.engine import BiddingStyle, Claim, IllegalAction, Peek, PeekRule, Play, Rules, from_json, legal_cards, replay
from games.models import Event, Game
from games.play import queue
from games.play.errors import AlreadyMade, NoDealNow, StaleGame
from games.play.moves import Move
from games.play.turns import REFUSALS
from games.values import Author, Stage
from tests.tables import (
    close_table,
    deal,
    my_turn,
    new_player,
    one_card_to_go,
    open_table,
    play_on,
    scored,
    sensible,
    snapshot_for,
    state_of,
    three_people,
    to_play,
)

pytestmark = pytest.mark.django_db


def log_of(code: str) -> list[tuple[int, dict[str, object]]]:
    return list(Event.objects.filter(game__code=code).values_list("sequence", "payload"))


def test_move_is_stored_as_the_next_version() -> None:
    code = open_table(new_player())
    before = play_on(code, my_turn)
    queue.take_turn(code=code, action=sensible(code), version=before.version)
    assert snapshot_for(code).version == before.version + 1
    assert log_of(code)[-1][0] == before.version + 1


def test_stale_move_is_refused() -> None:
    code = open_table(new_player())
    before = play_on(code, my_turn)
    action = sensible(code)
    queue.take_turn(code=code, action=action, version=before.version)
    written = log_of(code)
    with pytest.raises(StaleGame):
        queue.take_turn(code=code, action=action, version=before.version)
    assert log_of(code) == written


def outcome(code: str, action: Move, version: int) -> type[Exception] | None:
    """Return why a turn was refused, None if it was taken."""
    try:
        queue.take_turn(code=code, action=action, version=version)
    except REFUSALS as refusal:
        return type(refusal)
    return None


def test_repeated_move_is_already_made_and_another_one_is_stale() -> None:
    code = open_table(new_player())
    before = play_on(code, lambda snapshot: to_play(snapshot) and len(legal_cards(state_of(code))) > 1)
    action, *others = (Play(0, card) for card in legal_cards(state_of(code)))
    queue.take_turn(code=code, action=action, version=before.version)
    after = snapshot_for(code)
    assert [outcome(code, late, before.version) for late in (action, others[0], Claim(0))] == [
        AlreadyMade, StaleGame, StaleGame
    ]  # fmt: skip
    assert snapshot_for(code) == after
    play_on(code, lambda snapshot: snapshot.deal_number == 2 and my_turn(snapshot))
    assert outcome(code, action, before.version) is AlreadyMade


def test_repeated_peek_is_already_made_although_another_player_has_peeked() -> None:
    code = three_people(Rules(peek=PeekRule.THREE))
    seen = snapshot_for(code).version
    looks = [Peek(player, (0, 1, 2)) for player in (2, 0)]
    assert [outcome(code, peek, seen) for peek in looks * 2] == [None, None, AlreadyMade, AlreadyMade]
    assert outcome(code, Peek(0, (3, 4, 5)), seen) not in (None, AlreadyMade)


def test_repeated_last_card_of_a_deal_is_already_made() -> None:
    code = three_people()
    before = play_on(code, one_card_to_go)
    state = state_of(code)
    assert state.player_to_play is not None
    last = Play(state.player_to_play, *(card for hand in state.hands for card in hand))
    assert [outcome(code, last, before.version) for _ in range(2)] == [None, AlreadyMade]


def test_move_made_by_the_clock_is_stale_for_its_player() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    action = sensible(code)
    queue.take_turn(code=code, action=action, version=before.version)
    Event.objects.filter(game__code=code, sequence=before.version + 1).update(author=Author.CLOCK)
    assert outcome(code, action, before.version) is StaleGame


def test_illegal_move_is_refused() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    written = log_of(code)
    card = state_of(code).dealt[1][0]
    with pytest.raises(IllegalAction):
        queue.take_turn(code=code, action=Play(0, card), version=before.version)
    assert log_of(code) == written
    assert snapshot_for(code) == before


def test_move_before_the_deal_or_after_the_game_is_refused() -> None:
    code = open_table(new_player())
    with pytest.raises(NoDealNow):
        queue.take_turn(code=code, action=Claim(0), version=snapshot_for(code).version)
    close_table(code)
    with pytest.raises(NoDealNow):
        queue.take_turn(code=code, action=Claim(0), version=snapshot_for(code).version)


def test_peek_from_an_older_version_is_accepted() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.THREE))
    shown = deal(code)
    action = sensible(code)
    Game.objects.filter(code=code).update(version=shown.version + 1)
    queue.take_turn(code=code, action=action, version=shown.version)
    view = snapshot_for(code).view
    assert view is not None
    assert view.looked == {0}


def test_peek_from_before_the_deal_is_stale() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.THREE))
    drawn = snapshot_for(code)
    deal(code)
    with pytest.raises(StaleGame):
        queue.take_turn(code=code, action=sensible(code), version=drawn.version)
    with pytest.raises(StaleGame):
        queue.take_turn(code=code, action=sensible(code), version=snapshot_for(code).version + 1)


def test_stored_log_replays_to_the_deal() -> None:
    code = open_table(new_player(), Rules(peek=PeekRule.FLIP2, bidding=BiddingStyle.WHIZ))
    play_on(code, scored)
    events = [from_json(payload) for _, payload in log_of(code)]
    assert replay(events) == state_of(code)
    first = log_of(code)[0][0]
    assert [sequence for sequence, _ in log_of(code)] == list(range(first, first + len(events)))


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_simultaneous_copies_of_a_move_happens() -> None:
    code = open_table(new_player())
    before = play_on(code, to_play)
    action = sensible(code)

    def attempt(_: int) -> str:
        try:
            queue.take_turn(code=code, action=action, version=before.version)
        except StaleGame:
            return "stale"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(10) as pool:
        results = list(pool.map(attempt, range(50)))
    assert sorted(results) == ["done"] + ["stale"] * 49
    assert [sequence for sequence, _ in log_of(code)][-2:] == [before.version, before.version + 1]


def test_game_ends_when_somebody_wins() -> None:
    code = open_table(new_player(), Rules(target=100))
    final = play_on(code, lambda snapshot: snapshot.stage is Stage.OVER)
    assert final.winner is not None
    assert final.standing.points[final.winner] == max(final.standing.points)
    assert final.standing.points[final.winner] >= 100
    assert Game.objects.get(code=code).due_at is None
