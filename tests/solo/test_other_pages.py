"""What pages weigh for who does not ask for the game without a connection: no byte more than its offer's line."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client

from accounts.models import User
from games.web.solo import LISTING
from tests.addresses import readable
from tests.tables import new_player

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

OFFERS: Final = re.compile(
    r'\s*(<a class="line panel" href="/solo/">.*?</a>|<p><a href="/me/without-a-connection/">.*?</a></p>)\s*', re.DOTALL
)
"""The line of the offer on the front page and on Play, and that under Me which leads to the games played so."""

CHANGING: Final = re.compile(r'\b[A-Za-z0-9]{64}\b|data-seconds="[^"]*"')
"""Tokens of forms, and seconds that are left."""

SOLO_FILES: Final = re.compile("/js/solo|/solo/files/")
SERVICE_WORKER: Final = "/service-worker.js"
"""It knows where the files are, on all sites."""


@pytest.mark.parametrize("signed_in", [False, True])
def test_pages_are_the_same_byte_for_byte_where_it_is_offered(
    signed_in: bool, client: Client, client_for: Callable[[User], Client], settings: Any, tmp_path: Path
) -> None:
    settings.SOLO_DIR = tmp_path
    visitor = client_for(new_player()) if signed_in else client
    offering = list[str]()
    for address in [*readable(visitor, {}, "text/html"), SERVICE_WORKER]:
        (tmp_path / LISTING).unlink(missing_ok=True)
        before = content(visitor, address)
        (tmp_path / LISTING).touch()
        page = content(visitor, address)
        if OFFERS.search(page):
            offering.append(address)
        assert OFFERS.sub("\n", page).split() == before.split(), address
        assert address == SERVICE_WORKER or not SOLO_FILES.search(page), address
    assert offering == ["/", "/me/games/", "/me/"]


def content(visitor: Client, address: str) -> str:
    return CHANGING.sub("", visitor.get(address).text)
