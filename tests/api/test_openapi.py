"""The description of the API as clients are generated from it: names, shapes, examples, scopes, headers."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from jsonschema_rs import validator_for

from accounts.models import Scope
from games.api.site import the_api
from games.engine import read_log
from games.review.schemas import EXAMPLES, DealRecord
from tests.sites import ROOT

DESCRIBED: dict[str, Any] = json.loads(json.dumps(the_api().get_openapi_schema()))
OPERATIONS: list[dict[str, Any]] = [entry for methods in DESCRIBED["paths"].values() for entry in methods.values()]


def resolved(shape: dict[str, Any]) -> dict[str, Any]:
    """Return a part of the description itself, where it is only referred to."""
    while "$ref" in shape:
        *_path, kind, name = shape["$ref"].split("/")
        shape = DESCRIBED["components"][kind][name]
    return shape


def has_example(shape: dict[str, Any]) -> bool:
    """Return whether a shape has an example, or for a list those in it."""
    shape = resolved(shape)
    return "examples" in resolved(shape.get("items", shape))


def test_operations_have_names_of_their_own_that_are_words() -> None:
    names = [operation["operationId"] for operation in OPERATIONS]
    assert len(names) == len(set(names)) > 20
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+)+", name)] == []


@pytest.mark.parametrize(
    "name", [name for name, shape in DESCRIBED["components"]["schemas"].items() if "examples" in shape]
)
def test_example_has_the_shape_that_it_shows(name: str) -> None:
    shapes = {"$ref": f"#/components/schemas/{name}", "components": DESCRIBED["components"]}
    for example in DESCRIBED["components"]["schemas"][name]["examples"]:
        fault = next((error.message for error in validator_for(shapes).iter_errors(example)), "")
        assert not fault, f"change the example of {name}, in the `EXAMPLES` of its subject"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation["operationId"]))
def test_operation_shows_what_it_takes_and_answers(operation: dict[str, Any]) -> None:
    answers = {status: resolved(answer) for status, answer in operation["responses"].items()}
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    for body in [*bodies, *(answer for answer in answers.values() if "content" in answer)]:
        for content in body["content"].values():
            shown = has_example(content["schema"]) or content["schema"] == {"type": "string"}
            assert shown, f"add an example of this shape to the `EXAMPLES` of its subject: {content['schema']}"
    assert {status for status, answer in answers.items() if "Retry-After" in answer.get("headers", {})} == {
        "429",
        "503",
    }
    assert [status for status, answer in answers.items() if "Location" in answer.get("headers", {})] in ([], ["201"])
    assert answers.get("201") is None or "Location" in answers["201"]["headers"]


def test_scopes_are_those_of_tokens() -> None:
    assert DESCRIBED["components"]["securitySchemes"].keys() == set(Scope)
    for operation in OPERATIONS:
        assert operation["security"], operation["operationId"]


def test_hand_is_spelled_out_once() -> None:
    assert json.dumps(DESCRIBED).count('"dummy"]') == 1 + json.dumps(DESCRIBED).count('["dummy"]')


def test_record_of_a_deal_is_described_completely() -> None:
    lines = (ROOT / "tests" / "data" / "examples.jsonl").read_text().splitlines()
    records = [row["record"] for row in map(json.loads, lines) if row["result"]["legal"] and "before" in row["record"]]
    assert len(records) > 5
    for record in records:
        read = DealRecord.model_validate(record)
        assert json.loads(read.model_dump_json(exclude_unset=True, by_alias=True)) == record


def test_record_of_the_example_is_legal() -> None:
    read_log(json.dumps(EXAMPLES["DealRecord"]).encode())


def test_description_names_the_site_that_serves_it(client: Client) -> None:
    assert client.get("/api/v1/openapi.json").json()["servers"] == [
        {"url": "http://testserver/api/v1", "description": "this site"}
    ]
