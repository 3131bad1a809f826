"""Players give their seeds at a table that waits for its game."""

import pytest
from django.test import Client

from games.engine import BOT_SEED
from games.values import Stage
from tests.clients import HTMX, signed_in
from tests.components.dom import parse
from tests.tables import gather, new_player, snapshot_for
from tests.views.gathering.posts import address

pytestmark = pytest.mark.django_db

SEED = "0123456789abcdef"
SENTENCE = "A seed has up to 64 digits and letters from a to f."


def seed_at(code: str, player: int) -> str:
    return snapshot_for(code).seats[player].seed


def test_fingerprint_and_seeds_are_shown_to_everybody_before_the_game(client: Client) -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    signed_in(guest).post(address("seed", code), {"seed": SEED})
    page = client.get(address("table", code)).text
    assert snapshot_for(code).commitment in page
    assert SEED in page
    assert "none yet" in page


def test_visitor_gives_a_seed_by_sitting_down() -> None:
    code = gather(new_player())
    Client().post(address("sit", code), {"player": 1, "name": "Newcomer", "seed": f" {SEED.upper()} "})
    assert seed_at(code, 1) == SEED


def test_host_gives_a_seed_by_starting_the_game() -> None:
    host = new_player()
    code = gather(host)
    signed_in(host).post(address("start", code), {"version": snapshot_for(code).version, "seed": SEED})
    assert [seat.seed for seat in snapshot_for(code).seats] == [SEED, BOT_SEED, BOT_SEED]


def test_guest_replaces_the_seed_on_the_page() -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    answer = signed_in(guest).post(address("seed", code), {"seed": SEED}, headers=HTMX)
    assert answer.status_code == 200
    assert SEED in answer.text
    assert parse(signed_in(guest).get(address("table", code)).text).at("seed")["value"] == SEED


@pytest.mark.parametrize("seed", ["x", "0" * 65, "bot", "0\n0\0", "١٢", "é" * 300])
@pytest.mark.parametrize("name", ["seed", "sit", "start"])
def test_other_text_is_refused_with_a_sentence(name: str, seed: str) -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    user = {"seed": guest, "sit": new_player(), "start": host}[name]
    before = snapshot_for(code)
    answer = signed_in(user).post(address(name, code), {"seed": seed, "player": 2, "version": before.version})
    assert answer.status_code == 400
    assert SENTENCE in answer.text
    assert snapshot_for(code) == before


def test_seed_is_refused_to_strangers_and_after_the_start() -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    assert signed_in(new_player()).post(address("seed", code), {"seed": SEED}).status_code == 403
    assert Client().post(address("seed", code), {"seed": SEED}).status_code == 403
    signed_in(host).post(address("start", code), {"version": snapshot_for(code).version})
    assert snapshot_for(code).stage is Stage.DRAWING
    assert signed_in(guest).post(address("seed", code), {"seed": SEED}).status_code == 409
    assert seed_at(code, 1) == ""


@pytest.mark.parametrize(("who", "form"), [("visitor", "sit"), ("host", "start"), ("guest", "give-seed")])
def test_field_belongs_to_the_form_that_gives_the_seed(who: str, form: str) -> None:
    host, guest = new_player(), new_player()
    code = gather(host, guest)
    client = {"visitor": Client(), "host": signed_in(host), "guest": signed_in(guest)}[who]
    page = parse(client.get(address("table", code)).text)
    assert page.at("seed")["form"] == form
    assert page.find(form) is not None


def test_onlooker_of_a_full_table_has_no_field() -> None:
    code = gather(new_player(), new_player(), new_player())
    assert parse(Client().get(address("table", code)).text).find("seed") is None
