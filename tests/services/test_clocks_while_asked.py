"""Time to think while players ask each other: for a move back, or whether a claim is accepted."""

from __future__ import annotations

import pytest

from games.engine import AnswerClaim, Claim, Player
from games.models import Author, Clock, Proposal
from games.play import clocks, due, proposals, turns
from games.play.snapshot import SeatClock
from tests.services.stopwatch import LAG, NORMAL_MOVE, NORMAL_RESERVE, TIME_IS_UP, authors, reading, to_act
from tests.tables import Time, act, here, look, play_on, scored, three_people

pytestmark = pytest.mark.django_db

FAST = clocks.BUDGETS[Clock.FAST]


def play_to_a_lead(code: str) -> Player:
    """Play until somebody may claim; returns who."""
    play_on(code, lambda _: any(look(code, player).view.may_claim for player in range(3)))  # type: ignore[union-attr]
    return to_act(code)


def test_a_move_taken_back_gives_its_player_time_again(time: Time) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    act(code)
    following = to_act(code)
    time.passes(NORMAL_MOVE + LAG + 5)
    here(code)
    proposals.propose(code=code, player=player, kind=Proposal.TAKE_BACK)
    for other in {0, 1, 2} - {player}:
        proposals.answer(code=code, player=other, version=look(code).version, agree=True)
    assert reading(code, player) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE, running=True)
    assert reading(code, following) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE, running=False)


class TestWhileAMoveIsAskedBack:
    """The asker can't spend the next player's time, nor win any."""

    @pytest.fixture
    def asked(self, time: Time) -> tuple[str, Player, Player]:
        """Who asks for a move back, and who is next: twelve seconds after it was made, and thirteen ago."""
        code = three_people(clock="normal")
        asker = to_act(code)
        act(code)
        time.passes(12)
        proposals.propose(code=code, player=asker, kind=Proposal.TAKE_BACK)
        time.passes(13)
        return code, asker, to_act(code)

    def reply(self, code: str, player: Player, *, agree: bool) -> None:
        proposals.answer(code=code, player=player, version=look(code).version, agree=agree)

    def test_the_next_player_s_clock_stands_still(self, asked: tuple[str, Player, Player]) -> None:
        code, _, following = asked
        assert reading(code, following) == SeatClock(NORMAL_MOVE - 12, NORMAL_RESERVE, running=False)

    def test_it_goes_on_where_it_stood_after_a_refusal(self, asked: tuple[str, Player, Player], time: Time) -> None:
        code, _, following = asked
        self.reply(code, following, agree=False)
        time.passes(8)
        assert reading(code, following) == SeatClock(NORMAL_MOVE - 20, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 20 - 0.01)
        assert due.serve_due() == 0
        time.passes(0.01)
        assert due.serve_due() == 1
        assert look(code).last_by_clock == following

    def test_a_move_instead_of_an_answer_costs_what_was_thought_before(self, time: Time) -> None:
        code = three_people(clock="normal")
        asker = to_act(code)
        act(code)
        following = to_act(code)
        time.passes(NORMAL_MOVE + LAG + 5)
        proposals.propose(code=code, player=asker, kind=Proposal.TAKE_BACK)
        time.passes(13)
        act(code)
        assert reading(code, following) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE - 5, running=False)
        assert look(code).proposal is None

    def test_an_unanswered_question_lapses_and_the_game_goes_on(
        self, asked: tuple[str, Player, Player], time: Time
    ) -> None:
        code, _, following = asked
        third = ({0, 1, 2} - set(asked[1:])).pop()
        self.reply(code, third, agree=True)
        time.passes(clocks.TIME_TO_ANSWER - 13 - 0.01)
        assert due.serve_due() == 0
        time.passes(0.01)
        assert due.serve_due() == 1
        assert look(code).proposal is None
        assert reading(code, following) == SeatClock(NORMAL_MOVE - 12, NORMAL_RESERVE, running=True)

    def test_the_clock_of_who_asks_and_is_next_again_runs_on(self, time: Time) -> None:
        code = three_people(clock="normal")
        while True:
            player = to_act(code)
            act(code)
            if look(code, player).may_take_back and to_act(code) == player:
                break
        proposals.propose(code=code, player=player, kind=Proposal.TAKE_BACK)
        time.passes(12)
        assert reading(code, player) == SeatClock(NORMAL_MOVE - 12, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 12)
        assert due.serve_due() == 1
        assert look(code).last_by_clock == player

    def test_without_clocks_friends_take_their_time(self, time: Time) -> None:
        code = three_people()
        asker = to_act(code)
        act(code)
        proposals.propose(code=code, player=asker, kind=Proposal.TAKE_BACK)
        time.passes(60)
        assert due.serve_due() == 0
        assert look(code).proposal is not None


