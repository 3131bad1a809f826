"""The moderation status of an account: suspended, muted, or required to choose a new name."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
