"""The page that lists what programs can do, from the description of the API."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.api.site import api


class Operation(NamedTuple):
    """An operation as the page shows it."""

    method: str
    path: str
    summary: str
    description: str
    fields: list[tuple[str, str]]


def description(_request: HttpRequest) -> JsonResponse:
    """Return the description of the API as OpenAPI."""
    return JsonResponse(api.get_openapi_schema())


def page(request: HttpRequest) -> HttpResponse:
    """Show all operations with what they take."""
    described = api.get_openapi_schema()
    operations = [
        Operation(method.upper(), path, entry["summary"], entry.get("description", ""), _fields(described, entry))
        for path, methods in described["paths"].items()
        for method, entry in methods.items()
    ]
    return render(request, "api/page.html", {"operations": operations})


def _fields(description: dict[str, Any], entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the names of what an operation takes, each with what is said of it."""
    taken = [(parameter["name"], parameter["in"]) for parameter in entry.get("parameters", ())]
    body = entry.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if name := body.get("$ref", "").rpartition("/")[2]:
        properties = description["components"]["schemas"][name]["properties"]
        taken += [(field, of.get("description", "")) for field, of in properties.items()]
    return taken
