"""Notifications, the browsers they are pushed to, and the pushes that wait: fields and constraints, no logic."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_ENDPOINT: Final = 500


class PushSubscription(models.Model):
    """A browser that accepts pushes for a player (W3C Push API), with its keys and the language of its pages.

    Since `failed_at` its push service has accepted no push; the last one was answered with `failed_status`, 0 for no
    answer.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions", verbose_name=_("user")
    )
    endpoint = models.CharField(_("address"), max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(_("language"), max_length=2)
    failed_at = models.DateTimeField(_("takes no push since"), null=True, blank=True)
    failed_status = models.PositiveSmallIntegerField(_("last answer of its push service"), null=True, blank=True)

    class Meta:
        verbose_name = _("browser with notifications")
        verbose_name_plural = _("browsers with notifications")
        default_permissions: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return f"{self.pk}"


class Notification(models.Model):
    """A notification of a player about the thing that `about` names. The row stays, so that it is sent once.

    It `waits` until it has become pushes and a mail. From `expires_at` on it is pointless, and is not sent.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", verbose_name=_("user")
    )
    kind = models.CharField(_("kind"), max_length=20)
    about = models.CharField(_("about"), max_length=80)
    path = models.CharField(_("path"), max_length=200)
    values = models.JSONField(_("values"), default=dict)
    created_at = models.DateTimeField(_("created"), default=timezone.now, db_index=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    waits = models.BooleanField(_("waits"), default=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["user", "kind", "about"], name="notified_once")]
        indexes = [models.Index(fields=["id"], condition=models.Q(waits=True), name="waiting_notifications")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class Push(models.Model):
    """A notification on its way to one browser: tried at `due_at`, and deleted when it has arrived."""

    notification = models.ForeignKey(
        Notification, models.CASCADE, related_name="pushes", verbose_name=_("notification")
    )
    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="+", verbose_name=_("browser"))
    due_at = models.DateTimeField(_("due"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("push")
        verbose_name_plural = _("pushes")
        default_permissions: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return f"{self.notification}"
