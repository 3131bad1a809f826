"""Stand-ins: bots that play for players who are away or gave up, until they take their seats back."""

import pytest

from games.lobby import queries as lobby_queries
from games.models import Event, Game
from games.play import game_moderation, presence, proposals, queue, ticker
from games.play.errors import NotPossible, StaleGame
from games.values import Author, Proposal, Stage
from tests.play.proposing import move_once, propose
from tests.play.test_presence import PATIENCE, table_without_player_2
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    close_table,
    deal,
    gather,
    here,
    new_player,
    people_to_act,
    play_on,
    ready,
    scored,
    sensible,
    serve,
    snapshot_for,
    start,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db


class TestStandIn:
    def test_stand_in_has_its_own_name_and_moves_for_the_absent_player(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        absent = people_to_act(snapshot_for(code))[0]
        time.passes(PATIENCE)
        here(code, {0, 1, 2} - {absent})
        before = snapshot_for(code)
        proposals.call_bot(code=code, player=absent)
        seat = snapshot_for(code).seats[absent]
        assert seat.name == before.seats[absent].name
        assert seat.stand_in not in {"", *(other.name for other in before.seats)}
        assert not seat.is_bot
        assert ticker.serve_due() == 1
        last = Event.objects.filter(game__code=code).order_by("sequence").last()
        assert last is not None
        assert (last.payload["player"], last.author) == (absent, Author.BOT)

    def test_two_stand_ins_have_different_names(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        time.passes(PATIENCE)
        for player in (1, 2):
            proposals.call_bot(code=code, player=player)
        first, second = (snapshot_for(code).seats[player].stand_in for player in (1, 2))
        assert first != second

    def test_second_call_is_refused(self, time: Time) -> None:
        code = table_without_player_2(time)
        proposals.call_bot(code=code, player=2)
        before = snapshot_for(code)
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=2)
        assert snapshot_for(code) == before

    def test_next_deal_does_not_wait_for_the_absent_player(self, time: Time) -> None:
        code = table_without_player_2(time)
        proposals.call_bot(code=code, player=2)
        play_on(code, scored)
        assert deal(code).deal_number == 2

    def test_stand_in_has_no_clock(self, time: Time) -> None:
        code = three_people(clock="fast", patience=PATIENCE)
        time.passes(PATIENCE)
        here(code, [0, 1])
        proposals.call_bot(code=code, player=2)
        assert snapshot_for(code).seats[2].clock is None

    def test_absent_player_gets_no_turn_notice(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        absent = people_to_act(snapshot_for(code))[0]
        user = user_at(code, absent)
        assert (lobby_queries.elsewhere(user).turns, lobby_queries.running_games(user)[0].your_turn) == (1, True)
        time.passes(PATIENCE)
        proposals.call_bot(code=code, player=absent)
        assert (lobby_queries.elsewhere(user).turns, lobby_queries.running_games(user)[0].your_turn) == (0, False)
        proposals.take_seat(code=code, player=absent)
        assert (lobby_queries.elsewhere(user).turns, lobby_queries.running_games(user)[0].your_turn) == (1, True)

    @pytest.mark.parametrize("stage", [Stage.DRAWING, Stage.SCORED])
    def test_next_deal_begins_when_the_only_player_not_ready_gives_up(self, stage: Stage) -> None:
        code = gather(new_player(), new_player(), new_player())
        start(code, Game.objects.get(code=code).host)
        shown = play_on(code, lambda table: table.stage is stage)
        for player in (0, 1):
            ready(code, player, shown.version)
        proposals.give_up(code=code, player=2)
        assert snapshot_for(code).deal_number == shown.deal_number + 1


class TestTakeSeat:
    def test_taking_the_seat_cancels_the_bot_s_due_move(self, time: Time) -> None:
        code = three_people(patience=PATIENCE)
        absent = people_to_act(snapshot_for(code))[0]
        time.passes(PATIENCE)
        proposals.call_bot(code=code, player=absent)
        proposals.take_seat(code=code, player=absent)
        shown = snapshot_for(code)
        assert shown.seats[absent].stand_in == ""
        assert ticker.serve_due() == 0
        queue.take_turn(code=code, action=sensible(code, absent), version=shown.version)

    @pytest.mark.parametrize("stage", [Stage.DRAWING, Stage.DEAL, Stage.SCORED])
    def test_seat_can_be_taken_back_at_every_stage(self, stage: Stage, time: Time) -> None:
        code = gather(new_player(), new_player(), new_player(), patience=PATIENCE)
        start(code, Game.objects.get(code=code).host)
        play_on(code, lambda table: table.stage is stage)
        time.passes(PATIENCE)
        proposals.call_bot(code=code, player=1)
        proposals.take_seat(code=code, player=1)
        assert snapshot_for(code).seats[1].stand_in == ""
        assert snapshot_for(code).stage is stage

    def test_seat_without_a_stand_in_cannot_be_taken_back(self) -> None:
        code = three_people()
        with pytest.raises(NotPossible):
            proposals.take_seat(code=code, player=0)
        with_bots = begin(new_player())
        with pytest.raises(NotPossible):
            proposals.take_seat(code=with_bots, player=1)
        assert snapshot_for(with_bots).seats[1].is_bot

    def test_seat_cannot_be_taken_back_once_the_game_is_closed(self) -> None:
        code = three_people()
        proposals.give_up(code=code, player=1)
        close_table(code)
        before = snapshot_for(code)
        with pytest.raises(NotPossible):
            proposals.take_seat(code=code, player=1)
        assert snapshot_for(code) == before


class TestGiveUp:
    def test_bot_plays_on_and_the_seat_can_be_taken_back(self) -> None:
        code = three_people()
        proposals.give_up(code=code, player=1)
        shown = snapshot_for(code)
        assert shown.stage is Stage.DEAL
        assert shown.seats[1].stand_in
        play_on(code, scored)
        proposals.take_seat(code=code, player=1)
        assert snapshot_for(code).seats[1].stand_in == ""

    def test_game_ends_when_a_player_alone_with_bots_gives_up(self) -> None:
        code = begin(new_player())
        proposals.give_up(code=code, player=0)
        assert snapshot_for(code).stage is Stage.CLOSED
        with pytest.raises(NotPossible):
            proposals.give_up(code=code, player=0)

    def test_game_ends_when_the_last_person_gives_up(self) -> None:
        code = three_people()
        for player in (2, 0, 1):
            assert snapshot_for(code).stage is Stage.DEAL
            proposals.give_up(code=code, player=player)
        shown = snapshot_for(code)
        assert (shown.stage, shown.winner) == (Stage.CLOSED, None)

    def test_giving_up_twice_or_before_the_game_is_refused(self) -> None:
        code, gathering = three_people(), gather(new_player(), new_player())
        proposals.give_up(code=code, player=1)
        with pytest.raises(NotPossible):
            proposals.give_up(code=code, player=1)
        with pytest.raises(NotPossible):
            proposals.give_up(code=gathering, player=1)

    def test_replaced_player_cannot_end_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        code = begin(new_player())
        monkeypatch.setattr(presence, "is_here", lambda _code, _player: False)
        game_moderation.seat_bot(code=code, by=new_player(), player=0, reason="Gone for an hour")
        with pytest.raises(NotPossible):
            proposals.give_up(code=code, player=0)
        assert snapshot_for(code).stage is Stage.DEAL


def test_player_with_a_stand_in_can_neither_move_nor_propose() -> None:
    code = three_people()
    move_once(code)
    player = people_to_act(snapshot_for(code))[0]
    action = sensible(code, player)
    proposals.give_up(code=code, player=player)
    before = snapshot_for(code)
    with pytest.raises(NotPossible):
        queue.take_turn(code=code, action=action, version=before.version)
    with pytest.raises(NotPossible):
        propose(code, player, Proposal.END)
    assert snapshot_for(code) == before
    proposals.take_seat(code=code, player=player)
    queue.take_turn(code=code, action=action, version=snapshot_for(code).version)


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_simultaneous_calls_seats_a_bot(time: Time) -> None:
    code = table_without_player_2(time)

    def attempt(_: int) -> str:
        try:
            proposals.call_bot(code=code, player=2)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49


@pytest.mark.django_db(transaction=True)
def test_seat_taken_back_while_the_bot_moves_leads_to_at_most_one_move(time: Time) -> None:
    code = three_people(patience=PATIENCE)
    absent = people_to_act(snapshot_for(code))[0]
    time.passes(PATIENCE)
    proposals.call_bot(code=code, player=absent)
    before = snapshot_for(code)
    action = sensible(code, absent)

    def attempt(number: int) -> str:
        try:
            if number == 5:
                proposals.take_seat(code=code, player=absent)
            elif number % 2:
                queue.take_turn(code=code, action=action, version=before.version)
            else:
                serve(code)
        except (StaleGame, NotPossible):
            return "refused"
        return "done"

    at_once(20, attempt)
    shown = snapshot_for(code)
    assert shown.seats[absent].stand_in == ""
    assert [bid.player for bid in shown.view.bids].count(absent) <= 1  # type: ignore[union-attr]
    if not shown.view.bids:  # type: ignore[union-attr]
        act(code)
    assert ticker.serve_due() == 0
