"""The description of the API as OpenAPI 3.1: what django-ninja makes of the operations, and what it can't know."""

import json
from typing import Any, Final

from ninja import NinjaAPI
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from ninja.operation import Operation
from pydantic.json_schema import models_json_schema

from games.api.codes import REFUSALS, all_codes
from games.operations.auth import Token
from games.operations.problems import CONTENT_TYPE
from games.operations.routers import SubjectRouter
from games.operations.schemas import Problem
from games.operations.statuses import code_of, name_of
from games.subjects import all_subjects

_STREAMED: Final = ("text/event-stream", "application/x-ndjson")

_HEADERS: Final[dict[int, dict[str, tuple[str, str]]]] = {
    200: {"ETag": ("string", "of this answer, for If-None-Match")},
    201: {"Location": ("string", "the address of what was made")},
    401: {"WWW-Authenticate": ("string", "always Bearer")},
    429: {"Retry-After": ("integer", "after how many seconds the next request is within the limit")},
    503: {"Retry-After": ("integer", "after how many seconds to ask again")},
}
"""The headers of an answer with this status, each with the type of its value and what it says."""


_LINKS: Final = {
    name: {"operationId": name, "parameters": {"code": "$response.body#/code"}, "description": about}
    for name, about in {
        "read_table": "The table later.",
        "make_move": "A move there.",
        "take_seat": "A seat there.",
    }.items()
}
"""What can be done next with a table that was answered."""


def all_operations() -> list[SubjectRouter]:
    """Return the operations of all subjects, in the order of the subjects."""
    return [operations for subject in all_subjects() for operations in subject.operations]


def _groups() -> dict[str, str]:
    """Return what each group of operations is, by its name."""
    groups: dict[str, str] = {}
    for operations in all_operations():
        groups[operations.name] = groups.get(operations.name) or operations.about
    return groups


class Description(OpenAPISchema):
    """Describes refusals, headers and scopes once for all operations, and gives each shape its example."""

    def __init__(self, api: NinjaAPI) -> None:
        super().__init__(api, path_prefix="")
        self["tags"] = [{"name": name, "description": about} for name, about in _groups().items()]

    def get_paths(self) -> dict[str, Any]:
        """Return the operations by their addresses."""
        self.paths: dict[str, Any] = super().get_paths()
        return self.paths

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        """Return how an operation is called and answers."""
        details = super().operation_details(operation)
        if operation.path.endswith("/stream"):
            (content,) = details["responses"][200]["content"].values()
            details["responses"][200] = {
                "description": "a line of JSON, or the data of a server-sent event, for each of these",
                "content": dict.fromkeys(_STREAMED, content),
            }
        if operation.path.endswith("/export"):
            content = details["responses"][200]["content"]
            details["responses"][200] = {
                "description": "a line of JSON for each of these, or text",
                "content": {"application/x-ndjson": content.pop("application/json"), **content},
            }
        return details

    def operation_parameters(self, operation: Operation) -> list[dict[str, Any]]:
        """Return the parameters: one that may be left out is never null, as an address has no null."""
        parameters = super().operation_parameters(operation)
        for parameter in parameters:
            kinds = [kind for kind in parameter["schema"].pop("anyOf", ()) if kind != {"type": "null"}]
            parameter["schema"].update(*kinds)
        return parameters

    def responses(self, operation: Operation) -> dict[int, dict[str, Any]]:
        """Return the answers: what is asked for, and refusals."""
        described: dict[int, dict[str, Any]] = super().responses(operation)
        for status, answer in described.items():
            if status != 200 or "GET" in operation.methods:
                answer.update(_headers(status))
            if _is_table(answer):
                answer["links"] = _LINKS
        return described | {status: {"$ref": f"#/components/responses/{code_of(status)}"} for status in REFUSALS}

    def operation_security(self, operation: Operation) -> list[dict[str, Any]]:
        """Return the scope that a token needs; an operation for everybody may be asked for without one."""
        (token,) = operation.auth_callbacks
        assert isinstance(token, Token)
        for scope in token.scopes:
            self.securitySchemes[scope] = {
                "type": "http",
                "scheme": "bearer",
                "description": f"A token with the scope “{scope}”, made by its player in the account’s settings.",
            }
        return [*([] if token.is_needed else [{}]), *({str(scope): []} for scope in token.scopes)]

    def get_components(self) -> dict[str, Any]:
        """Return the shapes to which anything refers, with their examples, and the refusals."""
        _models, shapes = models_json_schema([(Problem, "serialization")], ref_template=REF_TEMPLATE)
        self.add_schema_definitions(shapes["$defs"])
        known = {"enum": [one.code for one in all_codes()]}
        self.schemas["Problem"]["properties"]["code"] = {"anyOf": [known, {"type": "string"}]}
        for shape in self.schemas.values():
            for field in shape.get("properties", {}).values():
                _say_default(field)
        for operations in all_operations():
            for name, example in operations.examples.items():
                self.schemas[name]["examples"] = [example]
        refusals = {code_of(status): _refusal(status) for status in REFUSALS}
        components = {**super().get_components(), "responses": refusals}
        written = json.dumps([components, self.paths])
        components["schemas"] = {
            name: shape
            for name, shape in components["schemas"].items()
            if f'"{REF_TEMPLATE.format(model=name)}"' in written
        }
        return components


def _say_default(field: dict[str, Any]) -> None:
    """Say in words what a field is if it is left out: generators think that one with a `default` always comes."""
    if (default := field.pop("default", None)) not in (None, "", []):
        about = [field["description"]] if "description" in field else []
        field["description"] = "; ".join([*about, f"{json.dumps(default)} if left out"])


def _refusal(status: int) -> dict[str, Any]:
    shape = {"schema": {"$ref": REF_TEMPLATE.format(model="Problem")}}
    return {"description": name_of(status), **_headers(status), "content": {CONTENT_TYPE: shape}}


def _is_table(answer: dict[str, Any]) -> bool:
    """Return whether an answer is a table."""
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return bool(schema == {"$ref": REF_TEMPLATE.format(model="Table")})


def _headers(status: int) -> dict[str, Any]:
    """Return the member that describes the headers of an answer, if it has any of its own."""
    headers = {
        name: {"description": about, "schema": {"type": kind}}
        for name, (kind, about) in _HEADERS.get(status, {}).items()
    }
    return {"headers": headers} if headers else {}
