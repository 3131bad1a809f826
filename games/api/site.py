"""The API: its operations by subject, and its description as OpenAPI."""

from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from games.api import chat, invitations, people, problems, sets, tables
from games.api.problems import CONTENT_TYPE
from games.api.schemas import REFUSALS
from games.api.statuses import name_of
from games.engine import json_text


class JsonParser(Parser):
    """Reads bodies alike on every version of Python."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the JSON of the body. Raises ValueError, which the API answers with 400."""
        return json_text.parse(request.body.decode())


class Api(NinjaAPI):
    """An API whose description says that refusals are problems (RFC 9457)."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the description."""
        description = super().get_openapi_schema(**options)
        for operation in (operation for methods in description["paths"].values() for operation in methods.values()):
            for status in REFUSALS & operation["responses"].keys():
                refusal = operation["responses"][status]
                refusal["description"] = name_of(status)
                refusal["content"] = dict.fromkeys([CONTENT_TYPE], *refusal["content"].values())
        return description


api = Api(
    title="Dummy Hand Spades",
    version="1.0.0",
    description="Play Dummy Hand Spades, and read results, with a personal token. Answers are JSON.",
    urls_namespace="api",
    parser=JsonParser(),
    docs_url=None,
    openapi_url=None,  # `games.api.views.description` serves it, to GET only
)
api.add_router("/tables", tables.router)
api.add_router("/tables", chat.router)
api.add_router("/sets", sets.router)
api.add_router("", invitations.router)
api.add_router("", people.router)
problems.add_handlers(api)
