"""Players' clocks while a proposal or a claim waits for answers."""

import pytest

from games.engine import AnswerClaim, Claim, Player, view_for, waiting_for
from games.play import clocks, proposals, queue, ticker
from games.play.snapshot import Snapshot
from games.values import Author, Clock, Proposal
from tests.play.player_clocks import (
    LAG,
    NORMAL_MOVE,
    NORMAL_RESERVE,
    TIME_IS_UP,
    ClockReading,
    authors,
    clock_of,
    to_act,
)
from tests.tables import Time, act, here, people_to_act, play_on, scored, snapshot_for, state_of, three_people

pytestmark = pytest.mark.django_db

FAST = clocks.BUDGETS[Clock.FAST]


def play_to_a_lead(code: str, *, of_declarer: bool | None = None) -> Player:
    """Play until somebody may claim, perhaps only declarer or only a defender; return that player."""

    def until(_: Snapshot) -> bool:
        state = state_of(code)
        claimer = next((player for player in range(3) if view_for(state, player).may_claim), None)
        return claimer is not None and of_declarer in (None, claimer == state.declarer)

    play_on(code, until)
    return to_act(code)


def table_where_a_player_is_next_again() -> tuple[str, Player]:
    """Play until a player who may take a card back is to move again; return the table and the player.

    In a few deals that never happens.
    """
    while True:
        code = three_people(clock="normal")
        while people_to_act(snapshot_for(code)):
            player = to_act(code)
            act(code)
            if snapshot_for(code, player).may_take_back and people_to_act(snapshot_for(code)) == [player]:
                return code, player


def test_clock_restarts_after_a_move_is_taken_back(time: Time) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    act(code)
    next_player = to_act(code)
    time.passes(NORMAL_MOVE + LAG + 5)
    here(code)
    proposals.propose(code=code, player=player, kind=Proposal.TAKE_BACK)
    for other in {0, 1, 2} - {player}:
        proposals.answer(code=code, player=other, version=snapshot_for(code).version, agree=True)
    assert clock_of(code, player) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=True)
    assert clock_of(code, next_player) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=False)


class TestWhileATakeBackIsProposed:
    """The proposer can neither spend the next player's time nor gain any."""

    @pytest.fixture
    def proposed(self, time: Time) -> tuple[str, Player, Player]:
        """Return the code, the proposer and the next player, who thought for 12 seconds, 13 seconds ago."""
        code = three_people(clock="normal")
        proposer = to_act(code)
        act(code)
        time.passes(12)
        proposals.propose(code=code, player=proposer, kind=Proposal.TAKE_BACK)
        time.passes(13)
        return code, proposer, to_act(code)

    def reply(self, code: str, player: Player, *, agree: bool) -> None:
        proposals.answer(code=code, player=player, version=snapshot_for(code).version, agree=agree)

    def test_clock_of_the_next_player_stands_still(self, proposed: tuple[str, Player, Player]) -> None:
        code, _, next_player = proposed
        assert clock_of(code, next_player) == ClockReading(NORMAL_MOVE - 12, NORMAL_RESERVE, running=False)

    def test_clock_goes_on_where_it_stood_after_a_refusal(
        self, proposed: tuple[str, Player, Player], time: Time
    ) -> None:
        code, _, next_player = proposed
        self.reply(code, next_player, agree=False)
        time.passes(8)
        assert clock_of(code, next_player) == ClockReading(NORMAL_MOVE - 20, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 20 - 0.01)
        assert ticker.serve_due() == 0
        time.passes(0.01)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).last_by_clock == next_player

    def test_move_instead_of_an_answer_costs_the_time_before_the_proposal(self, time: Time) -> None:
        code = three_people(clock="normal")
        proposer = to_act(code)
        act(code)
        next_player = to_act(code)
        time.passes(NORMAL_MOVE + LAG + 5)
        proposals.propose(code=code, player=proposer, kind=Proposal.TAKE_BACK)
        time.passes(13)
        act(code)
        assert clock_of(code, next_player) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE - 5, running=False)
        assert snapshot_for(code).proposal is None

    def test_unanswered_proposal_lapses_and_the_clock_goes_on(
        self, proposed: tuple[str, Player, Player], time: Time
    ) -> None:
        code, _, next_player = proposed
        third = ({0, 1, 2} - set(proposed[1:])).pop()
        self.reply(code, third, agree=True)
        time.passes(clocks.TIME_TO_ANSWER - 13 - 0.01)
        assert ticker.serve_due() == 0
        time.passes(0.01)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).proposal is None
        assert clock_of(code, next_player) == ClockReading(NORMAL_MOVE - 12, NORMAL_RESERVE, running=True)

    def test_clock_of_a_proposer_who_is_next_again_runs_on(self, time: Time) -> None:
        code, player = table_where_a_player_is_next_again()
        proposals.propose(code=code, player=player, kind=Proposal.TAKE_BACK)
        time.passes(12)
        assert clock_of(code, player) == ClockReading(NORMAL_MOVE - 12, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 12)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).last_by_clock == player

    def test_proposal_without_clocks_does_not_lapse(self, time: Time) -> None:
        code = three_people()
        proposer = to_act(code)
        act(code)
        proposals.propose(code=code, player=proposer, kind=Proposal.TAKE_BACK)
        time.passes(60)
        assert ticker.serve_due() == 0
        assert snapshot_for(code).proposal is not None


