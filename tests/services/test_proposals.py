"""What players decide together: a move is taken back, or the game ended, once everyone who is there agrees."""

from __future__ import annotations

import pytest

from games import clocks, presence
from games.engine import AnswerClaim, Claim, IllegalAction, PeekRule, Phase, Player, Rules
from games.models import Author, Event, Game, Proposal
from games.services import due, proposals, tables, turns
from games.services.tables import NotPossible
from games.snapshot import OpenProposal, Stage, TableSnapshot
from games.store import StaleGame
from tests.tables import (
    Time,
    act,
    at_once,
    begin,
    gather,
    here,
    look,
    new_player,
    people_to_act,
    play_on,
    scored,
    sensible,
    start,
    state_of,
    three_people,
)

pytestmark = pytest.mark.django_db


def moved(code: str) -> Player:
    """Let somebody move; returns who it was."""
    player = people_to_act(look(code))[0]
    act(code)
    return player


def others(*players: Player) -> list[Player]:
    return [player for player in range(3) if player not in players]


def propose(code: str, player: Player, kind: Proposal = Proposal.TAKE_BACK) -> None:
    proposals.propose(code=code, player=player, kind=kind)


def reply(code: str, player: Player, *, agree: bool = True) -> None:
    proposals.answer(code=code, player=player, version=look(code).version, agree=agree)


def take_back(code: str, player: Player) -> None:
    """The player asks for the last move back, and everyone agrees."""
    propose(code, player)
    for other in others(player):
        reply(code, other)


def may_take_back(code: str) -> list[Player]:
    return [player for player in range(3) if look(code, player).may_take_back]


def tricks_played(count: int, cards: int = 0) -> object:
    def until(table: TableSnapshot) -> bool:
        return table.view is not None and (len(table.view.tricks), len(table.view.trick)) == (count, cards)

    return until


class TestTakingBack:
    def test_restores_the_deal_as_it_was_before(self) -> None:
        code = three_people()
        for until in (tricks_played(0, 2), tricks_played(1, 3), tricks_played(5, 0)):
            play_on(code, until)  # type: ignore[arg-type]
            before = state_of(code)
            player = moved(code)
            if look(code).view.claim:  # type: ignore[union-attr]
                continue
            take_back(code, player)
            assert state_of(code) == before
            assert people_to_act(look(code)) == [player]

    def test_a_bid_too(self) -> None:
        code = three_people()
        moved(code)
        before = state_of(code)
        take_back(code, moved(code))
        assert state_of(code) == before
        assert before.phase is Phase.BIDDING

    def test_the_log_keeps_what_was_taken_back_and_no_sequence_is_used_twice(self) -> None:
        code = three_people()
        for _ in range(3):
            take_back(code, moved(code))
        moved(code)
        events = list(Event.objects.filter(game__code=code).order_by("sequence"))
        assert [event.taken_back for event in events] == [False, True, True, True, False]
        sequences = [event.sequence for event in events]
        assert len(set(sequences)) == len(sequences)
        assert sequences[-1] == look(code).version

    def test_the_deal_goes_on_to_its_score_afterwards(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 1))  # type: ignore[arg-type]
        take_back(code, moved(code))
        assert play_on(code, scored).finished

    def test_only_one_s_own_last_move_of_one_s_own(self) -> None:
        code = three_people()
        assert may_take_back(code) == []
        first = moved(code)
        assert may_take_back(code) == [first]
        second = moved(code)
        assert may_take_back(code) == [second]
        for player in others(second):
            with pytest.raises(NotPossible):
                propose(code, player)

    def test_never_the_opening_lead_which_shows_the_dummy(self) -> None:
        code = three_people()
        play_on(code, tricks_played(0, 1))  # type: ignore[arg-type]
        assert may_take_back(code) == []
        take_back(code, moved(code))
        assert state_of(code).exposed
        assert may_take_back(code) == []

    @pytest.mark.parametrize("peek", [PeekRule.THREE, PeekRule.FLIP1])
    def test_never_a_peek_or_a_flip(self, peek: PeekRule) -> None:
        code = three_people(Rules(peek=peek))
        for _ in range(3):
            moved(code)
            assert may_take_back(code) == []

    def test_never_a_claim_or_an_answer_but_a_card_after_a_refused_claim(self) -> None:
        code = three_people()
        play_on(code, tricks_played(3))  # type: ignore[arg-type]
        claimer = people_to_act(look(code))[0]
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        assert may_take_back(code) == []
        refuser = others(claimer)[0]
        turns.take_turn(code=code, action=AnswerClaim(refuser, False), version=look(code).version)
        assert may_take_back(code) == []
        assert moved(code) == claimer
        assert may_take_back(code) == [claimer]

    def test_never_what_a_bot_or_the_clock_has_done(self, time: Time) -> None:
        code = three_people(clock="fast", patience=30)
        time.passes(1000)
        due.serve_due()
        assert may_take_back(code) == []
        proposals.call_bot(code=code, player=people_to_act(look(code))[0])
        due.serve_due()
        assert Event.objects.filter(game__code=code, author=Author.BOT).exists()
        assert may_take_back(code) == []

    def test_never_once_the_deal_is_scored(self) -> None:
        code = three_people()
        play_on(code, scored)
        assert may_take_back(code) == []

    def test_nothing_hidden_becomes_known(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 2))  # type: ignore[arg-type]
        before = [look(code, viewer).view for viewer in (0, 1, 2, None)]
        take_back(code, moved(code))
        assert [look(code, viewer).view for viewer in (0, 1, 2, None)] == before


