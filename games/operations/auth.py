"""Who sends a request: the player of a token (accounts/api_tokens), within what the token allows."""

from http import HTTPStatus

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts.api_tokens import services as api_tokens
from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from accounts.models import Scope, User


class LacksScope(Refusal):
    """The token does not have the scope that is the argument."""

    status = HTTPStatus.FORBIDDEN

    def sentence(self) -> str:
        return _("This token does not allow that: it lacks the scope “%s”.") % str(self.args[0])


class Token(HttpBearer):
    """A personal token with one of these scopes, in the header `Authorization: Bearer dhs_…`.

    The player of the token is the user of the request from then on, for rate limits and for what may be seen.
    """

    is_needed = True

    def __init__(self, *scopes: Scope) -> None:
        super().__init__()
        self.scopes = scopes

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        """Return the player; None for a token that does not work. Raises LacksScope, TooManyRequests."""
        stored = api_tokens.valid(token)
        if stored is None:
            return None
        request.user = stored.user
        if not {*self.scopes} & {*stored.scopes}:
            raise LacksScope(self.scopes[0])
        check_limit(request, "api", _("Too many requests. Wait a minute."))
        return stored.user


class OptionalToken(Token):
    """A token, or none: then a stranger asks, whatever cookies the request has, and reads what strangers may see."""

    is_needed = False

    def __call__(self, request: HttpRequest) -> User | AnonymousUser | None:
        """Return who asks; None for a token that does not work."""
        if "Authorization" in request.headers:
            user: User | None = super().__call__(request)
            return user
        request.user = AnonymousUser()
        check_limit(request, "api_without_token", _("Too many requests. Wait a minute."))
        return request.user


def token_of(request: HttpRequest) -> str:
    """Return the token of a request that has one."""
    return request.headers["Authorization"].partition(" ")[2]


READ = Token(Scope.READ)
PLAY = Token(Scope.PLAY)
CHAT = Token(Scope.CHAT)
ANY_SCOPE = Token(*Scope)
PUBLIC = OptionalToken(Scope.READ)
