"""Results of sets of deals to download: who may have them when, and that their ladder can be computed again."""

import csv
import io
import json
import subprocess
import sys
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.competitions.sets import closing, services
from games.models import BoardPlay, DealSet, SetResult
from tests.clients import ClientFor
from tests.competitions.sets import recompute
from tests.competitions.sets.sets import board_of, challenge
from tests.competitions.sets.test_challenges import finish
from tests.tables import new_player

pytestmark = pytest.mark.django_db

SAID = "Results can be downloaded when the set is closed"


def file_of(of_set: DealSet, form: str = "json") -> str:
    return reverse(f"games:set_{form}", args=[of_set.code])


def special(boards: int = 3) -> DealSet:
    """Return a set that closes in an hour."""
    of_set = challenge(boards=boards)
    of_set.kind, of_set.name_en, of_set.closes_at = "special", "Winter cup", timezone.now() + timedelta(hours=1)
    of_set.save()
    return of_set


def played_by(of_set: DealSet, *points: int) -> list[User]:
    """Let a new player for each of these numbers finish all boards with so many points."""
    users = [new_player() for _ in points]
    for user, made in zip(users, points, strict=True):
        finish(of_set, user, made)
    return users


def test_ladder_of_a_closed_set_is_recomputed_by_the_script(client: Client) -> None:
    of_set = special()
    one, *_others = played_by(of_set, 50, 61, 50, -30, 70)
    BoardPlay.objects.filter(board=board_of(of_set, 2), user=one).update(points=-100)
    services.begin(board_of(of_set, 2), new_player())
    closing.store_results(of_set, timezone.now())
    answer = client.get(file_of(of_set))
    assert answer["Content-Disposition"] == f'attachment; filename="{of_set.code}.json"'
    data = answer.json()
    assert list(recompute.faults(data)) == []
    stored = SetResult.objects.values_list("user__username", "place", "points", "percent")
    assert [tuple(row[key] for key in ("player", "place", "points", "percent")) for row in data["ladder"]] == list(
        stored
    )
    script = [sys.executable, "-I", "-S", recompute.__file__]
    done = subprocess.run(script, input=answer.text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "The ladder agrees with the results.\n")


def test_results_of_a_running_set_are_for_nobody(client: Client, client_for: ClientFor) -> None:
    of_set = special()
    (player,) = played_by(of_set, 50)
    for browser in (client, client_for(player)):
        for form in ("json", "csv"):
            answer = browser.get(file_of(of_set, form))
            assert answer.status_code == HTTPStatus.FORBIDDEN
            assert SAID in answer.text


def test_results_of_a_challenge_are_for_who_has_finished_it(client: Client, client_for: ClientFor) -> None:
    of_set = challenge(boards=3)
    one, two = played_by(of_set, 50, 60)
    BoardPlay.objects.filter(board=board_of(of_set, 3), user=two).update(points=None)
    data = json.loads(client_for(one).get(file_of(of_set)).text)
    assert list(recompute.faults(data)) == []
    assert [row["boards"] for row in data["ladder"]] == [3, 2]
    for browser in (client, client_for(two), client_for(new_player())):
        assert browser.get(file_of(of_set)).status_code == HTTPStatus.FORBIDDEN


def test_results_of_a_void_set_are_for_nobody(client: Client) -> None:
    of_set = special()
    played_by(of_set, 50)
    closing.store_results(of_set, timezone.now())
    DealSet.objects.update(void_reason="A mistake")
    assert client.get(file_of(of_set)).status_code == HTTPStatus.FORBIDDEN


def test_table_for_spreadsheets_has_a_column_for_each_board(client: Client) -> None:
    of_set = special()
    one, two = played_by(of_set, 50, 60)
    BoardPlay.objects.filter(board=board_of(of_set, 3), user=one).delete()
    User.objects.filter(pk=two.pk).update(username="=1+1")
    closing.store_results(of_set, timezone.now())
    answer = client.get(file_of(of_set, "csv"))
    head, first, second = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head == ["place", "player", "points", "percent", "error", "boards", "board 1", "board 2", "board 3"]
    assert first == ["1", "'=1+1", "186", "100.0", "0.0", "3", "61", "62", "63"]
    assert second == ["", one.username, "103", "0.0", "0.0", "2", "51", "52", ""]


def test_root_is_in_no_file(client: Client) -> None:
    of_set = special()
    played_by(of_set, 50)
    closing.store_results(of_set, timezone.now())
    for form in ("json", "csv"):
        assert of_set.root not in client.get(file_of(of_set, form)).text
