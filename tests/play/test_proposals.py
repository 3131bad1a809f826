"""Proposals: a move is taken back, or a game ended, once all players who are there agree."""

import pytest

from games.engine import Player
from games.models import Game
from games.play import clocks, presence, proposals, queue, ticker
from games.play.errors import NotPossible, StaleGame
from games.play.snapshot import OpenProposal, RefusedProposal
from games.values import Proposal, Stage
from tests.play.proposing import may_take_back, move_once, others, propose, reply, still_to_agree
from tests.tables import (
    Time,
    at_once,
    begin,
    here,
    new_player,
    people_to_act,
    play_on,
    sensible,
    snapshot_for,
    state_of,
    three_people,
)

pytestmark = pytest.mark.django_db


class TestConsent:
    def test_everyone_who_is_there_must_agree(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        first, second = others(player)
        assert snapshot_for(code).proposal == OpenProposal("back", player, frozenset({player}))
        assert still_to_agree(code) == {first, second}
        reply(code, first)
        assert snapshot_for(code).proposal == OpenProposal("back", player, frozenset({player, first}))
        assert still_to_agree(code) == {second}
        assert snapshot_for(code).view.bids  # type: ignore[union-attr]
        reply(code, second)
        assert snapshot_for(code).proposal is None
        assert not snapshot_for(code).view.bids  # type: ignore[union-attr]

    def test_one_refusal_ends_the_proposal(self) -> None:
        code = three_people()
        player = move_once(code)
        before = state_of(code)
        propose(code, player)
        first, second = others(player)
        reply(code, first)
        reply(code, second, agree=False)
        assert snapshot_for(code).proposal is None
        assert state_of(code) == before
        with pytest.raises(NotPossible):
            reply(code, first)

    def test_proposer_can_withdraw(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        reply(code, player, agree=False)
        assert snapshot_for(code).proposal is None

    def test_bots_agree_at_once(self) -> None:
        code = begin(new_player())
        play_on(code, lambda table: people_to_act(table) == [0] and len(table.view.bids) < 3)  # type: ignore[union-attr]
        before = state_of(code)
        move_once(code)
        propose(code, 0)
        assert state_of(code) == before
        assert people_to_act(snapshot_for(code)) == [0]

    def test_player_away_for_a_moment_must_still_agree(self, time: Time) -> None:
        code = three_people()
        player = move_once(code)
        time.passes(presence.GONE_AFTER + 1)
        here(code, [player, others(player)[0]])
        propose(code, player)
        reply(code, others(player)[0])
        assert snapshot_for(code).proposal is not None

    def test_player_away_too_long_is_not_asked(self, time: Time) -> None:
        code = three_people()
        before = state_of(code)
        player = move_once(code)
        time.passes(snapshot_for(code).options.patience)
        present, _away = others(player)
        here(code, [player, present])
        propose(code, player)
        assert snapshot_for(code).proposal == OpenProposal("back", player, frozenset({player}))
        assert still_to_agree(code) == {present}
        reply(code, present)
        assert state_of(code) == before

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_proposal_is_decided_without_a_player_who_stays_away_too_long(self, kind: Proposal, time: Time) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player, kind)
        reply(code, others(player)[0])
        time.passes(snapshot_for(code).options.patience - 1)
        assert not proposals.decide_if_agreed(Game.objects.get(code=code))
        assert snapshot_for(code).proposal is not None
        time.passes(1)
        here(code, [player, others(player)[0]])
        read_twice = [Game.objects.get(code=code) for _ in range(2)]  # as by two pages that look at the same moment
        assert all(map(proposals.decide_if_agreed, read_twice))
        assert snapshot_for(code).proposal is None
        assert (snapshot_for(code).stage is Stage.CLOSED) == (kind is Proposal.END)
        assert may_take_back(code) == []

    def test_proposal_is_decided_without_a_player_who_left_the_seat_to_a_bot(self) -> None:
        code = three_people()
        before = state_of(code)
        player = move_once(code)
        propose(code, player)
        first, second = others(player)
        reply(code, first)
        proposals.give_up(code=code, player=second)
        assert state_of(code) == before

    def test_move_ends_the_proposal(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        shown = snapshot_for(code)
        move_once(code)
        assert snapshot_for(code).proposal is None
        for other in others(player):
            with pytest.raises((NotPossible, StaleGame)):
                proposals.answer(code=code, player=other, version=shown.version, agree=True)

    def test_answer_to_an_earlier_proposal_is_refused(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        seen = snapshot_for(code).version
        first, second = others(player)
        reply(code, first, agree=False)
        propose(code, first, Proposal.END)
        before = snapshot_for(code)
        with pytest.raises(StaleGame):
            proposals.answer(code=code, player=second, version=seen, agree=True)
        assert snapshot_for(code) == before

    def test_answers_from_the_same_version_are_accepted(self) -> None:
        code = three_people()
        before = state_of(code)
        player = move_once(code)
        propose(code, player)
        seen = snapshot_for(code).version
        for other in others(player):
            proposals.answer(code=code, player=other, version=seen, agree=True)
        assert state_of(code) == before

    def test_refused_proposal_cannot_be_repeated_before_the_next_move(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        reply(code, others(player)[0], agree=False)
        with pytest.raises(NotPossible):
            propose(code, player)
        assert may_take_back(code) == []
        move_once(code)
        propose(code, player, Proposal.END)

    def test_end_can_be_proposed_after_a_refused_take_back_but_not_the_reverse(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        reply(code, others(player)[0], agree=False)
        assert snapshot_for(code).refused == RefusedProposal("back", player)
        propose(code, player, Proposal.END)
        reply(code, others(player)[0], agree=False)
        assert snapshot_for(code).refused == RefusedProposal("end", player)
        for kind in (Proposal.TAKE_BACK, Proposal.END):
            assert not snapshot_for(code).may_propose(kind, player)
            with pytest.raises(NotPossible):
                propose(code, player, kind)
        move_once(code)
        assert snapshot_for(code).refused is None

    def test_withdrawn_proposal_is_marked_as_withdrawn(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player, Proposal.END)
        reply(code, player, agree=False)
        assert snapshot_for(code).refused == RefusedProposal("end", player, withdrawn=True)

    def test_end_can_be_proposed_after_an_accepted_take_back(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        for other in others(player):
            reply(code, other)
        assert snapshot_for(code).refused is None
        propose(code, player, Proposal.END)

    def test_move_seen_before_a_proposal_is_accepted(self) -> None:
        code = three_people()
        player = move_once(code)
        seen, next_player = snapshot_for(code).version, people_to_act(snapshot_for(code))[0]
        propose(code, player, Proposal.END)
        queue.take_turn(code=code, action=sensible(code, next_player), version=seen)
        assert snapshot_for(code).proposal is None

    def test_move_before_a_taken_back_move_cannot_be_taken_back(self) -> None:
        code = three_people()
        first = move_once(code)
        second = move_once(code)
        propose(code, second)
        for other in others(second):
            reply(code, other)
        with pytest.raises(NotPossible):
            propose(code, first)

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_proposal_that_bots_wait_for_lapses(self, kind: Proposal, time: Time) -> None:
        code = begin(new_player(), new_player())
        here(code)
        player = self.moves_before_the_bot(code)
        before = snapshot_for(code)
        propose(code, player, kind)
        time.passes(clocks.TIME_TO_ANSWER - 1)
        assert ticker.serve_due() == 0
        time.passes(1)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).proposal is None
        assert snapshot_for(code).view == before.view
        time.passes(10)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).view != before.view

    @pytest.mark.parametrize("kind", [Proposal.TAKE_BACK, Proposal.END])
    def test_time_to_answer_begins_with_the_proposal(self, kind: Proposal, time: Time) -> None:
        """The bot that waits was about to move, or has just taken an absent player's seat."""
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
            ticker.serve_due()
            assert snapshot_for(code).proposal is not None

    def test_accepted_take_back_cancels_the_bot_s_move(self, time: Time) -> None:
        code = begin(new_player(), new_player())
        here(code)
        player = self.moves_before_the_bot(code)
        propose(code, player)
        time.passes(10)
        reply(code, 1 - player)
        assert people_to_act(snapshot_for(code)) == [player]

    def moves_before_the_bot(self, code: str) -> Player:
        """Play until the bot is next after a move that may be taken back; return the player who made it."""
        play_on(code, lambda table: table.view is not None and table.view.waiting == (2,) and may_take_back(code) != [])
        return may_take_back(code)[0]

    def test_second_proposal_is_refused(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player, Proposal.END)
        assert may_take_back(code) == []
        with pytest.raises(NotPossible):
            propose(code, player)


@pytest.mark.django_db(transaction=True)
def test_one_of_fifty_simultaneous_proposals_is_made() -> None:
    code = three_people()
    player = move_once(code)
    version = snapshot_for(code).version

    def attempt(_: int) -> str:
        try:
            propose(code, player)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
    assert snapshot_for(code).version == version + 1
