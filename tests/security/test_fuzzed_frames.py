"""No text sent over a socket leaves an error in the log; sent by people who may not move, it changes nothing."""

import json
from typing import Final
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from hypothesis import given, settings, strategies as st
from hypothesis.strategies import SearchStrategy

from accounts.models import User
from games.engine import DECK
from games.models import Event
from games.play import presence, queue
from games.play.moves import MOVES
from games.sockets import consumers
from tests.live.browsers import socket_at
from tests.security.errors import errors_noted
from tests.security.inputs import texts
from tests.tables import begin, new_player, snapshot_for

SOCKETS: Final = 20
FRAMES: Final = 25
"""So many sockets, one after the other, and so many texts over each."""

PATHS: Final = (
    *("/ws/lobby/", "/ws/featured/", "/ws/games/", "/ws/people/", "/ws/turns/", "/ws/nowhere/"),
    *["/ws/tables/{code}/"] * 8,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def forms(version: int) -> SearchStrategy[str]:
    """Return the fields of moves, some of them hostile, at this version of the table or another."""
    values = {
        "version": st.sampled_from([str(version)] * 3 + [str(version + 1), "0"]),
        "tricks": st.integers(-1, 14).map(str),
        "card": st.sampled_from([str(card) for card in DECK]),
        "nils": st.sampled_from(["own", "dummy", "left", "right"]),
        "places": st.integers(-1, 13).map(str),
        "accept": st.sampled_from(["yes", "no"]),
    }
    pairs = [st.tuples(st.just(name), st.one_of(value, value, texts())) for name, value in values.items()]
    return st.lists(st.one_of(*pairs), max_size=5).map(lambda fields: urlencode(fields, errors="surrogatepass"))


def frames(version: int) -> SearchStrategy[str]:
    """Return texts that a browser may send: moves, other JSON, and anything."""
    values = st.recursive(
        st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), texts()),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts(), inner, max_size=3)),
    )
    moves = st.fixed_dictionaries({"move": st.sampled_from([*MOVES, "?"]), "form": st.one_of(forms(version), values)})
    lags = st.fixed_dictionaries({"lag": values, "word": values, "pong": values})
    return st.one_of(
        moves.map(json.dumps), moves.map(json.dumps), lags.map(json.dumps), values.map(json.dumps), texts()
    )


async def send(path: str, user: User | None, sent: list[str]) -> None:
    """Send the texts over a new socket, and wait until all moves among them are made or refused."""
    browser = await sync_to_async(socket_at)(path, user)
    if (await browser.connect())[0]:
        for text in sent:
            await browser.send_input({"type": "websocket.receive", "text": text.encode(errors="replace").decode()})
        await browser.disconnect(timeout=30)
        await sync_to_async(queue.write_waiting)()


def test_no_text_over_a_socket_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "IGNORED_MESSAGES_LIMIT", (1_000_000, 1.0))
    monkeypatch.setattr(presence, "SIGN_EVERY", 3600.0)
    players = [new_player() for _ in range(3)]
    code = begin(*players)
    others = [None, new_player()]
    version = snapshot_for(code).version

    @settings(max_examples=SOCKETS)
    @given(
        st.sampled_from(PATHS),
        st.sampled_from([*players, *others]),
        st.lists(frames(version), min_size=FRAMES // 2, max_size=FRAMES),
    )
    def fuzz(path: str, user: User | None, sent: list[str]) -> None:
        before = Event.objects.count()
        with errors_noted() as errors:
            async_to_sync(send)(path.format(code=code), user, sent)
        assert not errors.lines
        assert user in players or Event.objects.count() == before

    fuzz()
