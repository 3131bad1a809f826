"""Games that end without a winner because all players agree."""

import pytest

from games.models import Game
from games.play import ticker
from games.play.errors import NotPossible
from games.values import Proposal, Stage
from tests.play.proposing import move_once, others, propose, reply
from tests.tables import (
    Time,
    begin,
    close_table,
    gather,
    here,
    new_player,
    play_on,
    scored,
    snapshot_for,
    start,
    state_of,
    three_people,
)

pytestmark = pytest.mark.django_db


class TestEnding:
    @pytest.mark.parametrize("stage", [Stage.DRAWING, Stage.DEAL, Stage.SCORED])
    def test_game_ended_by_agreement_has_no_winner(self, stage: Stage) -> None:
        code = gather(new_player(), new_player(), new_player())
        start(code, Game.objects.get(code=code).host)
        play_on(code, lambda table: table.stage is stage)
        here(code)
        propose(code, 1, Proposal.END)
        for player in others(1):
            assert snapshot_for(code).stage is stage
            reply(code, player)
        shown = snapshot_for(code)
        assert (shown.stage, shown.winner, shown.proposal) == (Stage.CLOSED, None, None)
        assert ticker.serve_due() == 0

    def test_end_of_a_game_that_does_not_run_cannot_be_proposed(self) -> None:
        gathering, ended = gather(new_player()), three_people()
        close_table(ended)
        for code in (gathering, ended):
            with pytest.raises(NotPossible):
                propose(code, 0, Proposal.END)

    def test_player_alone_with_bots_cannot_end_a_game_without_a_rating(self) -> None:
        code = begin(new_player())
        with pytest.raises(NotPossible):
            propose(code, 0, Proposal.END)
        assert snapshot_for(code).stage is Stage.DEAL

    def test_closed_table_has_no_open_proposal(self) -> None:
        code = three_people()
        player = move_once(code)
        propose(code, player)
        before = state_of(code)
        close_table(code)
        assert snapshot_for(code).proposal is None
        for other in others(player):
            with pytest.raises(NotPossible):
                reply(code, other)
        assert state_of(code) == before

    def test_proposals_do_not_delay_the_next_deal(self, time: Time) -> None:
        code = three_people()
        due_at = play_on(code, scored).next_deal_at
        for player in (0, 1, 2):
            time.passes(4)
            here(code)
            propose(code, player, Proposal.END)
            reply(code, others(player)[0], agree=False)
        assert snapshot_for(code).next_deal_at == due_at
        time.passes(4)
        assert ticker.serve_due() == 1
        assert snapshot_for(code).deal_number == 2
