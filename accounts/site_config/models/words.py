"""Announcements and blocked words: fields and constraints, no logic."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.base.staff_texts import in_readers_language
from accounts.site_config.models.staff_editable import StaffEditable

LONGEST_ANNOUNCEMENT = 300


class Announcement(StaffEditable):
    """A sentence shown on every page from `starts_at` until `ends_at`, in each language of the site."""

    cache_name = "announcements"

    text_en = models.CharField(_("in English"), max_length=LONGEST_ANNOUNCEMENT)
    text_es = models.CharField(_("in Spanish"), max_length=LONGEST_ANNOUNCEMENT)
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering: ClassVar = ["-starts_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")),
                name="announcement_ends_after_it_starts",
                violation_error_message=_("It has to end after it starts."),
            )
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The sentence in the active language."""
        return in_readers_language(self, "text")

    def is_shown_at(self, moment: datetime) -> bool:
        """Return whether pages show the announcement at this moment."""
        return self.starts_at <= moment < self.ends_at


class BlockedWord(StaffEditable):
    """A word that is refused in names and chat regardless of case, stored as `site_config.words` folds it."""

    cache_name = "words"

    word = models.CharField(_("word"), max_length=40, unique=True)

    class Meta:
        verbose_name = _("blocked word")
        verbose_name_plural = _("blocked words")
        ordering: ClassVar = ["word"]

    def __str__(self) -> str:
        return self.word
