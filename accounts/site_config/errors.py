"""Errors of staff actions and invitations. Their texts are translated sentences for the reader."""

from accounts.base.refusals import Explained


class ActionDenied(Explained):
    """The staff action is not possible; nothing has changed."""


class InvitationRefused(Explained):
    """The invitation code is wrong or used up."""
