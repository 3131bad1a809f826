"""Who may open which socket; tests/security/access.txt says the same of pages."""

from datetime import timedelta
from typing import Final

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.sockets.consumers import NO_SUCH_TABLE, SIGNED_OUT
from games.sockets.routing import websocket_urlpatterns
from tests.live.browsers import socket_at
from tests.staff.people import MODERATOR, ensure_roles, member, registered
from tests.tables import begin, finish_deals, new_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]

SHOWN, REFUSED = "shown", "refused"
PEOPLE: Final = ("visitor", "guest", "player", "suspended", "moderator", "seated")

ACCESS: Final[dict[str, tuple[object, ...]]] = {
    "/ws/tables/OPEN/": (SHOWN, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/tables/CLOSED/": (NO_SUCH_TABLE, NO_SUCH_TABLE, NO_SUCH_TABLE, SIGNED_OUT, NO_SUCH_TABLE, SHOWN),
    "/ws/tables/OPEN/behind/0/": (SHOWN, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/tables/CLOSED/behind/0/": (NO_SUCH_TABLE, NO_SUCH_TABLE, NO_SUCH_TABLE, SIGNED_OUT, NO_SUCH_TABLE, SHOWN),
    "/ws/tables/OPEN/deals/1/along/": (SHOWN, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/tables/CLOSED/deals/1/along/": (NO_SUCH_TABLE, NO_SUCH_TABLE, NO_SUCH_TABLE, SIGNED_OUT, NO_SUCH_TABLE, SHOWN),
    "/ws/featured/": (SHOWN, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/people/": (SIGNED_OUT, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/lobby/": (SHOWN, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/games/": (SIGNED_OUT, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/turns/": (SIGNED_OUT, SHOWN, SHOWN, SIGNED_OUT, SHOWN, SHOWN),
    "/ws/nowhere/": (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED),
}
"""What each of the people gets at each path: a first frame, a close code, or no socket. A suspended player is signed
out of them all: the page, loaded again, says so."""


def site() -> tuple[dict[str, User | None], dict[str, str]]:
    """Return each kind of person, and the codes of two tables, one closed to spectators."""
    ensure_roles()
    host, seated, suspended = registered("Alex"), registered("Ben"), registered("Eve")
    suspended.suspended_until = timezone.now() + timedelta(days=1)
    suspended.save()
    people = [None, new_player(), registered("Cleo"), suspended, member(MODERATOR), seated]
    codes = {name: begin(host, seated, spectators=name == "OPEN") for name in ("OPEN", "CLOSED")}
    for code in codes.values():
        finish_deals(code)
    return dict(zip(PEOPLE, people, strict=True)), codes


async def outcome(path: str, user: User | None) -> object:
    """Open a socket and return what comes of it."""
    browser = await sync_to_async(socket_at)(path, user)
    is_accepted, _ = await browser.connect()
    if not is_accepted:
        return REFUSED
    first = await browser.receive_output(timeout=10)
    await browser.disconnect()
    return first.get("code") if first["type"] == "websocket.close" else SHOWN


async def test_everybody_gets_the_sockets_that_the_table_says() -> None:
    people, codes = await sync_to_async(site)()
    assert len(ACCESS) == len(websocket_urlpatterns) + 3, "each path has a row, and those of a table have two"
    answers = {}
    for path in ACCESS:
        address = path
        for name, code in codes.items():
            address = address.replace(name, code)
        answers[path] = tuple([await outcome(address, user) for user in people.values()])
    assert answers == ACCESS
