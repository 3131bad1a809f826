"""The deals of a tournament as files: of rounds that have ended, as records and as PBN, which the site reads again."""

import json
import subprocess
import sys
from http import HTTPStatus

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.engine import read_pbn
from games.engine.records import check
from games.models import Deal, Tournament, TournamentScore
from games.play import event_log
from tests.clients import ClientFor
from tests.competitions.tournaments.tournaments import go_on, play_round, play_table, running, tables_of
from tests.tables import new_player, user_at

pytestmark = pytest.mark.django_db

FILES = ("deals.jsonl", "deals.pbn", "rounds/1/deals.jsonl", "rounds/1/deals.pbn")


def text_of(client: Client, tournament: Tournament, path: str) -> str:
    answer = client.get(f"/tournaments/{tournament.code}/{path}")
    assert answer.status_code == HTTPStatus.OK
    return b"".join(answer).decode("latin-1")


@pytest.fixture(scope="module")
def of_six(rows_of_the_module: None) -> Tournament:  # noqa: ARG001  # in which it stays
    """A tournament of two tables, two rounds and two boards each, whose first round has ended; the second is played."""
    tournament = running(6, rounds=2, boards=2, name="Año Nuevo")
    play_round(tournament)
    return go_on(tournament)


@pytest.fixture
def ended(of_six: Tournament) -> Tournament:
    """That tournament, as each test finds it."""
    return Tournament.objects.get(pk=of_six.pk)


def points_in(results: list[dict[str, object]]) -> list[list[object]]:
    """Return the points on each board at each table, by seat."""
    return [[seat["points"] for seat in results[start : start + 3]] for start in range(0, len(results), 3)]


def test_records_are_legal_and_give_the_results(client: Client, ended: Tournament) -> None:
    lines = text_of(client, ended, "deals.jsonl").splitlines()
    results = json.loads(text_of(client, ended, "results.json"))["results"]
    checked = [check(line.encode()) for line in lines]
    assert all(each["legal"] for each in checked)
    assert [[player["total"] for player in each["players"]] for each in checked] == points_in(results)
    assert [json.loads(line)["proof"]["number"] for line in lines] == [1, 1, 2, 2]


def test_import_reads_the_exported_pbn_again(client: Client, ended: Tournament) -> None:
    text = text_of(client, ended, "deals.pbn")
    records = [json.loads(line) for line in text_of(client, ended, "deals.jsonl").splitlines()]
    read = read_pbn(text)
    assert [(deal.board, deal.is_whole, deal.fault) for deal in read] == [
        (board, True, None) for board in ("1", "1", "2", "2")
    ]
    for deal, record in zip(read, records, strict=True):
        assert deal.record is not None
        assert (deal.record["plays"], deal.record["proof"]) == (record["plays"], record["proof"])
    page = client.post("/review/", {"record": text})
    assert page.status_code == HTTPStatus.OK
    assert page.text.count("?deal=") == 4, "all deals can be reviewed"
    assert '[Event "Año Nuevo"]\n' in text
    assert [line for line in text.splitlines() if line.startswith("[Table ")] == ['[Table "1"]', '[Table "2"]'] * 2


def test_round_has_its_own_file(client: Client, ended: Tournament) -> None:
    play_round(ended)
    go_on(ended)
    first, second = (text_of(client, ended, f"rounds/{number}/deals.jsonl") for number in (1, 2))
    assert first + second == text_of(client, ended, "deals.jsonl")
    assert first.count("\n") == second.count("\n") == 4
    answer = client.get(f"/tournaments/{ended.code}/rounds/2/deals.pbn")
    assert answer["Content-Disposition"] == f'attachment; filename="{ended.code}-2.pbn"'
    assert answer["Content-Type"] == "application/x-pbn"
    assert f"/tournaments/{ended.code}/rounds/2/deals.pbn" in client.get(f"/tournaments/{ended.code}/?round=2").text
    assert f"/tournaments/{ended.code}/deals.pbn" in client.get(f"/tournaments/{ended.code}/").text


def test_cards_that_others_play_are_in_no_file(client_for: ClientFor) -> None:
    tournament = running(9, rounds=2)
    finished = play_table(tables_of(tournament)[0].code)
    for user in (None, new_player(), user_at(finished.code), tournament.host):
        client = client_for(user) if user else Client()
        for path in FILES[:2]:
            assert "Deal" not in text_of(client, tournament, path), path
            assert text_of(client, tournament, path) in ("", "% PBN 2.1\n% EXPORT\n")
        for path in FILES[2:]:
            assert client.get(f"/tournaments/{tournament.code}/{path}").status_code == HTTPStatus.NOT_FOUND


def test_file_lacks_the_round_that_is_played(client: Client, ended: Tournament) -> None:
    [table, _other] = tables_of(ended)
    play_table(table.code)
    played = Deal.objects.get(game=table, number=1)
    hidden = " ".join(map(str, event_log.load_state(played).dealt[3]))
    assert text_of(client, ended, "deals.pbn").count("[Event ") == 4
    assert hidden not in text_of(client, ended, "deals.pbn")
    play_round(ended)
    go_on(ended)
    assert hidden in text_of(client, ended, "deals.pbn"), "the test looks for the right words"


def test_deal_that_was_not_finished_is_in_no_file(client: Client) -> None:
    tournament = running(6, rounds=2)
    [first, _second] = tables_of(tournament)
    play_table(first.code)
    tournament.played_rounds.update(ends_at=tournament.starts_at)
    go_on(tournament)
    assert text_of(client, tournament, "deals.jsonl").count("\n") == 1
    assert TournamentScore.objects.filter(points=None).count() == 3


def test_proofs_are_verified_by_the_page_and_its_script(client: Client, ended: Tournament) -> None:
    lines = text_of(client, ended, "deals.jsonl")
    address = finders.find("verify.py")
    assert address is not None
    done = subprocess.run([sys.executable, address], input=lines, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [f"deal on line {number}: proved" for number in range(1, 5)]
    spoilt = lines.replace(f'"game": "{ended.code}"', '"game": "another"')
    done = subprocess.run([sys.executable, address], input=spoilt, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    proof = json.loads(lines.splitlines()[0])["proof"]
    assert proof["commitment"] in client.get(f"/tournaments/{ended.code}/").text
    table = Deal.objects.filter(game__round__number=1).order_by("pk")[0].game
    page = client.get(f"/tables/{table.code}/deals/1/verify/", follow=True)
    assert proof["secret"] in page.text
    assert client.get("/verify/").status_code == HTTPStatus.OK
