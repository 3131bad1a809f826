"""What is served agrees with its description: Schemathesis sends requests of all kinds and checks every answer."""

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from pytest_django import DjangoDbBlocker

from accounts.api_tokens import services as api_tokens
from accounts.models import ApiAnswer, Scope
from games.operations import streams
from tests.tables import new_player

if TYPE_CHECKING:
    from schemathesis import BaseSchema, Case, Response

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("description")]

BASE = settings(suppress_health_check=list(HealthCheck), deadline=None)


@pytest.fixture(scope="module")
def schema(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> "BaseSchema":  # noqa: ARG001  # the fixture makes the database that this one reads
    """Return the description as Schemathesis reads it, which takes too long to import for all that run other tests.

    A request asks each connection that a test before has opened whether it is still good.
    """
    import schemathesis
    from schemathesis.checks import load_all_checks

    load_all_checks()
    generation = {"generation": {"allow-extra-parameters": False}}
    config = schemathesis.Config.from_dict(generation)
    with django_db_blocker.unblock():
        return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=config)


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


@pytest.mark.django_db
@pytest.mark.usefixtures("connection_is_kept")
@pytest.mark.parametrize("examples", [8, pytest.param(100, marks=pytest.mark.campaign)])
def test_answers_are_as_described(
    schema: "BaseSchema", authorization: dict[str, str], subtests: pytest.Subtests, examples: int
) -> None:
    """Besides these generated examples, Schemathesis tries all values at the limits of what is described."""
    from schemathesis.pytest.lazy import get_all_tests

    def answer_is_as_described(case: "Case") -> None:
        ApiAnswer.objects.all().delete()  # each request is the first with its Idempotency-Key
        case.call_and_validate(headers=authorization | {"Accept-Encoding": "identity"})

    chosen = settings(BASE, max_examples=examples)
    operations = [
        result.ok()
        for result in get_all_tests(schema=schema, test_func=answer_is_as_described, settings=chosen, given_kwargs={})
    ]
    assert len(operations) > 20
    for operation, test in operations:
        with subtests.test(operation.label), transaction.atomic():
            test()
            transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.usefixtures("connection_is_kept")
def test_answers_after_one_another_are_as_described(schema: "BaseSchema", authorization: dict[str, str]) -> None:
    """What an operation has answered, such as the code of a new table, goes into the requests after it."""
    from schemathesis.specs.openapi import checks

    class Requests(schema.as_state_machine()):  # type: ignore[misc]  # a class made of the description
        def setup(self) -> None:
            """Begin from the same rows and limits, so that the same requests have the same answers."""
            cache.clear()
            self.changes = transaction.atomic()
            self.changes.__enter__()
            super().setup()

        def teardown(self) -> None:
            super().teardown()
            transaction.set_rollback(True)
            self.changes.__exit__(None, None, None)

        def get_call_kwargs(self, case: "Case") -> dict[str, Any]:
            return {"headers": authorization | {"Accept-Encoding": "identity"}}

        def validate_response(self, response: "Response", case: "Case", *_more: object, **_kwargs: object) -> None:
            # All requests have a token here, and the rules of the game refuse what has the right shape.
            case.validate_response(response, excluded_checks=[checks.ignored_auth, checks.positive_data_acceptance])

        def after_call(self, response: "Response", case: "Case") -> None:
            answered[case.operation.label].add(response.status_code)

    answered = defaultdict[str, set[int]](set)
    run_state_machine_as_test(Requests, settings=settings(BASE, max_examples=100, stateful_step_count=8))
    moved_on = {"GET /tables/{code}", "PUT /tables/{code}/seat", "POST /tables/{code}/moves"}
    assert moved_on <= {label for label, statuses in answered.items() if statuses - {404}}
