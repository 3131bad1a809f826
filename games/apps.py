from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.signals import lock_requested, sessions_changed
from games.pubsub import groups


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.competitions.sets.kinds import SET_KINDS
        from games.competitions.tournaments.kinds import TOURNAMENT_KINDS
        from games.management import checks  # noqa: F401  # Django runs what is registered there
        from games.subjects import all_subjects

        user_logged_out.connect(_end_sockets)
        sessions_changed.connect(_renew_sockets)
        for subject in all_subjects():
            SET_KINDS.register(subject.set_kinds)
            TOURNAMENT_KINDS.register(subject.tournament_kinds)
            for signal, receiver in subject.receivers:
                signal.connect(receiver)
        for subject in reversed(all_subjects()):
            if subject.lock is not None:
                lock_requested.connect(subject.lock)


def _end_sockets(request: HttpRequest | None, **_sent: Any) -> None:
    """Signing out ends what open sockets show. They check the session at once, but Django ends it after its signal."""
    if request is not None and (key := request.session.session_key):
        request.session.flush()
        _renew_sockets([key])


def _renew_sockets(keys: Sequence[str], **_sent: Any) -> None:
    """Let open sockets look up again what these sessions may show."""
    for key in keys:
        groups.session_changed(key)
