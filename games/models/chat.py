"""Chat messages, ready phrases, mutes, blocks and reports: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.base.staff_texts import in_readers_language
from accounts.models import User
from accounts.site_config.models import StaffEditable
from games.models.games import Game

LONGEST_MESSAGE = 300


class Channel(models.TextChoices):
    """Who may read a message (see `chat_queries.channel_for`)."""

    EVERYONE = "everyone", _("everyone")
    PLAYERS = "players", _("players")
    SPECTATORS = "watchers", _("spectators")


class Message(models.Model):
    """A chat message: either text, or the code of a `ReadyPhrase`, which every reader reads in their own language."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    author = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("author"))
    channel = models.CharField(_("channel"), max_length=8, choices=Channel.choices)
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True)
    phrase = models.CharField(_("phrase"), max_length=16, blank=True)
    sent_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        default_permissions = ["view"]
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")), name="text_or_phrase"
            )
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.text or self.phrase}"


class Mute(models.Model):
    """`user` does not see messages of `muted` at this table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="mutes", verbose_name=_("game"))
    user = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("user"))
    muted = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("muted"))

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "muted"], name="unique_mute"),
            models.CheckConstraint(condition=~Q(user=F("muted")), name="mute_not_self"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.user} / {self.muted}"


class Block(models.Model):
    """`user` gets neither messages nor invitations from `blocked`, at any table."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks", verbose_name=_("user"))
    blocked = models.ForeignKey(User, models.CASCADE, related_name="+", verbose_name=_("blocked"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="unique_block"),
            models.CheckConstraint(condition=~Q(user=F("blocked")), name="block_not_self"),
        ]

    def __str__(self) -> str:
        return f"{self.user} / {self.blocked}"


class ReportReason(models.TextChoices):
    """What is reported: a message, or the conduct of a player."""

    MESSAGE = "message", _("a message in the chat")
    STALLING = "stalling", _("plays slowly on purpose, or leaves")
    COLLUSION = "together", _("plays together with another player")
    NAME = "name", _("an offensive name")
    CHAT = "chat", _("insults or advertising in the chat")
    CLUB = "club", _("the name or the text of a club")


class Report(models.Model):
    """A message or a player that somebody has reported to the staff, in whose own words (`text`).

    `subject` is the player, or None where a `club` is reported. `game` is None for a report from a player's page.
    `context` is a copy of a message and those before it, or of a club's name and text, which remains after accounts are
    deleted: a list of {"author", "account", "text", "phrase", "at"}, what is reported last. `note` is what the staff
    decided, and `answer` what they write to the reporter; `answer_seen` says whether the reporter has seen it.
    """

    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="reports", verbose_name=_("game"))
    subject = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("player"))
    reason = models.CharField(_("reason"), max_length=8, choices=ReportReason.choices, default=ReportReason.MESSAGE)
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE, blank=True)
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports", verbose_name=_("message"))
    club = models.ForeignKey(
        "Club", models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name=_("club")
    )
    reporter = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by"))
    context = models.JSONField(_("context"), default=list)
    reported_at = models.DateTimeField(_("reported"), auto_now_add=True)
    resolved = models.BooleanField(_("resolved"), default=False)
    resolved_at = models.DateTimeField(_("resolved at"), null=True, blank=True)
    resolved_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", verbose_name=_("resolved by"))
    note = models.CharField(_("note"), max_length=LONGEST_MESSAGE, blank=True)
    answer = models.CharField(_("answer to the reporter"), max_length=LONGEST_MESSAGE, blank=True)
    answer_seen = models.BooleanField(_("the reporter has seen the answer"), default=False, db_column="told")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ["view"]
        permissions = [("resolve_report", "Can resolve reports")]
        indexes = [
            models.Index(fields=["-reported_at"], name="open_reports", condition=Q(resolved=False)),
            models.Index(fields=["reporter"], name="reports_to_answer", condition=Q(resolved=True, answer_seen=False)),
        ]
        ordering = ["resolved", "-reported_at"]
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="unique_report")]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.context[-1]['author'] if self.context else self.subject}"


LONGEST_PHRASE = 60


class ReadyPhrase(StaffEditable):
    """A message to be sent with one click, which each reader reads in their own language, after a sign.

    Messages have its `code`, and say what it says now. One that is not `offered` can be sent no more.
    """

    cache_name = "phrases"

    position = models.PositiveSmallIntegerField(_("position"), default=50, help_text=_("The lowest is first."))
    code = models.SlugField(_("code"), max_length=16, unique=True, help_text=_("Messages keep it: it stays."))
    sign = models.CharField(_("sign"), max_length=8, blank=True, help_text=_("A character before the words."))
    words_en = models.CharField(_("in English"), max_length=LONGEST_PHRASE, help_text=_("Nothing about cards."))
    words_es = models.CharField(_("in Spanish"), max_length=LONGEST_PHRASE)
    offered = models.BooleanField(_("offered"), default=True)

    class Meta:
        verbose_name = _("ready phrase")
        verbose_name_plural = _("ready phrases")
        ordering: ClassVar = ["position", "pk"]

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """The sign and the words in the active language."""
        words = in_readers_language(self, "words")
        return f"{self.sign} {words}" if self.sign else words
