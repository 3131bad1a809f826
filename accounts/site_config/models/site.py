"""Settings that staff may change without a deploy, and invitations: fields and constraints, no logic."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models.staff_editable import StaffEditable


class SignUps(models.TextChoices):
    """Who may become a registered player."""

    OPEN = "open", _("everybody")
    INVITED = "invited", _("people with an invitation code")
    CLOSED = "closed", _("nobody for now")


class SiteSettings(StaffEditable):
    """Settings of the site: the row with key 1, or the defaults if there is none."""

    cache_name = "site"

    sign_ups = models.CharField(_("who may sign up"), max_length=7, choices=SignUps.choices, default=SignUps.OPEN)
    guests = models.BooleanField(
        _("guests may play"), default=True, help_text=_("If off, players must sign in before they sit down.")
    )
    second_factor = models.BooleanField(
        _("staff need a second factor"),
        default=False,
        help_text=_("Staff without one must set it up before they can open these pages."),
    )
    most_games = models.PositiveSmallIntegerField(
        _("unfinished games a player may have"), default=20, validators=[MinValueValidator(1), MaxValueValidator(200)]
    )
    stuck_after = models.PositiveSmallIntegerField(
        _("minutes without a move after which a game counts as stuck"),
        default=60,
        validators=[MinValueValidator(1), MaxValueValidator(10_080)],
    )

    class Meta:
        verbose_name = _("settings of the site")
        verbose_name_plural = _("settings of the site")
        default_permissions: ClassVar = ["view", "change"]
        constraints: ClassVar = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_settings")]

    def __str__(self) -> str:
        return str(_("Settings of the site"))


class Invitation(StaffEditable):
    """A code with which one person may sign up while sign-ups are by invitation."""

    code = models.CharField(_("code"), max_length=16, unique=True)
    note = models.CharField(_("for whom"), max_length=80, blank=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("invitation to sign up")
        verbose_name_plural = _("invitations to sign up")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.code