def test_an_answer_to_a_claim_leaves_the_other_s_clock_alone(time: Time) -> None:
    code = three_people(clock="normal")
    claimer = play_to_a_lead(code)
    others = [player for player in range(3) if player != claimer]
    turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
    time.passes(10)
    turns.take_turn(code=code, action=AnswerClaim(others[0], True), version=look(code).version)
    assert reading(code, others[1]) == SeatClock(NORMAL_MOVE - 10, NORMAL_RESERVE, running=True)
    turns.take_turn(code=code, action=AnswerClaim(others[1], False), version=look(code).version)
    assert reading(code, claimer) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE, running=True)


class TestClaims:
    def test_a_refused_claim_gives_no_time_back(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        time.passes(20)
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        time.passes(5)
        assert reading(code, claimer) == SeatClock(NORMAL_MOVE - 20, NORMAL_RESERVE, running=False)
        answerer = next(player for player in range(3) if player != claimer)
        turns.take_turn(code=code, action=AnswerClaim(answerer, False), version=look(code).version)
        assert reading(code, claimer) == SeatClock(NORMAL_MOVE - 20, NORMAL_RESERVE, running=True)
        time.passes(TIME_IS_UP - 20)
        due.serve_due()
        assert look(code).last_by_clock == claimer

    def test_the_time_of_an_accepted_claim_is_paid(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        time.passes(NORMAL_MOVE + LAG + 9)
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        for player in {0, 1, 2} - {claimer}:
            turns.take_turn(code=code, action=AnswerClaim(player, True), version=look(code).version)
        assert scored(look(code))
        assert reading(code, claimer) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE - 9, running=False)

    def test_a_bot_answers_for_who_does_not(self, time: Time) -> None:
        code = three_people(clock="normal")
        claimer = play_to_a_lead(code)
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        time.passes(TIME_IS_UP)
        while look(code).view.claim:  # type: ignore[union-attr]
            assert due.serve_due() == 1
        assert authors(code)[-1] == Author.CLOCK


class TestABotThatWaits:
    """It sits in for who is to move, and something is proposed: whoever comes back has as much time as before."""

    @pytest.fixture
    def waiting(self, time: Time) -> tuple[str, Player]:
        """A table at which a bot waits for the answer, and the player it sits in for, after five seconds' thought."""
        code = three_people(clock="fast")
        player = to_act(code)
        time.passes(5)
        proposals.give_up(code=code, player=player)
        proposals.propose(code=code, player=(player + 1) % 3, kind=Proposal.END)
        return code, player

    def test_its_waiting_costs_the_player_nothing(self, waiting: tuple[str, Player], time: Time) -> None:
        code, player = waiting
        time.passes(clocks.TIME_TO_ANSWER - 1)
        proposals.take_seat(code=code, player=player)
        assert reading(code, player) == SeatClock(FAST.move - 5, FAST.reserve, running=True)

    def test_nor_do_its_moves(self, waiting: tuple[str, Player], time: Time) -> None:
        code, player = waiting
        for _ in range(4):
            time.passes(clocks.TIME_TO_ANSWER)
            here(code)
            due.serve_due()
        assert "clock" not in authors(code)
        assert authors(code)[-1] == Author.BOT
        proposals.take_seat(code=code, player=player)
        assert reading(code, player) == SeatClock(FAST.move, FAST.reserve, running=False)
