"""The audit log: fields and constraints, no logic. `site_config.audit` adds rows; nothing changes them."""

from typing import ClassVar

from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 200


class AuditAction(models.TextChoices):
    """Staff actions that are logged."""

    SUSPEND = "suspend", _("suspended")
    LIFT = "lift", _("suspension lifted")
    TAKE_NAME = "take_name", _("name taken away")
    SIGN_OUT = "sign_out", _("signed out everywhere")
    MUTE = "mute", _("muted")
    UNMUTE = "unmute", _("mute lifted")
    DELETE_ACCOUNT = "delete_account", _("account removed")
    EXPORT = "export", _("data exported")
    GIVE_ROLES = "give_roles", _("roles given")
    VOID = "void", _("game voided")
    END = "end", _("game ended")
    NUDGE = "nudge", _("game nudged")
    SEAT_BOT = "seat_bot", _("player replaced by a bot")
    CLOSE_TO_SPECTATORS = "close_to_spectators", _("closed to spectators")
    SHOW_CARDS = "show_cards", _("hidden cards shown")
    CLOSE_SET = "close_set", _("set of deals closed")
    VOID_SET = "void_set", _("set of deals voided")
    REMOVE_PARTICIPANT = "remove_participant", _("participant removed")
    NEXT_ROUND = "next_round", _("round begun now")
    PAUSE_TOURNAMENT = "pause_tournament", _("tournament paused")
    RESUME_TOURNAMENT = "resume_tournament", _("pause of tournament ended")
    END_TOURNAMENT = "end_tournament", _("tournament ended")
    ADJUST_SCORE = "adjust_score", _("score adjusted")
    WARN_PARTICIPANT = "warn_participant", _("participant warned")
    DISQUALIFY = "disqualify", _("participant disqualified")
    HIDE_CLUB = "hide_club", _("club hidden")
    SHOW_CLUB = "show_club", _("club shown again")
    RESOLVE = "resolve", _("report resolved")
    ADD = "add", _("added")
    CHANGE = "change", _("changed")
    REMOVE = "remove", _("removed")


class AuditEntry(models.Model):
    """One staff action: who, when, on what and why.

    The target is shown under its current name, so that names taken away or deleted disappear here too. `details` are
    values by name, for readers.
    """

    at = models.DateTimeField(_("at"), auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="audit_entries", verbose_name=_("by"))
    action = models.CharField(_("action"), max_length=20, choices=AuditAction.choices)
    target_type = models.ForeignKey(ContentType, models.PROTECT, related_name="+", verbose_name=_("kind"))
    target_id = models.BigIntegerField()
    target = GenericForeignKey("target_type", "target_id")
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    details = models.JSONField(_("details"), default=dict, blank=True)

    class Meta:
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("entries of the audit log")
        ordering: ClassVar = ["-pk"]
        default_permissions: ClassVar = ["view"]
        indexes: ClassVar = [models.Index(fields=["target_type", "target_id", "-id"], name="audit_of_target")]

    def __str__(self) -> str:
        return f"{self.by}: {self.get_action_display()}"
