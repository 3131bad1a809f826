"""Downloads of a player's history as CSV and JSON."""

import codecs
import csv
import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from accounts.signing_in.guests import create_guest
from games.models import DealResult, Game
from games.values import Stage
from tests.clients import ClientFor
from tests.finished_games import NOON, played_game
from tests.history.players_pages import content, page, spreadsheet

pytestmark = pytest.mark.django_db


def test_download_has_all_rows_of_the_list(client: Client, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.history.files.PAGE_SIZE", 2)
    for number in range(2):
        played_game(ana, None, None, at=NOON + timedelta(days=number), seed=number)
    lines = list(DealResult.objects.filter(user=ana).order_by("-at"))
    assert len(lines) > 2
    answer = client.get(page(ana, "deals.csv"))
    assert answer["Content-Disposition"] == 'attachment; filename="deals.csv"'
    rows = spreadsheet(answer)
    assert [int(row["points"]) for row in rows] == [line.points for line in lines]
    records = json.loads(content(client.get(page(ana, "deals.json?role=declarer"))))
    assert [record["points"] for record in records] == [line.points for line in lines if line.declarer]
    assert json.loads(content(client.get(page(ana, "games.json?peek=four")))) == []
    assert client.get(page(ana, "games.csv?sort=luck")).status_code == 302


@pytest.mark.parametrize("name", ["=1+1", "+1", "-Max", "@SUM(A1)", "\t=1", "\r=1", "＝1＋1"])  # noqa: RUF001
def test_table_name_is_not_run_as_a_formula(client: Client, ana: User, name: str) -> None:
    game = played_game(ana, None, None)
    game.name = name
    game.save()
    for file in ("games.csv", "deals.csv"):
        assert {row["table"] for row in spreadsheet(client.get(page(ana, file)))} == {f"'{name}"}


@pytest.mark.parametrize("name", ["Fun;=1+1;Fun", "A, B;@SUM(A1)", ";+1"])
def test_table_name_is_not_run_as_a_formula_where_semicolons_begin_cells(client: Client, ana: User, name: str) -> None:
    """As in Spain, where commas stand in numbers."""
    game = played_game(ana, None, None)
    game.name = name
    game.save()
    for file in ("games.csv", "deals.csv"):
        lines = content(client.get(page(ana, file))).removeprefix(codecs.BOM_UTF8.decode()).splitlines()[1:]
        cells = [cell for row in csv.reader(lines, delimiter=";") for cell in row]
        assert len(cells) > 1
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_spreadsheet_shows_accents(client: Client, ana: User) -> None:
    played_game(ana, create_guest("José"), None)
    rows = spreadsheet(client.get(page(ana, "games.csv")))
    assert "José" in (rows[0]["left"], rows[0]["right"])


def test_own_file_has_the_codes_of_games_found_by_their_link(client: Client, client_for: ClientFor, ana: User) -> None:
    game = played_game(ana, None, None)
    Game.objects.filter(pk=game.pk).update(public=False, stage=Stage.DEAL)
    for file in ("games.csv", "deals.csv"):
        assert {row["code"] for row in spreadsheet(client_for(ana).get(page(ana, file)))} == {game.code}
        assert {row["code"] for row in spreadsheet(client.get(page(ana, file)))} == {""}


def test_downloads_are_rate_limited(client: Client, ana: User, limit: Callable[[str, str], None]) -> None:
    limit("download", "1/m/ip")
    assert [client.get(page(ana, "games.csv")).status_code for _ in range(2)] == [200, 429]


def test_downloads_of_a_duplicate_game_name_no_target(client: Client, ana: User) -> None:
    game = played_game(ana, None, None)
    [row] = json.loads(content(client.get(page(ana, "games.json"))))
    assert (row["target"], row["duplicate"]) == (game.target, False)
    Game.objects.update(duplicate=True)
    for kind in ("games", "deals"):
        rows = json.loads(content(client.get(page(ana, f"{kind}.json"))))
        assert {(row["target"], row["duplicate"]) for row in rows} == {(None, True)}
        assert {row["target"] for row in spreadsheet(client.get(page(ana, f"{kind}.csv")))} == {""}
