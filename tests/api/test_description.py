"""What is served agrees with its description: Schemathesis sends requests of all kinds and checks every answer."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import Case

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope
from games.api import streams
from tests.tables import new_player

schema = schemathesis.openapi.from_wsgi(
    "/api/v1/openapi.json",
    get_wsgi_application(),
    config=schemathesis.Config.from_dict({"generation": {"allow-extra-parameters": False}}),
)


@pytest.fixture
def connection_is_kept() -> Iterator[None]:
    """Let requests not close the connection of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def streams_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let streams have no content: `test_streams` reads it."""
    monkeypatch.setattr(streams, "LONGEST", 0)


@pytest.fixture
def authorization() -> dict[str, str]:
    """Return the header of a player who may read and play."""
    return {"Authorization": f"Bearer {api_tokens.create(new_player(), name='tests', scopes=list(Scope))}"}


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@pytest.mark.django_db
@pytest.mark.usefixtures("connection_is_kept")
def test_answers_are_as_described(case: Case, authorization: dict[str, str]) -> None:
    case.call_and_validate(headers=authorization | {"Accept-Encoding": "identity"})
