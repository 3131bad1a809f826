"""What the page of the API shows of each operation: scopes, fields, a command that asks for it, and answers."""

import json
from collections.abc import Iterator
from itertools import groupby
from shlex import quote
from typing import Any, Final, NamedTuple

from games.api.codes import RefusalCode, all_codes

_JSON: Final = "application/json"
_AUTHORIZATION: Final = "Authorization: Bearer dhs_…"


class Answer(NamedTuple):
    """An answer that is no refusal: what it is, and an example, "" for none."""

    status: str
    content_type: str
    example: str


class Operation(NamedTuple):
    """An operation. `scopes` are those of which a token needs one; it is `public` if it can be asked for without one.

    `fields` are what it takes, each with what is said of it.
    """

    name: str
    method: str
    path: str
    summary: str
    description: str
    scopes: list[str]
    public: bool
    fields: list[tuple[str, str]]
    command: str
    answers: list[Answer]


class Group(NamedTuple):
    """The operations of one subject."""

    name: str
    about: str
    operations: list[Operation]


class Reference:
    """Reads the description, for the site at this address."""

    def __init__(self, description: dict[str, Any], address: str) -> None:
        self._description = description
        self._address = address

    def groups(self) -> list[Group]:
        """Return all operations by subject."""
        operations = list(self._operations())
        return [
            Group(tag["name"], tag["description"], [operation for name, operation in operations if name == tag["name"]])
            for tag in self._description["tags"]
        ]

    def _operations(self) -> Iterator[tuple[str, Operation]]:
        for path, methods in self._description["paths"].items():
            for method, entry in methods.items():
                (tag,) = entry["tags"]
                yield tag, self._operation(method.upper(), path, entry)

    def _operation(self, method: str, path: str, entry: dict[str, Any]) -> Operation:
        scopes = [scope for needed in entry["security"] for scope in needed]
        return Operation(
            name=entry["operationId"],
            method=method,
            path=path,
            summary=entry["summary"],
            description=entry.get("description", ""),
            scopes=scopes,
            public={} in entry["security"],
            fields=self._fields(entry),
            command=self._command(method, path, entry),
            answers=list(self._answers(entry)),
        )

    def _fields(self, entry: dict[str, Any]) -> list[tuple[str, str]]:
        """Return the names of what an operation takes, each with what is said of it."""
        taken = [
            (parameter["name"], "; ".join(filter(None, [parameter["in"], self._about(parameter["schema"])])))
            for parameter in entry["parameters"]
        ]
        body = self._body(entry)
        for kind in self._resolved(body).get("oneOf", [body]):
            properties = self._resolved(kind).get("properties", {})
            taken += [(name, self._about(field)) for name, field in properties.items()]
        return list(dict.fromkeys(taken))

    def _body(self, entry: dict[str, Any]) -> dict[str, Any]:
        shape: dict[str, Any] = entry.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema", {})
        return shape

    def _about(self, field: dict[str, Any]) -> str:
        """Return what a field may hold and what it means, in English like all of the description."""
        return "; ".join(filter(None, [self._values(field), field.get("description", "")]))

    def _values(self, field: dict[str, Any]) -> str:
        """Return which values a field may have, such as "club, expert" or "0 to 13", "" if its name says it."""
        (referred,) = field.get("allOf", [field])
        shape = self._resolved(referred)
        if values := shape.get("enum", [shape["const"]] if "const" in shape else []):
            return ", ".join(map(json.dumps, values))
        if shape.get("type") == "integer" and "minimum" in shape:
            return f"{shape['minimum']} to {shape['maximum']}"
        return "true or false" if shape.get("type") == "boolean" else ""

    def _command(self, method: str, path: str, entry: dict[str, Any]) -> str:
        """Return a command of curl that asks for the operation."""
        words = ["curl"] if method == "GET" else ["curl", "-X", method]
        words.append(quote(self._address + path))
        if {} not in entry["security"]:
            words += ["-H", quote(_AUTHORIZATION)]
        if body := self._body(entry):
            words += ["-H", quote(f"Content-Type: {_JSON}"), "-d", quote(json.dumps(self._example(body)))]
        return " ".join(words)

    def _answers(self, entry: dict[str, Any]) -> Iterator[Answer]:
        for status, answer in entry["responses"].items():
            if "$ref" not in answer:  # else it is a refusal, which is described once for all
                for content_type, content in answer.get("content", {"": {"schema": {}}}).items():
                    example = self._example(content["schema"])
                    written = "" if example is None else json.dumps(example, ensure_ascii=False)
                    yield Answer(str(status), content_type, written)

    def _example(self, shape: dict[str, Any]) -> Any:
        """Return an example of a shape, None without one."""
        if shape.get("type") == "array":
            return [self._example(shape["items"])]
        (example,) = self._resolved(shape).get("examples", [None])
        return example

    def _resolved(self, shape: dict[str, Any]) -> dict[str, Any]:
        """Return a shape itself, where it is only referred to by its name."""
        name = shape.get("$ref", "").rpartition("/")[2]
        resolved: dict[str, Any] = self._description["components"]["schemas"][name] if name else shape
        return resolved


def codes_by_status() -> list[tuple[int, list[RefusalCode]]]:
    """Return all codes of refusals by their status."""
    return [(int(status), list(codes)) for status, codes in groupby(all_codes(), key=lambda code: code.status)]
