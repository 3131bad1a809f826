from collections.abc import Callable, Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import signals


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.history import data_export
        from games.lobby import account_changes

        user_logged_out.connect(_end_sockets)
        signals.sessions_changed.connect(_renew_sockets)
        for signal, service in (
            (signals.lock_requested, account_changes.lock_tables),
            (signals.renamed, account_changes.show_new_name),
            (signals.deleting, account_changes.leave_all),
            (signals.exporting, data_export.games_of),
        ):
            signal.connect(_for_user(service), weak=False)


def _for_user(service: Callable[[Any], object]) -> Callable[..., object]:
    def receive(user: Any, **_sent: Any) -> object:
        return service(user)

    return receive


def _end_sockets(request: HttpRequest | None, **_sent: Any) -> None:
    """Signing out ends what open sockets show. Django tells before it ends the session, and they look it up at once."""
    if request is not None and (key := request.session.session_key):
        request.session.flush()
        _renew_sockets([key])


def _renew_sockets(keys: Sequence[str], **_sent: Any) -> None:
    """So does whatever changes what these sessions may show."""
    from games.pubsub import groups

    for key in keys:
        groups.session_changed(key)
