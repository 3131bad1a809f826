"""Operations that give all games and deals of the player of the token in one answer, written while it is read."""

from typing import Any, Final, Literal

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from games.api.auth import READ
from games.api.record_schemas import DealRecord
from games.api.result_schemas import DealResult, GameResult
from games.history import files as results
from games.history.queries import Filter, Order
from games.review import files as deals
from games.web.shortcuts import check_downloads, signed_in

NDJSON: Final = "application/x-ndjson"
CSV: Final = "text/csv"
PBN: Final = "application/x-pbn"

router = Router(tags=["account"], auth=READ)


def _also_as(content_type: str) -> dict[str, Any]:
    """Return what the description says of an answer that may also be text of this type."""
    return {"responses": {200: {"content": {content_type: {"schema": {"type": "string"}}}}}}


@router.get("/account/games/export", response=GameResult, summary="Export your games", openapi_extra=_also_as(CSV))
def export_games(request: HttpRequest, form: Literal["ndjson", "csv"] = "ndjson") -> StreamingHttpResponse:
    """Return all your games, newest first: a line of JSON for each, or a table with a head."""
    return _results(request, "games", form)


@router.get("/account/deals/export", response=DealResult, summary="Export your deals", openapi_extra=_also_as(CSV))
def export_deals(request: HttpRequest, form: Literal["ndjson", "csv"] = "ndjson") -> StreamingHttpResponse:
    """Return what you made of all your deals, newest first: a line of JSON for each, or a table with a head."""
    return _results(request, "deals", form)


def _results(request: HttpRequest, kind: str, form: str) -> StreamingHttpResponse:
    check_downloads(request)
    user = signed_in(request)
    pieces = results.write(user, kind, form, reader=user, filters=Filter(), order=Order())
    return StreamingHttpResponse(pieces, content_type=NDJSON if form == "ndjson" else f"{CSV}; charset=utf-8")


@router.get(
    "/account/records/export",
    response=DealRecord,
    summary="Export your deals card by card",
    openapi_extra=_also_as(PBN),
)
def export_records(request: HttpRequest, form: Literal["ndjson", "pbn"] = "ndjson") -> StreamingHttpResponse:
    """Return the records of all deals of your latest 2000 games, with all four hands: a line for each, or PBN.

    Deals whose cards may not be shown yet are left out: those of a duplicate table whose game goes on. Boards of sets
    and of tournaments are not among your games.
    """
    check_downloads(request)
    pieces = deals.own_deals(signed_in(request), form)
    return StreamingHttpResponse(pieces, content_type=NDJSON if form == "ndjson" else PBN)
