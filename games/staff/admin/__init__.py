"""Admin pages for staff. Only services change rows, and hidden cards appear only in the audited "show cards" action."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from post_office.models import Attachment, Email, EmailTemplate, Log

from games.staff.admin import clubs, competitions, conduct, games, players, site_config

__all__ = ["clubs", "competitions", "conduct", "games", "players", "site_config"]

# A migration creates the roles, and staff assign them on a player's page. The other models hold secrets and addresses.
admin.site.unregister([Group, Authenticator, EmailAddress, UserSession, Attachment, Email, EmailTemplate, Log])
