from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.signals import (
    autoplay_changed,
    avatar_chosen,
    deleting,
    exporting,
    lock_requested,
    merge_offered,
    merging as merging_accounts,
    name_taken,
    renamed,
    sessions_changed,
    vacation_changed,
)
from games.pubsub import groups


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.clubs import account_receivers as club_receivers
        from games.history import data_export
        from games.lobby import account_receivers
        from games.management import checks  # noqa: F401  # Django runs what is registered there
        from games.seasons import account_receivers as season_receivers
        from games.sets import account_receivers as sets_receivers
        from games.tournaments import account_receivers as tournament_receivers

        user_logged_out.connect(_end_sockets)
        sessions_changed.connect(_renew_sockets)
        lock_requested.connect(club_receivers.lock_clubs)  # before the games, as tournaments
        lock_requested.connect(tournament_receivers.lock_tournaments)
        lock_requested.connect(account_receivers.lock_tables)
        renamed.connect(account_receivers.show_new_name)
        avatar_chosen.connect(account_receivers.show_new_avatar)
        name_taken.connect(account_receivers.rename_guests_like)
        vacation_changed.connect(account_receivers.update_clocks)
        autoplay_changed.connect(account_receivers.work_out_forced_cards)
        deleting.connect(account_receivers.leave_all)
        exporting.connect(data_export.games_of)
        exporting.connect(sets_receivers.export)
        exporting.connect(tournament_receivers.export)
        deleting.connect(tournament_receivers.withdraw_all)
        exporting.connect(season_receivers.export)
        deleting.connect(season_receivers.forget)
        merge_offered.connect(account_receivers.offer)
        merging_accounts.connect(account_receivers.take_over)
        merge_offered.connect(sets_receivers.offer)
        merging_accounts.connect(sets_receivers.take_over)  # after the games, whose seats have moved then
        merging_accounts.connect(tournament_receivers.take_over)
        exporting.connect(club_receivers.export)
        deleting.connect(club_receivers.leave_all)
        merge_offered.connect(club_receivers.offer)
        merging_accounts.connect(club_receivers.take_over)


def _end_sockets(request: HttpRequest | None, **_sent: Any) -> None:
    """Signing out ends what open sockets show. They check the session at once, but Django ends it after its signal."""
    if request is not None and (key := request.session.session_key):
        request.session.flush()
        _renew_sockets([key])


def _renew_sockets(keys: Sequence[str], **_sent: Any) -> None:
    """Let open sockets look up again what these sessions may show."""
    for key in keys:
        groups.session_changed(key)
