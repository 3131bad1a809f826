"""A secret can't be had before its deal ends: it would reveal all cards (docs/fairness.md)."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.logs import JsonLines
from games.chat import services as chat_services
from games.components.frames import Viewer
from games.engine import MOST_DEALS, PeekRule, Rules, chain_secret, deal_key
from games.models import Game
from games.play import loading, presence, proofs, queries as table_queries, turns
from games.play.event_log import current_deal
from games.play.snapshot import FullSnapshot
from games.values import Stage
from tests.clients import HTMX
from tests.security.exchange import clear_caches
from tests.security.test_hidden_cards import live_frame
from tests.tables import (
    act,
    deal,
    finish_deals,
    gather,
    here,
    new_player,
    play_on,
    scored,
    snapshot_for,
    start,
    to_play,
)

pytestmark = pytest.mark.django_db


def hidden_secrets(code: str) -> set[str]:
    """The root of the chain, the secrets of all deals that have not ended, and the key of the deal under way; of a
    duplicate game that runs all secrets, and the keys of its boards.
    """
    game = Game.objects.get(code=code)
    root, running = bytes.fromhex(game.chain_root), current_deal(game)
    ended = game.deal_number if running is None or running.finished else game.deal_number - 1
    first_hidden = 0 if game.duplicate else ended + 1
    hidden = {chain_secret(root, number).hex() for number in range(first_hidden, MOST_DEALS + 1)}
    if game.duplicate:
        seeds = proofs.seeds_of(game.seats.order_by("player"))
        hidden |= {deal_key(chain_secret(root, number), code, number, seeds).hex() for number in range(4)}
    if running is not None and not running.finished:
        hidden.add(proofs.key_of(game, running, game.seats.order_by("player")).hex())
    assert game.chain_root in hidden
    return hidden


def everything(code: str, user: User | AnonymousUser) -> Iterator[str]:
    """All that this visitor can read of the table: pages, files, frames of the socket, the admin's pages."""
    client = Client()
    pages = ["", "sheet/", "deals.jsonl", "deals.pbn", "hint/"]
    pages += [f"deals/{number}{kind}" for number in (1, 2) for kind in ("/", ".json", ".pbn", "/verify/")]
    addresses = [f"/tables/{code}/{page}" for page in pages] + ["/", "/verify/"]
    if isinstance(user, User):
        client.force_login(user)
        tabs = ("", "games/", "deals/", "statistics/", "games.csv", "games.json", "deals.csv", "deals.json")
        addresses += [f"/players/{user.username}/{tab}" for tab in tabs]
        addresses += [reverse("export_account")]
        if user.is_staff:
            game = Game.objects.get(code=code)
            names = ("admin:games_game_changelist", "admin:index")
            addresses += [*map(reverse, names), reverse("admin:games_game_change", args=[game.pk])]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code < 500, address
        yield b"".join(answer).decode(errors="replace") if answer.streaming else answer.text
    for name in ("ready", "bid", "play", "claim", "seed", "start"):
        yield client.post(reverse(f"games:{name}", args=[code]), {"version": "?"}, headers=HTMX).text
    yield frames_for(code, user)


def frames_for(code: str, user: User | AnonymousUser) -> str:
    """What a socket may send this visitor."""
    game = loading.game_by_code(code)
    table, attendance = table_queries.full_snapshot_of(game), presence.attendance(code, game.patience)
    tables: list[FullSnapshot | None] = [table, table.before_the_score]
    viewer = Viewer(table_queries.player_of(game, user))
    return "".join(live_frame(shown, viewer, attendance) for shown in tables if shown is not None)


def stations(code: str, host: User) -> Iterator[str]:
    """Play a game of two people and a bot; stop where the knowledge of a secret would be worth most."""
    yield "before the game"
    start(code, host)
    here(code)
    yield "at the draw"
    deal(code)
    yield "while players look at the dummy"
    play_on(code, to_play)
    act(code)
    yield "in the play"
    play_on(code, scored)
    yield "after the deal"
    deal(code)
    yield "in the next deal"


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [False, True])
def test_nothing_that_anybody_can_read_holds_a_secret_before_its_deal_ends(
    duplicate: bool, caplog: pytest.LogCaptureFixture
) -> None:
    host, guest, boss = new_player(), new_player(), User.objects.create_superuser("Boss", password="correct horse")
    code = gather(host, guest, rules=Rules(PeekRule.FLIP2), duplicate=duplicate)
    caplog.set_level(logging.DEBUG)
    for station in stations(code, host):
        hidden = hidden_secrets(code)
        for user in (guest, AnonymousUser(), boss):
            for text in everything(code, user):
                assert not found_in(text, hidden), f"{user} {station}"
        assert not found_in(caplog.text, hidden), station


def found_in(text: str, secrets: set[str]) -> bool:
    digits = set(re.findall(r"(?=([0-9a-f]{64}))", text.lower()))
    return not digits.isdisjoint(secrets)


def test_error_while_dealing_reveals_no_secret(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = new_player()
    code = gather(host)
    start(code, host)

    def fail(_key: bytes) -> Any:
        raise ValueError("something is wrong with the pack")

    monkeypatch.setattr(turns.engine, "deal_hands", fail)
    caplog.set_level(logging.DEBUG)
    client.force_login(host)
    client.raise_request_exception = False
    answer = client.post(reverse("games:ready", args=[code]), {"version": snapshot_for(code).version})
    assert answer.status_code == 500
    assert "something is wrong with the pack" in caplog.text
    assert snapshot_for(code).stage is Stage.DRAWING
    assert not found_in(answer.text + caplog.text, hidden_secrets(code))


def test_error_in_the_chat_reveals_no_message_and_no_session(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host, said = new_player(), "I have the king of hearts"
    code = gather(host)

    def fail(**_about: object) -> None:
        raise ValueError("something is wrong with the chat")

    monkeypatch.setattr(chat_services, "send_message", fail)
    caplog.set_level(logging.DEBUG)
    client.force_login(host)
    client.raise_request_exception = False
    answer = client.post(reverse("games:send_message", args=[code]), {"text": said, "csrfmiddlewaretoken": "t" * 32})
    assert answer.status_code == 500
    lines = "".join(JsonLines().format(record) for record in caplog.records)
    assert "something is wrong with the chat" in lines
    for hidden in (said, said.replace(" ", "+"), client.cookies["sessionid"].value, "t" * 32):
        assert hidden not in lines


def test_commands_print_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    code = gather(new_player())
    start(code, Game.objects.get(code=code).host)
    deal(code)
    call_command("rebuild_statistics")
    call_command("check")
    printed = capsys.readouterr()
    assert not found_in(printed.out + printed.err, hidden_secrets(code))


def test_shown_secret_gives_the_secrets_of_earlier_deals_only() -> None:
    host = new_player()
    code = gather(host)
    start(code, host)
    deal(code)
    finish_deals(code, 3)
    clear_caches()
    proof = snapshot_for(code).proof
    assert proof is not None
    root = bytes.fromhex(Game.objects.get(code=code).chain_root)
    hashes = {chain_secret(bytes.fromhex(proof.secret), MOST_DEALS - times).hex() for times in range(1001)}
    assert {chain_secret(root, number).hex() for number in range(4)} <= hashes
    assert not hashes & {chain_secret(root, number).hex() for number in range(4, MOST_DEALS + 1)}
