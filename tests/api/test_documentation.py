"""What docs/api.md shows is what the site takes and answers."""

import json
import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from pydantic import TypeAdapter

from games.api.codes import all_codes
from games.api.documents import DOCUMENTS
from games.api.site import the_api
from games.operations import schemas
from tests.api.programs import Program
from tests.sites import ROOT
from tests.tables import act, snapshot_for, three_people, user_at

pytestmark = pytest.mark.django_db

PAGE = (ROOT / "docs" / "api.md").read_text()
EXAMPLES: list[dict[str, Any]] = [json.loads(line) for line in re.findall(r"^\{.*\}$", PAGE, re.MULTILINE)]


def examples(key: str) -> list[dict[str, Any]]:
    """Return the examples of the page that have this member."""
    return [example for example in EXAMPLES if key in example]


def test_every_operation_that_is_named_exists() -> None:
    described = the_api().get_openapi_schema()["paths"]
    named = re.findall(r"`(GET|POST|PUT|DELETE) (/[a-z/{}]+)`", PAGE)
    assert len(named) > 10
    paths = {re.sub(r"\{\w+\}", "{}", path): methods for path, methods in described.items()}
    for method, path in named:
        assert method.lower() in paths[re.sub(r"\{\w+\}", "{}", path)], (method, path)


def test_every_address_of_the_api_is_named() -> None:
    """An example may have a code in place of `{code}`."""
    addresses = the_api().get_openapi_schema()["paths"]
    missing = [path for path in addresses if not re.search(re.sub(r"\{\w+\}", r"[^/\\s]+", path) + r"(?![\w}/])", PAGE)]
    assert not missing, "say in docs/api.md what these operations do"


def test_all_codes_are_listed() -> None:
    listed = [
        (int(status), code)
        for status, codes in re.findall(r"^\| (\d+) \| (`[`\w, ]+`) \|$", PAGE, re.MULTILINE)
        for code in re.findall(r"\w+", codes)
    ]
    assert listed == [(one.status, one.code) for one in all_codes()]


def test_bodies_are_understood() -> None:
    moves = [TypeAdapter(schemas.Move).validate_python(example) for example in examples("version") if "kind" in example]
    tables = [schemas.NewTable(**example) for example in examples("invite")]
    names = [schemas.PlayerToInvite(**example) for example in examples("name")]
    assert (len(moves), len(tables), len(names)) == (5, 1, 1)


def test_refusals_are_as_shown() -> None:
    code = three_people()
    view = snapshot_for(code).view
    assert view is not None
    program = Program(user_at(code, next(player for player in range(3) if player not in view.waiting)))
    table = program.get(f"/tables/{code}")
    problems = [
        program.move(table, 422, kind="bid", tricks=3),
        program.move(table, 422, kind="bid", tricks=3, nils=["3"]),
    ]
    act(code)
    problems.append(program.move(table, 409, kind="bid", tricks=3))
    assert problems == [
        example | ({"version": table["version"] + 1} if "version" in example else {}) for example in examples("status")
    ]


def test_events_are_those_described() -> None:
    """`test_streams` receives each of them."""
    described = the_api().get_openapi_schema()
    description = described["paths"]["/account/stream"]["get"]["description"]
    kinds = [example["kind"] for example in examples("kind") if "version" not in example]
    assert len(kinds) == len(set(kinds)) == 6
    assert all(f"`{kind}`" in description for kind in kinds)
    assert set(kinds) == set(described["components"]["schemas"]["AccountEvent"]["discriminator"]["mapping"])


def test_documents_are_on_the_site_and_lead_to_one_another(client: Client) -> None:
    page = client.get("/api/").text
    texts = {}
    for file in DOCUMENTS:
        assert f'href="/api/{file}"' in page
        answer = client.get(f"/api/{file}")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        texts[file] = answer.text
    assert texts["docs/api.md"] == PAGE
    for file, text in texts.items():
        for link in re.findall(r"\]\(([^)#:]+\.\w+)", text):
            assert client.get(urljoin(f"/api/{file}", link)).status_code == HTTPStatus.OK, (file, link)


@pytest.mark.parametrize("file", ["docs/operations.md", "docs/../manage.py", "docs/", "examples/bot.pyc"])
def test_no_other_file_is_on_the_site(file: str, client: Client) -> None:
    assert client.get(f"/api/{file}").status_code == HTTPStatus.NOT_FOUND
