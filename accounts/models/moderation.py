"""The moderation status of an account: suspended, muted, or required to choose a new name; whether it may act."""

from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def may_act(account: str = "", *, at: datetime | None = None) -> models.Q:
    """Return the condition of a query that an account may act now, or `at` a moment to come: it is neither closed nor
    suspended then.

    Every service that seats an absent player, appoints a leader or heir, or ranks players checks this or
    `User.may_act`. `account` is the path from the rows of the query to the account, such as "user"; "" if they are
    accounts.
    """
    path = f"{account}__" if account else ""
    never, until = models.Q((f"{path}suspended_until", None)), (f"{path}suspended_until__lte", at or timezone.now())
    return models.Q((f"{path}is_active", True)) & (never | models.Q(until))


class ModerationStatus(models.Model):
    """Fields of the user model. All are empty for an unrestricted player."""

    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    suspension_reason = models.CharField(_("reason of the suspension"), max_length=200, blank=True)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    must_rename = models.BooleanField(_("has to choose a name"), default=False)

    class Meta:
        abstract = True

    @property
    def is_suspended(self) -> bool:
        """Whether the player is suspended now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def is_muted(self) -> bool:
        """Whether the player is muted now."""
        return self.muted_until is not None and self.muted_until > timezone.now()
