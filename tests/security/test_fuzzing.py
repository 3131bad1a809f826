"""No request and no frame, however hostile, is answered 5xx or leaves an error in the log; refused, it changes nothing.

The addresses come from the URL resolver and the fields from the forms and links of the pages, so new ones take part.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, connections, transaction
from hypothesis import given, seed, settings

from accounts.models import User
from config.handler import ThreadedHandler
from games.components import frames
from games.models import Game, RulesPreset
from games.play import table_cache
from tests.addresses import addresses
from tests.finished_games import played_game
from tests.security.errors import errors_noted
from tests.security.inputs import SCRIPT, Request, requests
from tests.security.offers import Offers
from tests.security.test_access import client_of
from tests.staff.people import ADMINISTRATOR, member, registered
from tests.tables import begin, gather, new_player, play_on, to_play

INPUTS: Final = 600
"""So many in the suite."""

MORE_INPUTS: Final = 5000
"""So many in each of the twenty rounds of the nightly campaign."""

MAY_CHANGE: Final = {"django_session", "usersessions_usersession"}
"""Tables of what a visitor's browser is shown next, such as a message: refused requests may write to them."""

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class World:
    """People at some tables, and what the pages offer them."""

    def __init__(self) -> None:
        host, seated = registered("Alex"), registered("Ben")
        running = begin(host, seated, public=True)
        play_on(running, to_play)
        codes = {"running": running, "gathering": gather(host, seated, public=True)}
        codes["over"] = played_game(host, seated, None).code
        self.tables = {name: Game.objects.get(code=code) for name, code in codes.items()}
        people = {"visitor": None, "guest": new_player(), "host": host, "seated": seated}
        self.clients = {name: client_of(user) for name, user in people.items()}
        self.clients["administrator"] = client_of(member(ADMINISTRATOR))
        self.addresses = self._addresses(seated)
        self.offers = Offers()
        for address in self.addresses:
            self._explore(address)
        self.before = contents()
        self.addresses += sorted(set(self.offers.posted) - {"/"}) * 2
        self.site = ThreadedHandler()
        self.site.load_middleware()

    def _addresses(self, seated: User) -> list[str]:
        preset = RulesPreset.objects.values_list("pk", flat=True)[0]
        rows = {"accounts/user": seated.pk, "games/game": self.tables["running"].pk, "games/rulespreset": preset}
        return [address for _, address in addresses(self.tables, rows)]

    def _explore(self, address: str) -> None:
        """Read the page as the first of those to whom it is shown."""
        for name in ("host", "administrator", "visitor"):
            page = self.clients[name].get(address)
            if page.status_code == HTTPStatus.OK:
                if page["Content-Type"].startswith("text/html"):
                    self.offers.read(address, page.text)
                return

    def answer(self, request: Request) -> int:
        """Return the status of the whole answer. A refused request may not have changed anything; no change stays."""
        forget()
        session = self.clients[request.person].cookies.get("sessionid")
        scope = request.scope(session.value if session else "")
        with transaction.atomic():
            with noting_writes() as writes:
                status = async_to_sync(self._ask)(scope, request.body)
            if status >= 400 and writes:
                assert contents() == self.before, writes
            transaction.set_rollback(True)
        return status

    async def _ask(self, scope: dict[str, Any], body: bytes) -> int:
        sent = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.site.handle(scope, receive, send)
        start, *rest = sent
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        assert urlsplit(headers.get("location", "")).netloc in ("", "localhost"), "a way to another site"
        if headers.get("content-type", "").startswith("text/html"):
            assert SCRIPT not in b"".join(message["body"] for message in rest), "a script of the visitor's"
        return int(start["status"])


def forget() -> None:
    """Empty the caches: of rate limits, and of tables whose changes were rolled back."""
    cache.clear()
    table_cache.clear()
    frames.clear()


@contextmanager
def noting_writes() -> Iterator[list[str]]:
    """Give a list of the statements that write, except to MAY_CHANGE."""
    writes: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(f'"{table}"' in sql for table in MAY_CHANGE):
            writes.append(sql)
        return execute(sql, *arguments)

    with connection.execute_wrapper(note):
        yield writes


def contents() -> dict[str, list[Any]]:
    """Return the rows of all tables that a refused request may not change."""
    names = {model._meta.db_table: model for model in apps.get_models()}
    return {
        name: list(model._base_manager.order_by("pk").values())
        for name, model in names.items()
        if name not in MAY_CHANGE
    }


@contextmanager
def connection_shared(site: ThreadedHandler) -> Iterator[None]:
    """Let the threads of the site use the connection of the test, whose people and tables no other one sees.

    It stays open after each request, as with Django's test clients.
    """
    ours, signals = connections["default"], (request_started, request_finished)
    ours.inc_thread_sharing()
    for thread in site._threads:
        thread.executor.submit(connections.__setitem__, "default", ours).result()
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
        ours.dec_thread_sharing()


def fuzz(number: int, inputs: int) -> Counter[int]:
    """Send so many requests; return how many answers had each status."""
    world, statuses = World(), Counter[int]()
    people = [*world.clients, "host", "seated", "administrator", "administrator"]

    @seed(number)
    @settings(settings.get_profile("quick"), max_examples=inputs, derandomize=False, database=None)
    @given(requests(people, world.addresses, world.offers))
    def send(request: Request) -> None:
        status = world.answer(request)
        statuses[status] += 1
        lines, errors.lines = errors.lines, []
        assert status < 500, lines
        assert not lines

    with connection_shared(world.site), errors_noted() as errors:
        send()
    return statuses


def test_no_request_is_too_much(record_property: Callable[[str, object], None]) -> None:
    statuses = fuzz(101, INPUTS)
    record_property("statuses", dict(statuses))
    # The codes of tables are others each time, and with them all requests. In twelve runs 17 to 76 of 600 were answered
    # with a page, and 212 to 299 with a page or another address.
    assert statuses[200] > INPUTS / 100, "too few requests get as far as a page"
    assert statuses[200] + statuses[302] > INPUTS / 5, "too few requests are not refused"


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(1, 21))
def test_a_hundred_thousand_requests_are_not_too_much(
    number: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("statuses", dict(fuzz(number, MORE_INPUTS)))
