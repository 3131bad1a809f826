"""Whom players follow, and what they note about others: fields and constraints, no logic."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User

LONGEST_NOTE = 300


class Follow(models.Model):
    """`user` follows `followed`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="follows", verbose_name=_("user"))
    followed = models.ForeignKey(User, models.CASCADE, related_name="followers", verbose_name=_("followed"))
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = [
            models.UniqueConstraint(fields=["user", "followed"], name="unique_follow"),
            models.CheckConstraint(condition=~models.Q(user=models.F("followed")), name="follow_not_self"),
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.followed}"


class Note(models.Model):
    """What `user` has written about another player; nobody else ever sees it, the staff included."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notes", verbose_name=_("user"))
    about = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("about"))
    text = models.CharField(_("text"), max_length=LONGEST_NOTE)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [
            models.UniqueConstraint(fields=["user", "about"], name="unique_note"),
            models.CheckConstraint(condition=~models.Q(user=models.F("about")), name="note_not_about_self"),
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.about}"
