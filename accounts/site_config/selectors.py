"""Cached reads: the site's settings, current announcements, blocked words."""

from django.utils import timezone

from accounts.site_config.models import Announcement, BlockedWord, SiteSettings
from accounts.site_config.settings_cache import cached


def site() -> SiteSettings:
    """Return the settings of the site."""
    return cached(SiteSettings.cache_name, lambda: SiteSettings.objects.first() or SiteSettings())


def announcements() -> list[Announcement]:
    """Return the announcements to show now, the latest first."""
    now = timezone.now()
    return [announcement for announcement in _current_and_future() if announcement.is_shown_at(now)]


def _current_and_future() -> list[Announcement]:
    return cached(Announcement.cache_name, lambda: list(Announcement.objects.filter(ends_at__gt=timezone.now())))


def blocked_words() -> frozenset[str]:
    """Return the blocked words, folded."""
    return cached(BlockedWord.cache_name, lambda: frozenset(BlockedWord.objects.values_list("word", flat=True)))
