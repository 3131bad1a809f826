"""The API: its operations by subject, and its description as OpenAPI."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from games.api import chat, invitations, people, problems, sets, tables
from games.api.problems import CONTENT_TYPE
from games.api.schemas import REFUSALS


class Api(NinjaAPI):
    """An API whose description says that refusals are problems (RFC 9457)."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the description."""
        description = super().get_openapi_schema(**options)
        for operation in (operation for methods in description["paths"].values() for operation in methods.values()):
            for status in REFUSALS & operation["responses"].keys():
                content = operation["responses"][status]["content"]
                operation["responses"][status]["content"] = dict.fromkeys([CONTENT_TYPE], *content.values())
        return description


api = Api(
    title="Dummy Hand Spades",
    version="1.0.0",
    description="Play Dummy Hand Spades, and read results, with a personal token. Answers are JSON.",
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,  # `games.api.views.description` serves it, to GET only
)
api.add_router("/tables", tables.router)
api.add_router("/tables", chat.router)
api.add_router("/sets", sets.router)
api.add_router("", invitations.router)
api.add_router("", people.router)
problems.add_handlers(api)
