"""Reads for every page: the settings of the site, what is announced now, which words are blocked."""

from __future__ import annotations

from django.utils import timezone

from accounts.site_config.models import Announcement, BlockedWord, SiteSettings
from accounts.site_config.settings_cache import remembered


def site() -> SiteSettings:
    """The settings of the site as they stand."""
    return remembered(SiteSettings.remembered_as, lambda: SiteSettings.objects.first() or SiteSettings())


def announcements() -> list[Announcement]:
    """What is to be said on every page now, the latest first."""
    now = timezone.now()
    return [announcement for announcement in _current_and_coming() if announcement.is_shown_at(now)]


def _current_and_coming() -> list[Announcement]:
    unended = Announcement.objects.filter(ends_at__gt=timezone.now())
    return remembered(Announcement.remembered_as, lambda: list(unended))


def blocked_words() -> frozenset[str]:
    """The words that are refused, folded."""
    return remembered(BlockedWord.remembered_as, lambda: frozenset(BlockedWord.objects.values_list("word", flat=True)))
