"""What staff can change while the site runs: settings, invitations, announcements, blocked words; the audit log."""
