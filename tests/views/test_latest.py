"""What a table's page asks for every few seconds where no socket opens."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.play import game_moderation, queue
from tests.clients import HTMX
from tests.tables import open_table, play_on, sensible, snapshot_for, to_play

pytestmark = pytest.mark.django_db


def latest_of(code: str) -> str:
    return reverse("games:latest", args=[code])


def test_page_without_a_socket_gets_what_has_changed_since_its_version(ana: User, client: Client) -> None:
    client.force_login(ana)
    code = open_table(ana)
    play_on(code, to_play)
    client.get(reverse("games:table", args=[code]))
    before = snapshot_for(code).version
    latest = latest_of(code)
    assert client.get(latest, {"version": before}, headers=HTMX).status_code == 204
    queue.take_turn(code=code, action=sensible(code), version=before)
    changes = client.get(latest, {"version": before}, headers=HTMX)
    assert f'data-version="{before + 1}"' in changes.text
    whole = client.get(latest, {"version": "nonsense"}, headers=HTMX)
    assert len(changes.text) < len(whole.text)
    assert client.get(latest)["Location"] == reverse("games:table", args=[code])


@pytest.mark.parametrize("version", ["", "-1", "nonsense", "9" * 5000], ids=["none", "negative", "no number", "long"])
def test_whoever_sends_no_version_gets_the_whole_table(ana: User, client: Client, version: str) -> None:
    client.force_login(ana)
    code = open_table(ana)
    for answer in (
        client.get(latest_of(code), {"version": version}, headers=HTMX),
        client.post(reverse("games:ready", args=[code]), {"version": version}, headers=HTMX),
    ):
        assert len(answer.text) > 5000


def test_latest_table_is_for_those_who_may_see_its_page(ana: User, client: Client) -> None:
    code = open_table(ana)
    assert client.get(latest_of(code), headers=HTMX).status_code == 200
    game_moderation.close_to_spectators(code=code, by=ana, reason="Asked for")
    refused = [client.get(reverse(f"games:{name}", args=[code]), headers=HTMX) for name in ("table", "latest")]
    assert refused[0].status_code == refused[1].status_code != 200
    assert client.get(latest_of("nowhere1"), headers=HTMX).status_code == 404
