from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players' accounts")

    def ready(self) -> None:
        user_logged_in.connect(_note_session)


def _note_session(request: HttpRequest, **_sent: Any) -> None:
    """Remember every session that begins, a guest's too; allauth itself notes only those of its own pages."""
    from accounts.sessions import note

    note(request)
