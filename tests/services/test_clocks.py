"""Time to think: what it costs, when it is up, and that a bot then moves once."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games import clocks
from games.engine import AnswerClaim, Claim, IllegalAction, PeekRule, Player, Rules
from games.models import Author, Event, Proposal
from games.services import due, proposals, turns
from games.snapshot import SeatClock
from games.store import StaleGame
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    here,
    look,
    new_player,
    people_to_act,
    play_on,
    scored,
    sensible,
    three_people,
)

pytestmark = pytest.mark.django_db

NORMAL_MOVE, NORMAL_RESERVE, LAG = 30, 120, 0.5
TIME_IS_UP = NORMAL_MOVE + NORMAL_RESERVE + LAG


def reading(code: str, player: Player) -> SeatClock:
    clock = look(code).seats[player].clock
    assert clock is not None
    return clock


def to_act(code: str) -> Player:
    return people_to_act(look(code))[0]


def authors(code: str) -> list[str]:
    return list(Event.objects.filter(game__code=code).order_by("sequence").values_list("author", flat=True))


@pytest.mark.parametrize(("clock", "move", "reserve"), [("relaxed", 60, 300), ("normal", 30, 120), ("fast", 10, 45)])
def test_each_clock_has_its_time_for_a_move_and_its_reserve(
    clock: str, move: float, reserve: float, time: Time
) -> None:
    code = three_people(clock=clock)
    thinking = to_act(code)
    for player in range(3):
        assert reading(code, player) == SeatClock(move, reserve, running=player == thinking)
    time.passes(move + reserve + LAG - 0.01)
    assert due.serve_due() == 0
    time.passes(0.01)
    assert due.serve_due() == 1


def test_without_clocks_nobody_is_hurried(time: Time) -> None:
    code = three_people()
    assert all(seat.clock is None for seat in look(code).seats)
    time.passes(24 * 60 * 60)
    assert due.serve_due() == 0


def test_bots_have_no_clock() -> None:
    code = begin(new_player(), clock="normal")
    assert [seat.clock is None for seat in look(code).seats] == [False, True, True]


@pytest.mark.parametrize(
    ("thought", "left"),
    [
        (0, NORMAL_RESERVE),
        (NORMAL_MOVE, NORMAL_RESERVE),
        (NORMAL_MOVE + LAG, NORMAL_RESERVE),
        (NORMAL_MOVE + LAG + 7, NORMAL_RESERVE - 7),
        (TIME_IS_UP + 60, 0),
    ],
)
def test_what_a_move_takes_beyond_its_time_and_the_lag_comes_off_the_reserve(
    thought: float, left: float, time: Time
) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    time.passes(thought)
    act(code)
    assert reading(code, player) == SeatClock(NORMAL_MOVE, left, running=False)


def test_a_running_clock_shows_the_move_s_time_first_and_then_the_reserve(time: Time) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    time.passes(12)
    assert reading(code, player) == SeatClock(18, NORMAL_RESERVE, running=True)
    time.passes(28 + LAG)
    assert reading(code, player) == SeatClock(0, NORMAL_RESERVE - 10, running=True)
    time.passes(1000)
    assert reading(code, player) == SeatClock(0, 0, running=True)


def test_the_clock_of_a_player_who_goes_on_starts_anew(time: Time) -> None:
    code = three_people(clock="normal")
    before = None
    while (player := to_act(code)) != before:
        before = player
        time.passes(20)
        act(code)
    assert reading(code, player) == SeatClock(NORMAL_MOVE, NORMAL_RESERVE, running=True)


def test_players_who_peek_at_the_same_time_have_a_clock_each(time: Time) -> None:
    code = three_people(Rules(peek=PeekRule.FOUR), clock="normal")
    time.passes(20)
    turns.take_turn(code=code, action=sensible(code, 1), version=look(code).version)
    assert [reading(code, player).move for player in range(3)] == [10, NORMAL_MOVE, 10]
    assert [reading(code, player).running for player in range(3)] == [True, False, True]
    time.passes(TIME_IS_UP - 20)
    assert due.serve_due() == due.serve_due() == 1
    assert look(code).view.looked == {0, 1, 2}  # type: ignore[union-attr]
    assert authors(code)[1:] == [Author.PLAYER, Author.CLOCK, Author.CLOCK]


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


def play_to_a_lead(code: str) -> Player:
    """Play until somebody may claim; returns who."""
    play_on(code, lambda _: any(look(code, player).view.may_claim for player in range(3)))  # type: ignore[union-attr]
    return to_act(code)


class TestTimeIsUp:
    def test_a_bot_makes_the_move_and_the_table_says_so(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        assert look(code).last_by_clock is None
        time.passes(TIME_IS_UP)
        assert due.serve_due() == 1
        shown = look(code)
        assert shown.last_by_clock == late
        assert [bid.player for bid in shown.view.bids] == [late]  # type: ignore[union-attr]
        assert authors(code)[-1] == Author.CLOCK
        act(code)
        assert look(code).last_by_clock is None

    def test_a_card_of_the_dummy_s_was_the_declarer_s_to_play(self, time: Time) -> None:
        code = three_people(clock="normal")
        shown = play_on(code, lambda table: table.view is not None and table.view.to_play == 3)
        assert shown.view is not None
        time.passes(TIME_IS_UP)
        due.serve_due()
        assert look(code).last_by_clock == shown.view.declarer

    def test_the_reserve_is_gone_and_only_the_time_for_a_move_is_left(self, time: Time) -> None:
        code = three_people(clock="normal")
        late = to_act(code)
        time.passes(TIME_IS_UP)
        due.serve_due()
        assert reading(code, late).reserve == 0
        play_on(code, lambda table: people_to_act(table) == [late])
        time.passes(NORMAL_MOVE + LAG)
        assert due.serve_due() == 1
        assert look(code).last_by_clock == late

    def test_a_server_that_starts_again_knows_the_time(self, time: Time) -> None:
        code = three_people(clock="normal")
        time.passes(50)
        before = reading(code, to_act(code))
        cache.clear()
        assert reading(code, to_act(code)) == before
        time.passes(TIME_IS_UP - 50)
        assert due.serve_due() == 1

    def test_whole_deals_are_played_by_the_clock_alone(self, time: Time) -> None:
        code = three_people(Rules(peek=PeekRule.THREE), clock="fast")
        while not scored(look(code)):
            time.passes(60)
            assert due.serve_due() == 1
        assert set(authors(code)[1:]) == {Author.CLOCK}

    def test_a_game_that_was_put_off_does_not_hurry_whoever_it_waits_for_by_now(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One process fails while another has already served the game."""
        code = begin(new_player())
        play_on(code, lambda table: people_to_act(table) == [0])
        due.postpone(code)
        time.passes(120)
        before = look(code)
        due.serve_due()
        assert look(code) == before


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


