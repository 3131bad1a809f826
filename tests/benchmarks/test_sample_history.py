"""The generated history: only for an empty database, the same for the same seed, and consistent."""

import os
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Deal
from tests.benchmarks import sample_history
from tests.finished_games import played_game
from tests.sites import ROOT
from tests.tables import new_player

pytestmark = pytest.mark.slow

PRINT_POOL = """
import random
from tests.benchmarks import sample_history

sample_history.POOL_SIZE = 1
for (rules, dealer), [state] in sample_history.deal_pool(random.Random(1)).items():
    print(rules, dealer, state.dealt)
"""


@pytest.mark.django_db
def test_database_with_games_is_refused() -> None:
    played_game(*(new_player() for _ in range(3)))
    with pytest.raises(sample_history.DatabaseNotEmpty):
        sample_history.fill_database(deals=10)


def test_same_seed_generates_same_deals_in_every_process() -> None:
    """Python hashes strings differently in each process."""
    one, other = (
        subprocess.check_output([sys.executable, "-c", PRINT_POOL], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    )
    assert one
    assert one == other


@pytest.mark.django_db
def test_generated_history_is_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample_history, "POOL_SIZE", 1)
    printed = StringIO()
    sample_history.fill_database(deals=60, players=5, star="Estrella", stdout=printed)
    assert Deal.objects.filter(finished=True).count() >= 60
    assert "of 60 deals" in printed.getvalue()
    checked = StringIO()
    call_command("rebuild_statistics", stdout=checked)
    assert "Everything stored is what the deals say." in checked.getvalue()


def test_wrong_number_of_deals_is_a_usage_error() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.sample_history", "--deals", "none"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "give a whole number of deals, 1 or more" in answer.stderr
