"""An account that is removed at the moment at which its tournament begins."""

import pytest
from django.utils import timezone

from accounts.personal_data import deletion
from games.competitions.tournaments import rounds
from games.models import Tournament, TournamentStage
from tests.competitions.tournaments.tournaments import announced, entered, go_on, tables_of
from tests.postgresql import Beside

pytestmark = pytest.mark.postgres


def test_a_bot_plays_for_who_is_removed_once_all_have_been_counted(beside: Beside) -> None:
    tournament = announced()
    leaver = entered(tournament, 3)[0]
    Tournament.objects.update(starts_at=timezone.now())
    beside.just_before(rounds, "_draw_numbers", lambda: deletion.delete_account(leaver))
    go_on(tournament)
    beside.end()
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.RUNNING
    assert tournament.entries.filter(number__isnull=False).count() == 3
    [table] = tables_of(go_on(tournament))
    assert table.seats.filter(bot_name="").count() == 2
