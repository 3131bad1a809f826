"""Models of the site configuration: settings, invitations, announcements, blocked words, the audit log, processes."""

from accounts.site_config.models.audit import LONGEST_REASON, AuditAction, AuditEntry
from accounts.site_config.models.operation import LOST_AFTER, DailyJob, Downtime, Process, Service
from accounts.site_config.models.site import Invitation, SignUps, SiteSettings
from accounts.site_config.models.staff_editable import StaffEditable
from accounts.site_config.models.words import Announcement, BlockedWord

__all__ = [
    "LONGEST_REASON",
    "LOST_AFTER",
    "Announcement",
    "AuditAction",
    "AuditEntry",
    "BlockedWord",
    "DailyJob",
    "Downtime",
    "Invitation",
    "Process",
    "Service",
    "SignUps",
    "SiteSettings",
    "StaffEditable",
]
