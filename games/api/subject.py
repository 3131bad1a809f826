"""What the API plugs into the site: its page, documents and description, and accounts of bots."""

from typing import Final

from django.urls import path
from django.views.decorators.http import require_safe

from games.api import account, documents, library, views
from games.subjects import Subject
from games.web.shortcuts import page_view
from games.web.strangers import public_page


def _folder(name: str) -> str:
    """Return the end of the address of a package: the engine is at the beginning."""
    return "" if name == "engine" else f"{name}/"


SUBJECT: Final = Subject(
    operations=[account.router],
    addresses=[
        path("api/bot-account/", page_view(views.bot_account, "POST"), name="bot_account"),
        *(
            path(f"api/engine/{_folder(name)}", public_page(views.library), {"name": name}, name="api_library")
            for name in library.PACKAGES
        ),
        path("api/v1/openapi.json", require_safe(views.description), name="api_description"),
        *(
            path(f"api/{file}", require_safe(documents.document), {"file": file}, name="api_document")
            for file in documents.DOCUMENTS
        ),
    ],
    pages=[path("api/", public_page(views.page), name="api_page")],
)
