from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players’ accounts")

    def ready(self) -> None:
        from allauth.account import signals
        from allauth.usersessions import signals as allauth

        from accounts.base import outages
        from accounts.signing_in import security_mails

        user_logged_in.connect(_note_session)
        user_logged_out.connect(_end_pushes)
        signals.user_logged_in.disconnect(allauth.on_user_logged_in)
        for signal in (signals.password_set, signals.password_changed):
            signal.disconnect(allauth.on_password_changed)
            signal.connect(_note_session)
            signal.connect(_end_other_pushes)
        signals.password_reset.connect(_end_other_pushes)
        security_mails.connect()
        outages.connect()


def _note_session(request: HttpRequest, **_sent: Any) -> None:
    """Record every new session, guests' included. Raises AccountDeleted.

    Replaces allauth's receivers, which record only sessions from allauth's own pages and do not check that the
    account still exists.
    """
    from accounts.sessions.services import record

    record(request)


def _end_pushes(request: HttpRequest | None, **_sent: Any) -> None:
    """Send no more pushes to a browser that signs out: whoever uses it next must not read them."""
    from accounts.models import PushSubscription
    from accounts.notifications.services import SESSION_KEY

    if request is not None:
        PushSubscription.objects.filter(pk=request.session.get(SESSION_KEY, 0)).delete()


def _end_other_pushes(request: HttpRequest, user: Any, **_sent: Any) -> None:
    """Send no more pushes to other browsers once the password has changed: their sessions have ended."""
    from accounts.notifications.services import SESSION_KEY

    user.push_subscriptions.exclude(pk=request.session.get(SESSION_KEY, 0)).delete()
