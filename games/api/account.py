"""Operations on the player of the token, and on the token."""

from typing import Annotated, Any, Final, Literal

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Schema, Status
from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticKnownError
from typing_extensions import TypeAliasType

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from games.api import bot_accounts, events
from games.operations import streams
from games.operations.auth import ANY_SCOPE, PLAY, READ, token_of
from games.operations.examples import PLAYER
from games.operations.routers import SubjectRouter
from games.pubsub import groups
from games.web.shortcuts import signed_in


def _as_true(value: object) -> object:
    """Refuse what only equals `true` in Python: 1 is none in JSON."""
    if value is not True:
        raise PydanticKnownError("literal_error", {"expected": "true"})
    return value


class Account(Schema):
    """The player of the token."""

    name: str
    is_bot: bool


class TokenInfo(Schema):
    """A token: its name, its scopes, and when it was made."""

    name: str
    scopes: list[Scope]
    created_at: str


class Forever(Schema):
    """The consent to what can't be undone: `true`."""

    model_config = ConfigDict(extra="forbid")

    forever: Annotated[Literal[True], BeforeValidator(_as_true)]


class InvitedEvent(Schema):
    """The player was invited to a table."""

    kind: Literal["invited"]
    table: str
    by: str


class ChallengedEvent(Schema):
    """The player was challenged on the same deals."""

    kind: Literal["challenged"]
    set: str
    by: str


class TableEvent(Schema):
    """An invitation has ended, or at the player's own table a game began, waits for the player, or has ended."""

    kind: Literal["invitation_ended", "game_began", "turn", "game_over"]
    table: str


AccountEvent = TypeAliasType(
    "AccountEvent", Annotated[InvitedEvent | ChallengedEvent | TableEvent, Field(discriminator="kind")]
)
"""What happens to a player away from a table."""


EXAMPLES: Final[dict[str, Any]] = {
    "Account": PLAYER,
    "AccountEvent": {"kind": "turn", "table": "Xy3kQ9dE"},
    "Forever": {"forever": True},
    "TokenInfo": {"name": "my bot", "scopes": ["read", "play"], "created_at": "2026-11-30T20:14:05+00:00"},
}

router = SubjectRouter("account", "The player of the token, and the token.", examples=EXAMPLES, auth=READ)


@router.get("/account", response=Account, summary="Read who you are")
def read_account(request: HttpRequest) -> dict[str, Any]:
    """Return the player of the token."""
    return _account(signed_in(request))


@router.get("/account/stream", response=AccountEvent, summary="Follow what happens to you")
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


@router.post("/bot", response=Account, auth=PLAY, summary="Become a bot, for ever")
def become_bot(request: HttpRequest, body: Forever) -> dict[str, Any]:  # noqa: ARG001  # the schema checks the confirmation
    """Make the account, which has sat at no table yet, that of a bot: its name says so then. This is never undone."""
    return _account(bot_accounts.become_bot(signed_in(request)))


def _account(user: User) -> dict[str, Any]:
    return {"name": user.username, "is_bot": user.is_bot}


@router.get("/account/token", response=TokenInfo, auth=ANY_SCOPE, summary="Test your token")
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
