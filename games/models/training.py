"""Answers to exercises of the trainer: fields and constraints, no logic."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Attempt(models.Model):
    """A player's only answer to an exercise (`games.learning.exercises`), which its kind and number determine.

    `choice` is the code of the option, `lost` how much less it is worth than the best one: in points, or for the dummy
    in tricks. `right` says that the difference is within two standard errors.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="attempts", db_index=False, verbose_name=_("user"))
    kind = models.CharField(_("kind"), max_length=5)
    number = models.PositiveIntegerField(_("number"))
    choice = models.CharField(_("choice"), max_length=12)
    lost = models.FloatField(_("lost"))
    right = models.BooleanField(_("right"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("answer to an exercise")
        verbose_name_plural = _("answers to exercises")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "number"], name="unique_attempt"),
            models.CheckConstraint(condition=models.Q(lost__gte=0), name="possible_attempt"),
        ]
        indexes = [models.Index(fields=["kind", "number", "choice"], name="attempts_at_exercise")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} {self.number}"
