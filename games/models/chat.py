"""What is said at a table, and who does not want to hear whom: fields and constraints, no logic."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.chat.messages import Phrase
from games.models.games import Game

LONGEST_MESSAGE = 300


class Channel(models.TextChoices):
    """Who reads a message: during play players and spectators talk apart, before and after it all talk together."""

    EVERYONE = "everyone", _("everyone")
    PLAYERS = "players", _("players")
    SPECTATORS = "watchers", _("spectators")


class Message(models.Model):
    """Something said: in the writer's own words, or a phrase that every reader reads in their own language."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("author"))
    channel = models.CharField(_("channel"), max_length=8, choices=Channel.choices)
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True)
    phrase = models.CharField(
        _("phrase"), max_length=16, blank=True, choices=[(code.value, code.value) for code in Phrase]
    )
    sent_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        default_permissions: ClassVar = ["view"]
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")), name="either_text_or_phrase"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text or self.phrase}"


class Mute(models.Model):
    """`user` does not want to hear `muted` at this table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="mutes", verbose_name=_("game"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("muted"))

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user", "muted"], name="one_mute_a_person"),
            models.CheckConstraint(condition=~Q(user=F("muted")), name="nobody_mutes_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.user} / {self.muted}"


class Block(models.Model):
    """`user` wants neither messages nor invitations from `blocked`, at any table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("user"))
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("blocked"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "blocked"], name="one_block_a_person"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.blocked}"


class Report(models.Model):
    """A message that staff should look at.

    `context` keeps it with what was said before, whatever becomes of the accounts: a list, the message itself last, of
    {"author", "account", "text", "phrase", "at"}; older reports know no account. `note` says what came of it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="reports", verbose_name=_("game"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports", verbose_name=_("message"))
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    context = models.JSONField(_("context"))
    reported_at = models.DateTimeField(_("reported"), auto_now_add=True)
    resolved = models.BooleanField(_("resolved"), default=False)
    resolved_at = models.DateTimeField(_("resolved at"), null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("resolved by")
    )
    note = models.CharField(_("note"), max_length=LONGEST_MESSAGE, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions: ClassVar = ["view"]
        permissions: ClassVar = [("resolve_report", "Can resolve reports")]
        indexes: ClassVar = [
            models.Index(fields=["-reported_at"], name="open_reports", condition=Q(resolved=False)),
        ]
        ordering: ClassVar = ["resolved", "-reported_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "reporter"], name="one_report_a_message_and_reporter"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.context[-1]['author']}"
