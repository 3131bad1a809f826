"""The staff's pages. Rows are changed by services only, and nothing here shows a hidden card unasked."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group

from games.staff.admin.audit import AuditAdmin
from games.staff.admin.chat import MessageAdmin, ReportAdmin
from games.staff.admin.games import GameAdmin
from games.staff.admin.players import PlayerAdmin
from games.staff.admin.site_config import (
    AnnouncementAdmin,
    BlockedWordAdmin,
    InvitationAdmin,
    PresetAdmin,
    SettingsAdmin,
)

# Roles are made by a migration and given on a player's page; the others hold secrets and addresses.
admin.site.unregister([Group, Authenticator, EmailAddress, UserSession])

__all__ = [
    "AnnouncementAdmin",
    "AuditAdmin",
    "BlockedWordAdmin",
    "GameAdmin",
    "InvitationAdmin",
    "MessageAdmin",
    "PlayerAdmin",
    "PresetAdmin",
    "ReportAdmin",
    "SettingsAdmin",
]