class TestLag:
    """What the way of each player's move costs is given back, as far as it is measured and up to a cap."""

    @pytest.mark.parametrize(("measured", "given"), [(0.08, 0.08), (-1.0, 0.0), (3600.0, clocks.MOST_LAG)])
    def test_is_given_back_as_measured_and_no_more_than_the_cap(
        self, measured: float, given: float, time: Time
    ) -> None:
        code = three_people(clock="normal")
        player = to_act(code)
        following = look(code).view.bidding_order[1]  # type: ignore[union-attr]
        clocks.note_lag(code, following, measured)
        act(code)
        assert to_act(code) == following != player
        time.passes(NORMAL_MOVE + given + 5)
        act(code)
        assert reading(code, following).reserve == pytest.approx(NORMAL_RESERVE - 5)

    def test_is_settled_when_a_move_begins_and_not_while_it_lasts(self, time: Time) -> None:
        code = three_people(clock="normal")
        clocks.note_lag(code, to_act(code), clocks.MOST_LAG)
        time.passes(TIME_IS_UP)
        assert due.serve_due() == 1

    def test_is_every_player_s_own(self, time: Time) -> None:
        code = three_people(clock="normal")
        _, second, third = look(code).view.bidding_order  # type: ignore[union-attr]
        clocks.note_lag(code, second, 0.0)
        act(code)
        act(code)
        assert to_act(code) == third
        time.passes(TIME_IS_UP - 0.01)
        assert due.serve_due() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_a_move_races_with_the_clock_and_one_of_them_happens(time: Time, peek: PeekRule) -> None:
    code = three_people(Rules(peek=peek), clock="fast")
    while len(people_to_act(look(code))) > 1:
        act(code)
    before = look(code)
    action = sensible(code, to_act(code))
    time.passes(TIME_IS_UP)

    def attempt(number: int) -> str:
        if number % 2:
            due.serve(code)
            return "served"
        try:
            turns.take_turn(code=code, action=action, version=before.version)
        except (StaleGame, IllegalAction):  # a second peek is no stale one: peeks come in any order
            return "late"
        return "moved"

    results = at_once(50, attempt)
    assert look(code).version == before.version + 1
    assert authors(code)[-1] == (Author.PLAYER if "moved" in results else Author.CLOCK)
    assert results.count("moved") <= 1
