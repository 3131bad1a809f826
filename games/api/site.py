"""The API: the operations of all subjects, and their description as OpenAPI."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.parser import Parser

from games.api.description import Description, all_operations
from games.engine import json_text
from games.operations import problems


class JsonParser(Parser):
    """Reads bodies alike on every version of Python."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the JSON of the body. Raises ValueError, which the API answers with 400."""
        return json_text.parse(request.body.decode())


class Api(NinjaAPI):
    """An API whose operations are called as their functions are."""

    def get_openapi_schema(self, **_options: Any) -> Description:
        """Return the description, without the address of a site."""
        return Description(self)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the operation, from which clients are generated."""
        return operation.view_func.__name__


@cache
def the_api() -> Api:
    """Return the API with the operations of all subjects, which may not ask for it while they are imported."""
    api = Api(
        title="Dummy Hand Spades",
        version="1.0.0",
        description="Play Dummy Hand Spades, and read results, with a personal token. Answers are JSON.",
        urls_namespace="api",
        parser=JsonParser(),
        docs_url=None,
        openapi_extra={
            "info": {"license": {"name": "MIT", "identifier": "MIT"}, "contact": {"name": "Dummy Hand Spades"}}
        },
        openapi_url=None,  # `games.api.views.description` serves it, to GET only
    )
    for operations in all_operations():
        api.add_router("", operations)
    problems.add_handlers(api)
    return api
