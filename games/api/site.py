"""The API: its operations by subject, and its description as OpenAPI."""

from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.parser import Parser

from games.api import (
    account,
    chat,
    clubs,
    exports,
    invitations,
    lobby,
    people,
    problems,
    reviews,
    sets,
    tables,
    tournaments,
)
from games.api.description import Description
from games.engine import json_text


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


api = Api(
    title="Dummy Hand Spades",
    version="1.0.0",
    description="Play Dummy Hand Spades, and read results, with a personal token. Answers are JSON.",
    urls_namespace="api",
    parser=JsonParser(),
    docs_url=None,
    openapi_extra={"info": {"license": {"name": "MIT", "identifier": "MIT"}, "contact": {"name": "Dummy Hand Spades"}}},
    openapi_url=None,  # `games.api.views.description` serves it, to GET only
)
api.add_router("/tables", tables.router)
api.add_router("/tables", reviews.router)
api.add_router("/tables", chat.router)
api.add_router("/sets", sets.router)
api.add_router("", invitations.router)
api.add_router("", account.router)
api.add_router("", exports.router)
api.add_router("", people.router)
api.add_router("", lobby.router)
api.add_router("/tournaments", tournaments.router)
api.add_router("/clubs", clubs.router)
problems.add_handlers(api)
