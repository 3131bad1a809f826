"""The header `Idempotency-Key`, by which a request that makes something new is done once (docs/api.md)."""

from collections.abc import Callable
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Header

from accounts.api_tokens import repeats
from accounts.models import LONGEST_IDEMPOTENCY_KEY
from games.api.problems import Problem
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


def once(request: HttpRequest, key: str | None, do: Callable[[], Any]) -> Any:
    """Return what `do` returns, or what it has returned to the same request before. Raises Problem for another one."""
    if key is None:
        return do()
    sent = f"{request.method} {request.path}\n".encode() + request.body
    try:
        return repeats.do_once(signed_in(request), key=key, request=sent, do=do)
    except repeats.KeyReused:
        raise Problem(422, _("You have sent another request with this Idempotency-Key.")) from None