class TestConsent:
    def test_takes_everyone_who_is_there(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        first, second = others(player)
        assert look(code).proposal == OpenProposal("back", player, frozenset({player}))
        reply(code, first)
        assert look(code).proposal == OpenProposal("back", player, frozenset({player, first}))
        assert look(code).view.bids  # type: ignore[union-attr]
        reply(code, second)
        assert look(code).proposal is None
        assert not look(code).view.bids  # type: ignore[union-attr]

    def test_one_refusal_and_it_is_off(self) -> None:
        code = three_people()
        player = moved(code)
        before = state_of(code)
        propose(code, player)
        first, second = others(player)
        reply(code, first)
        reply(code, second, agree=False)
        assert look(code).proposal is None
        assert state_of(code) == before
        with pytest.raises(NotPossible):
            reply(code, first)

    def test_who_proposed_may_withdraw(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        reply(code, player, agree=False)
        assert look(code).proposal is None

    def test_bots_agree(self) -> None:
        code = begin(new_player())
        play_on(code, lambda table: people_to_act(table) == [0] and len(table.view.bids) < 3)  # type: ignore[union-attr]
        before = state_of(code)
        moved(code)
        propose(code, 0)
        assert state_of(code) == before
        assert people_to_act(look(code)) == [0]

    def test_a_moment_s_absence_takes_nobody_s_say_away(self, time: Time) -> None:
        code = three_people()
        player = moved(code)
        time.passes(presence.GONE_AFTER + 1)
        here(code, [player, others(player)[0]])
        propose(code, player)
        reply(code, others(player)[0])
        assert look(code).proposal is not None

    def test_who_is_away_too_long_is_not_asked(self, time: Time) -> None:
        code = three_people()
        before = state_of(code)
        player = moved(code)
        time.passes(look(code).options.patience)
        here(code, [player, others(player)[0]])
        propose(code, player)
        reply(code, others(player)[0])
        assert state_of(code) == before

    def test_who_has_left_the_seat_to_a_bot_is_not_asked_any_more(self) -> None:
        code = three_people()
        before = state_of(code)
        player = moved(code)
        propose(code, player)
        first, second = others(player)
        reply(code, first)
        proposals.give_up(code=code, player=second)
        assert state_of(code) == before

    def test_a_move_voids_it(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        shown = look(code)
        moved(code)
        assert look(code).proposal is None
        for other in others(player):
            with pytest.raises((NotPossible, StaleGame)):
                proposals.answer(code=code, player=other, version=shown.version, agree=True)

    def test_an_answer_to_another_proposal_than_the_one_that_stands_counts_for_nothing(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        seen = look(code).version
        first, second = others(player)
        reply(code, first, agree=False)
        propose(code, first, Proposal.END)
        before = look(code)
        with pytest.raises(StaleGame):
            proposals.answer(code=code, player=second, version=seen, agree=True)
        assert look(code) == before

    def test_two_may_answer_from_the_same_page(self) -> None:
        code = three_people()
        before = state_of(code)
        player = moved(code)
        propose(code, player)
        seen = look(code).version
        for other in others(player):
            proposals.answer(code=code, player=other, version=seen, agree=True)
        assert state_of(code) == before

    def test_nobody_asks_twice_before_somebody_has_moved(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        reply(code, others(player)[0], agree=False)
        with pytest.raises(NotPossible):
            propose(code, player)
        moved(code)
        propose(code, player, Proposal.END)

    def test_a_proposal_makes_nobody_s_move_stale(self) -> None:
        code = three_people()
        player = moved(code)
        seen, next_player = look(code).version, people_to_act(look(code))[0]
        propose(code, player, Proposal.END)
        turns.take_turn(code=code, action=sensible(code, next_player), version=seen)
        assert look(code).proposal is None

    def test_a_move_that_was_answered_stays_even_if_the_answer_is_taken_back(self) -> None:
        code = three_people()
        first = moved(code)
        second = moved(code)
        propose(code, second)
        for other in others(second):
            reply(code, other)
        with pytest.raises(NotPossible):
            propose(code, first)

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_bots_wait_for_the_answers_but_not_for_ever(self, kind: Proposal, time: Time) -> None:
        code = begin(new_player(), new_player())
        here(code)
        player = self.moves_before_the_bot(code)
        before = look(code)
        propose(code, player, kind)
        time.passes(clocks.TIME_TO_ANSWER - 1)
        assert due.serve_due() == 0
        time.passes(1)
        assert due.serve_due() == 1
        assert look(code).proposal is None
        assert look(code).view == before.view
        time.passes(10)
        assert due.serve_due() == 1
        assert look(code).view != before.view

    def test_what_a_bot_waited_for_happens_if_all_agree(self, time: Time) -> None:
        code = begin(new_player(), new_player())
        here(code)
        player = self.moves_before_the_bot(code)
        propose(code, player)
        time.passes(10)
        reply(code, 1 - player)
        assert people_to_act(look(code)) == [player]

    def moves_before_the_bot(self, code: str) -> Player:
        """Play until somebody has moved who may take that back, and the bot is next; returns who."""
        play_on(code, lambda table: table.view is not None and table.view.waiting == (2,) and may_take_back(code) != [])
        return may_take_back(code)[0]

    def test_one_at_a_time(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player, Proposal.END)
        assert may_take_back(code) == []
        with pytest.raises(NotPossible):
            propose(code, player)


def test_while_a_bot_sits_in_the_player_does_not_play() -> None:
    code = three_people()
    moved(code)
    player = people_to_act(look(code))[0]
    action = sensible(code, player)
    proposals.give_up(code=code, player=player)
    before = look(code)
    with pytest.raises(NotPossible):
        turns.take_turn(code=code, action=action, version=before.version)
    with pytest.raises(NotPossible):
        propose(code, player, Proposal.END)
    assert look(code) == before
    proposals.take_seat(code=code, player=player)
    turns.take_turn(code=code, action=action, version=look(code).version)


class TestEnding:
    @pytest.mark.parametrize("stage", [Stage.DRAWING, Stage.DEAL, Stage.SCORED])
    def test_by_agreement_without_a_winner(self, stage: Stage) -> None:
        code = gather(new_player(), new_player(), new_player())
        start(code, Game.objects.get(code=code).host)
        play_on(code, lambda table: table.stage is stage)
        here(code)
        propose(code, 1, Proposal.END)
        for player in others(1):
            assert look(code).stage is stage
            reply(code, player)
        shown = look(code)
        assert (shown.stage, shown.winner, shown.proposal) == (Stage.CLOSED, None, None)
        assert due.serve_due() == 0

    def test_a_game_that_has_not_begun_or_is_over_can_not_be_ended(self) -> None:
        gathering, ended = gather(new_player()), three_people()
        tables.close(code=ended)
        for code in (gathering, ended):
            with pytest.raises(NotPossible):
                propose(code, 0, Proposal.END)

    def test_nothing_is_open_any_more_at_a_table_that_has_closed(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        before = state_of(code)
        tables.close(code=code)
        assert look(code).proposal is None
        for other in others(player):
            with pytest.raises(NotPossible):
                reply(code, other)
        assert state_of(code) == before

    def test_proposals_do_not_prolong_a_score_sheet(self, time: Time) -> None:
        code = three_people()
        due_at = play_on(code, scored).next_deal_at
        for player in (0, 1, 2):
            time.passes(4)
            here(code)
            propose(code, player, Proposal.END)
            reply(code, others(player)[0], agree=False)
        assert look(code).next_deal_at == due_at
        time.passes(4)
        assert due.serve_due() == 1
        assert look(code).deal_number == 2


@pytest.mark.django_db(transaction=True)
def test_of_fifty_simultaneous_proposals_one_stands() -> None:
    code = three_people()
    player = moved(code)
    version = look(code).version

    def attempt(_: int) -> str:
        try:
            propose(code, player)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
    assert look(code).version == version + 1


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_last_answers_take_one_move_back() -> None:
    code = three_people()
    moved(code)
    player = moved(code)
    propose(code, player)
    reply(code, others(player)[0])
    version = look(code).version

    def attempt(_: int) -> str:
        try:
            proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
        except (NotPossible, StaleGame):
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
    assert Event.objects.filter(game__code=code, taken_back=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_answer_races_with_the_next_move_and_one_of_them_happens() -> None:
    code = three_people()
    player = moved(code)
    propose(code, player)
    reply(code, others(player)[0])
    version, mover = look(code).version, people_to_act(look(code))[0]
    action = sensible(code, mover)

    def attempt(number: int) -> str:
        try:
            if number % 2:
                proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
            else:
                turns.take_turn(code=code, action=action, version=version)
        except (NotPossible, StaleGame, IllegalAction):
            return "refused"
        return "done"

    at_once(2, attempt)
    assert look(code).proposal is None
    standing = Event.objects.filter(game__code=code, taken_back=False)
    assert [event.sequence for event in standing] == sorted({event.sequence for event in standing})
    state_of(code)
