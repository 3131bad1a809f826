"""The header `Idempotency-Key`, by which a request that makes something new is done once (docs/api.md)."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from ninja import Header

from accounts.api_tokens import repeats
from accounts.base.refusals import Refusal
from accounts.models import LONGEST_IDEMPOTENCY_KEY
from games.web.shortcuts import signed_in

Key = Annotated[
    str | None,
    Header(
        None,
        alias="Idempotency-Key",
        pattern=f"^[!-~]{{1,{LONGEST_IDEMPOTENCY_KEY}}}$",
        description="A key of your choice for this request: sent again within a day, it is answered as the first time.",
    ),
]
"""The parameter of an operation for the header."""


class KeyReused(Refusal):
    """The player has sent another request with this key."""

    message = _("You have sent another request with this Idempotency-Key.")
    status = HTTPStatus.UNPROCESSABLE_ENTITY


def once(request: HttpRequest, key: str | None, do: Callable[[], Any]) -> Any:
    """Return what `do` returns, or has returned to the same request before. Raises KeyReused for another request."""
    if key is None:
        return do()
    sent = f"{request.method} {request.path}\n".encode() + request.body
    try:
        return repeats.do_once(signed_in(request), key=key, request=sent, do=do)
    except repeats.KeyReused:
        raise KeyReused from None
