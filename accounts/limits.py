"""How often a visitor may ask for what is costly to make."""

from allauth.core.internal import ratelimit
from django.http import HttpRequest


def may_read(request: HttpRequest, action: str) -> bool:
    """Whether the rate limit of *action* in settings.ACCOUNT_RATE_LIMITS lets this request pass, whatever its method.

    The public function of allauth counts no GET.
    """
    user = request.user if request.user.is_authenticated else None
    return bool(ratelimit.consume(request, app="allauth.account", action=action, user=user, limit_get=True))
