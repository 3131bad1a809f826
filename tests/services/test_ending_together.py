"""A game ended before anybody has won it, because its players agree to."""

from __future__ import annotations

import pytest

from games.lobby import tables
from games.lobby.tables import NotPossible
from games.models import Game, Proposal
from games.play import due
from games.play.snapshot import Stage
from tests.services.asking import moved, others, propose, reply
from tests.tables import Time, gather, here, look, new_player, play_on, scored, start, state_of, three_people

pytestmark = pytest.mark.django_db


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
