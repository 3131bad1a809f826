"""What a service refuses to do, in words."""

from __future__ import annotations


class DeedRefused(Exception):
    """A deed of the staff's is not possible now; nothing has changed. Its text is a translated sentence to show."""


class InvitationRefused(Exception):
    """Nobody signs up with this code. Its text is a translated sentence to show."""
