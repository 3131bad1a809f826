"""Reports of a club that one player sends more than once at the same moment, as with a double click."""

import pytest

from games.clubs import moderation
from games.models import Report
from tests.clubs.clubs import club_of
from tests.postgresql import Beside
from tests.tables import new_player

pytestmark = pytest.mark.postgres


def test_two_clicks_store_one_report(beside: Beside) -> None:
    club, reporter = club_of(new_player()), new_player()

    def report() -> None:
        moderation.report(club, reporter=reporter, text="Rude")

    beside.just_before(Report, "save", report)
    report()
    beside.end()
    assert Report.objects.filter(club=club).count() == 1
    report()
