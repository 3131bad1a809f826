"""Operations on the player of the token, and on the token."""

from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Status

from accounts.api_tokens import services as api_tokens
from accounts.models import User
from games.api import bot_accounts, events, schemas, streams
from games.api.auth import ANY_SCOPE, PLAY, READ, token_of
from games.pubsub import groups
from games.web.shortcuts import signed_in

router = Router(tags=["account"], auth=READ)


@router.get("/account", response=schemas.Account, summary="Read who you are")
def read_account(request: HttpRequest) -> dict[str, Any]:
    """Return the player of the token."""
    return _account(signed_in(request))


@router.get("/account/stream", response=schemas.AccountEvent, summary="Follow what happens to you")
def follow_account(request: HttpRequest) -> StreamingHttpResponse:
    """Send what waits for you, and what happens after that, with a `kind` and the code of a `table` or `set`.

    The kinds are `invited` and `challenged` (with `by`, a name), `invitation_ended`, `game_began`, `turn` and
    `game_over`. The stream ends after five minutes; open another one.
    """
    user, last = signed_in(request), events.Situation()

    def read() -> list[events.Event]:
        nonlocal last
        now = events.situation_of(user)
        happened = list(events.between(last, now, user))
        last = now
        return happened

    return streams.stream(request, groups.player_group(user.pk), read)


@router.post("/bot", response=schemas.Account, auth=PLAY, summary="Become a bot, for ever")
def become_bot(request: HttpRequest, body: schemas.Forever) -> dict[str, Any]:  # noqa: ARG001  # the schema checks the confirmation
    """Make the account, which has sat at no table yet, that of a bot: its name says so then. This is never undone."""
    return _account(bot_accounts.become_bot(signed_in(request)))


def _account(user: User) -> dict[str, Any]:
    return {"name": user.username, "is_bot": user.is_bot}


@router.get("/account/token", response=schemas.TokenInfo, auth=ANY_SCOPE, summary="Test your token")
def read_token(request: HttpRequest) -> dict[str, Any]:
    """Return the name and the scopes of the token, and when it was made."""
    token = api_tokens.valid(token_of(request))
    assert token is not None, "it was valid just now"
    return {"name": token.name, "scopes": token.scopes, "created_at": token.created_at.isoformat()}


@router.delete("/account/token", response={204: None}, auth=ANY_SCOPE, summary="Withdraw your token")
def withdraw_token(request: HttpRequest) -> Status[None]:
    """Let the token of this request work no more, such as when it has come into other hands."""
    token = api_tokens.valid(token_of(request))
    assert token is not None, "it was valid just now"
    api_tokens.withdraw(token.user, key=token.pk)
    return Status(204, None)
