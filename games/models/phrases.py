"""Ready phrases of the chat: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.base.staff_texts import in_readers_language
from accounts.site_config.models import StaffEditable

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
