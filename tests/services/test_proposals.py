"""What players decide together happens once everyone who is there agrees, and holds nobody up until then."""

from __future__ import annotations

import pytest

from games.engine import Player
from games.lobby.tables import NotPossible
from games.models import Proposal
from games.play import clocks, due, presence, proposals, turns
from games.play.event_log import StaleGame
from games.play.snapshot import OpenProposal, RefusedProposal, Stage
from tests.services.asking import may_take_back, moved, others, propose, reply
from tests.tables import (
    Time,
    at_once,
    begin,
    here,
    look,
    new_player,
    people_to_act,
    play_on,
    sensible,
    state_of,
    three_people,
)

pytestmark = pytest.mark.django_db


class TestConsent:
    def test_takes_everyone_who_is_there(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        first, second = others(player)
        assert look(code).proposal == OpenProposal("back", player, frozenset({first, second}))
        reply(code, first)
        assert look(code).proposal == OpenProposal("back", player, frozenset({second}))
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
        asked, _away = others(player)
        here(code, [player, asked])
        propose(code, player)
        assert look(code).proposal == OpenProposal("back", player, frozenset({asked}))
        reply(code, asked)
        assert state_of(code) == before

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_who_goes_away_for_too_long_is_not_waited_for(self, kind: Proposal, time: Time) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player, kind)
        reply(code, others(player)[0])
        time.passes(look(code).options.patience - 1)
        proposals.decide(code=code)
        assert look(code).proposal is not None
        time.passes(1)
        here(code, [player, others(player)[0]])
        for _ in range(2):
            proposals.decide(code=code)
        assert look(code).proposal is None
        assert (look(code).stage is Stage.CLOSED) == (kind is Proposal.END)
        assert may_take_back(code) == []

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
        assert may_take_back(code) == []
        moved(code)
        propose(code, player, Proposal.END)

    def test_who_may_not_take_a_move_back_may_still_ask_for_the_end_but_not_the_other_way_round(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        reply(code, others(player)[0], agree=False)
        assert look(code).refused == RefusedProposal("back", player)
        propose(code, player, Proposal.END)
        reply(code, others(player)[0], agree=False)
        assert look(code).refused == RefusedProposal("end", player)
        for kind in (Proposal.TAKE_BACK, Proposal.END):
            assert not look(code).may_propose(kind, player)
            with pytest.raises(NotPossible):
                propose(code, player, kind)
        moved(code)
        assert look(code).refused is None

    def test_what_was_withdrawn_is_not_said_to_be_refused(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player, Proposal.END)
        reply(code, player, agree=False)
        assert look(code).refused == RefusedProposal("end", player, withdrawn=True)

    def test_after_a_move_was_taken_back_the_end_may_be_proposed(self) -> None:
        code = three_people()
        player = moved(code)
        propose(code, player)
        for other in others(player):
            reply(code, other)
        assert look(code).refused is None
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

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_who_is_asked_has_time_to_answer_however_long_the_game_has_waited(self, kind: Proposal, time: Time) -> None:
        """For a bot that had all but moved, or for somebody in whose seat a bot sits now."""
        for others_seat in ([], [new_player()]):
            code = begin(new_player(), new_player(), *others_seat)
            here(code)
            player = self.moves_before_the_bot(code)
            time.passes(5 * 60)
            here(code, [0, 1])
            propose(code, player, kind)
            if others_seat:
                time.passes(5 * 60)
                here(code, [0, 1])
                proposals.call_bot(code=code, player=2)
            time.passes(clocks.TIME_TO_ANSWER - 1)
            due.serve_due()
            assert look(code).proposal is not None

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
