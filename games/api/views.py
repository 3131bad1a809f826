"""The page that lists what programs can do, from the description of the API, and the page of bots' accounts."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import of_bot
from accounts.base.pages import form_status
from accounts.base.refusals import Refusal
from games.api.bot_accounts import become_bot
from games.api.description import Description
from games.api.documents import DOCUMENTS
from games.api.middleware import ADDRESS
from games.api.site import api
from games.web.shortcuts import signed_in


class Operation(NamedTuple):
    """An operation as the page shows it."""

    method: str
    path: str
    summary: str
    description: str
    fields: list[tuple[str, str]]


@cache
def _described() -> Description:
    """Return the description of the API, which is the same as long as the process runs, and slow to make."""
    return api.get_openapi_schema()


def description(request: HttpRequest) -> JsonResponse:
    """Return the description of the API as OpenAPI, for this site."""
    server = {"url": request.build_absolute_uri(ADDRESS.rstrip("/")), "description": "this site"}
    return JsonResponse({**_described(), "servers": [server]})


def page(request: HttpRequest) -> HttpResponse:
    """Show all operations with what they take."""
    described = _described()
    operations = [
        Operation(method.upper(), path, entry["summary"], entry.get("description", ""), _fields(described, entry))
        for path, methods in described["paths"].items()
        for method, entry in methods.items()
    ]
    return render(request, "api/page.html", {"operations": operations, "documents": DOCUMENTS})


def _fields(description: dict[str, Any], entry: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the names of what an operation takes, each with what is said of it."""
    taken = [(parameter["name"], parameter["in"]) for parameter in entry.get("parameters", ())]
    body = entry.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    for kind in _resolved(description, body).get("oneOf", [body]):
        properties = _resolved(description, kind).get("properties", {})
        taken += [(field, _of_field(description, of)) for field, of in properties.items()]
    return list(dict.fromkeys(taken))


def _resolved(description: dict[str, Any], shape: dict[str, Any]) -> dict[str, Any]:
    """Return a shape itself, where it is only referred to by its name."""
    name = shape.get("$ref", "").rpartition("/")[2]
    return description["components"]["schemas"][name] if name else shape


def _of_field(description: dict[str, Any], field: dict[str, Any]) -> str:
    """Return what a field of a body may hold and what it means, in English like all of the description."""
    parts = [_values(description, field), field.get("description", "")]
    return "; ".join(filter(None, parts))


def _values(description: dict[str, Any], field: dict[str, Any]) -> str:
    """Return which values a field may have, such as "club, expert" or "0 to 13", "" if its name says it."""
    (referred,) = field.get("allOf", [field])
    shape = _resolved(description, referred)
    if values := shape.get("enum", [shape["const"]] if "const" in shape else []):
        return ", ".join(map(json.dumps, values))
    if shape.get("type") == "integer" and "minimum" in shape:
        return f"{shape['minimum']} to {shape['maximum']}"
    return "true or false" if shape.get("type") == "boolean" else ""


class ForeverForm(forms.Form):
    """The consent of the player to what can't be undone."""

    forever = forms.BooleanField(
        label=gettext_lazy("For ever"), help_text=gettext_lazy("A bot’s account never becomes a person’s again.")
    )


@login_required
def bot_account(request: HttpRequest) -> HttpResponse:
    """Say what a bot's account is, and let a registered player who has played nothing make the account one."""
    user = signed_in(request)
    if user.is_guest:
        raise PermissionDenied(_("Bots are players with an account."))
    form, notice = ForeverForm(request.POST if request.method == "POST" else None), ""
    status: HTTPStatus = form_status(form)
    if form.is_valid():
        try:
            become_bot(user)
        except Refusal as refusal:
            notice = refusal.sentence() if isinstance(refusal, Refusal) else str(refusal)
            status = HTTPStatus.CONFLICT
        else:
            return redirect("games:bot_account")
    context = {"form": form, "player": user, "bot_name": of_bot(user.username), "notice": notice}
    return render(request, "api/bot_account.html", context, status=status)