def test_answer_to_a_claim_leaves_the_other_player_s_clock_running(time: Time) -> None:
    code = three_people(clock="normal")
    claimer = play_to_a_lead(code, of_declarer=True)
    others = [player for player in range(3) if player != claimer]
    queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
    time.passes(10)
    queue.take_turn(code=code, action=AnswerClaim(others[0], True), version=snapshot_for(code).version)
    assert clock_of(code, others[1]) == ClockReading(NORMAL_MOVE - 10, NORMAL_RESERVE, running=True)
    queue.take_turn(code=code, action=AnswerClaim(others[1], False), version=snapshot_for(code).version)
    assert clock_of(code, claimer) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=True)


class TestClaims:
    def test_partner_s_clock_stands_until_declarer_has_accepted(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code, of_declarer=False)
        declarer = state_of(code).declarer
        [asked] = {0, 1, 2} - {claimer, declarer}
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        time.passes(NORMAL_MOVE)
        assert not clock_of(code, asked).running
        queue.take_turn(code=code, action=AnswerClaim(declarer, True), version=snapshot_for(code).version)
        assert clock_of(code, asked) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=True)
        assert not clock_of(code, declarer).running

    def test_refused_claim_gives_the_claimer_no_time_back(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        time.passes(20)
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        time.passes(5)
        assert clock_of(code, claimer) == ClockReading(NORMAL_MOVE - 20, NORMAL_RESERVE, running=False)
        answerer = waiting_for(state_of(code))[0]
        queue.take_turn(code=code, action=AnswerClaim(answerer, False), version=snapshot_for(code).version)
        assert clock_of(code, claimer) == ClockReading(NORMAL_MOVE - 20, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 20)
        ticker.serve_due()
        assert snapshot_for(code).last_by_clock == claimer

    def test_time_of_an_accepted_claim_comes_off_the_reserve(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        time.passes(NORMAL_MOVE + LAG + 9)
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        for _ in range(2):
            answer = AnswerClaim(waiting_for(state_of(code))[0], True)
            queue.take_turn(code=code, action=answer, version=snapshot_for(code).version)
        assert scored(snapshot_for(code))
        assert clock_of(code, claimer) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE - 9, running=False)

    def test_bot_answers_a_claim_for_a_player_whose_time_is_up(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        time.passes(TIME_IS_UP)
        while snapshot_for(code).view.claim:  # type: ignore[union-attr]
            assert ticker.serve_due() == 1
        assert authors(code)[-1] == Author.CLOCK


class TestWaitingStandIn:
    """A bot sits in for the player to move and waits while a proposal is open; the player's time stands still."""

    @pytest.fixture
    def waiting(self, time: Time) -> tuple[str, Player]:
        """Return the code, and the player for whom a bot waits, who thought for five seconds before."""
        code = three_people(clock="fast")
        player = to_act(code)
        time.passes(5)
        proposals.give_up(code=code, player=player)
        proposals.propose(code=code, player=(player + 1) % 3, kind=Proposal.END)
        return code, player

    def test_waiting_of_a_stand_in_costs_the_player_no_time(self, waiting: tuple[str, Player], time: Time) -> None:
        code, player = waiting
        time.passes(clocks.TIME_TO_ANSWER - 1)
        proposals.take_seat(code=code, player=player)
        assert clock_of(code, player) == ClockReading(FAST.move - 5, FAST.reserve, running=True)

    def test_moves_of_a_stand_in_cost_the_player_no_time(self, waiting: tuple[str, Player], time: Time) -> None:
        code, player = waiting
        for _ in range(4):
            time.passes(clocks.TIME_TO_ANSWER)
            here(code)
            ticker.serve_due()
        assert "clock" not in authors(code)
        assert authors(code)[-1] == Author.BOT
        proposals.take_seat(code=code, player=player)
        assert clock_of(code, player) == ClockReading(FAST.move, FAST.reserve, running=False)
