"""What the house decides, says and remembers: settings, announcements, blocked words and what its staff has done."""

from accounts.site_config.models.audit import LONGEST_REASON, AuditEntry, Deed
from accounts.site_config.models.decisions import Decision
from accounts.site_config.models.site import Invitation, SignUps, SiteSettings
from accounts.site_config.models.words import Announcement, BlockedWord

__all__ = [
    "LONGEST_REASON",
    "Announcement",
    "AuditEntry",
    "BlockedWord",
    "Decision",
    "Deed",
    "Invitation",
    "SignUps",
    "SiteSettings",
]
