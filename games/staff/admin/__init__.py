"""Admin pages for staff. Only services change rows, and hidden cards appear only in the audited "show cards" action."""

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

# A migration creates the roles, and staff assign them on a player's page. The other models hold secrets and addresses.
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
