"""What the house decides, says and remembers: settings, announcements, blocked words and what its staff has done."""

from accounts.house.models.audit import LONGEST_REASON, AuditEntry, Deed
from accounts.house.models.decisions import Decision
from accounts.house.models.site import Invitation, SignUps, SiteSettings
from accounts.house.models.words import Announcement, BlockedWord

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
