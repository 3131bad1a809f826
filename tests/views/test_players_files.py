"""A player's past to take away, as files for a spreadsheet or a program."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import DealResult
from tests.pasts import NOON, past_game
from tests.views.players_pages import content, page

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]


def test_a_file_has_all_the_lines_of_the_list(client: Client, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.players.ROWS_AT_A_TIME", 2)
    for number in range(2):
        past_game(ana, None, None, at=NOON + timedelta(days=number), seed=number)
    lines = list(DealResult.objects.filter(user=ana).order_by("-at"))
    assert len(lines) > 2
    answer = client.get(page(ana, "deals.csv"))
    assert answer["Content-Disposition"] == 'attachment; filename="deals.csv"'
    rows = list(csv.DictReader(io.StringIO(content(answer))))
    assert [int(row["points"]) for row in rows] == [line.points for line in lines]
    records = json.loads(content(client.get(page(ana, "deals.json?role=declarer"))))
    assert [record["points"] for record in records] == [line.points for line in lines if line.declarer]
    assert json.loads(content(client.get(page(ana, "games.json?peek=four")))) == []
    assert client.get(page(ana, "games.csv?sort=luck")).status_code == 302


def test_a_spreadsheet_runs_no_name_of_a_table(client: Client, ana: User) -> None:
    game = past_game(ana, None, None)
    game.name = "=1+1"
    game.save()
    rows = list(csv.DictReader(io.StringIO(content(client.get(page(ana, "games.csv"))))))
    assert rows[0]["table"] == "'=1+1"


def test_files_are_not_for_the_asking_again_and_again(client: Client, ana: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"download": "1/m/ip"}
    assert [client.get(page(ana, "games.csv")).status_code for _ in range(2)] == [200, 429]
