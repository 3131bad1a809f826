"""Rate limits of views."""

from allauth.core.internal import ratelimit
from django.http import HttpRequest


def is_within_limit(request: HttpRequest, action: str) -> bool:
    """Count this request and return whether it is within *action*'s limit in settings.ACCOUNT_RATE_LIMITS.

    Counts every method; allauth's public function ignores GET.
    """
    user = request.user if request.user.is_authenticated else None
    return bool(ratelimit.consume(request, app="allauth.account", action=action, user=user, limit_get=True))
