"""Who sends a request: the player of a token (accounts/api_tokens), within what the token allows."""

from http import HTTPStatus

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts.api_tokens import services as api_tokens
from accounts.base.refusals import Refusal
from accounts.models import Scope, User
from games.api.problems import check_limit


class LacksScope(Refusal):
    """The token does not have the scope that is the argument."""

    status = HTTPStatus.FORBIDDEN

    def sentence(self) -> str:
        return _("This token does not allow that: it lacks the scope “%s”.") % str(self.args[0])


class Token(HttpBearer):
    """A personal token with this scope, in the header `Authorization: Bearer dhs_…`.

    The player of the token is the user of the request from then on, for rate limits and for what may be seen.
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        """Return the player; None for a token that does not work. Raises LacksScope, and Problem above the limit."""
        stored = api_tokens.valid(token)
        if stored is None:
            return None
        request.user = stored.user
        if self.scope not in stored.scopes:
            raise LacksScope(self.scope)
        check_limit(request, "api", _("Too many requests. Wait a minute."))
        return stored.user


def token_of(request: HttpRequest) -> str:
    """Return the token of a request that has one."""
    return request.headers["Authorization"].partition(" ")[2]


READ = Token(Scope.READ)
PLAY = Token(Scope.PLAY)
CHAT = Token(Scope.CHAT)
