"""Personal tokens, with which programs use the API as a player: fields and constraints, no logic."""

from typing import ClassVar, Final

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_TOKEN_NAME: Final = 40
LONGEST_IDEMPOTENCY_KEY: Final = 100


class Scope(models.TextChoices):
    """What a token allows."""

    READ = "read", _("read what I may see")
    PLAY = "play", _("play, open tables and invite players as me")
    CHAT = "chat", _("read and write in chats as me")


class ApiToken(models.Model):
    """A token of a player. Only its hash is stored: it is shown once, when it is made."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("user")
    )
    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(_("allows"), default=list)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    used_on = models.DateField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        default_permissions: ClassVar[list[str]] = []
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class ApiAnswer(models.Model):
    """The stored response to an API request with this key: a repeated request gets it again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_answers", db_index=False)
    key = models.CharField(max_length=LONGEST_IDEMPOTENCY_KEY)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key
