"""Errors of staff actions and invitations. Their texts are translated sentences for the reader."""


class ActionDenied(Exception):
    """The staff action is not possible; nothing has changed."""


class InvitationRefused(Exception):
    """The invitation code is wrong or used up."""
