"""What the house decides, for tests."""

from __future__ import annotations

from accounts.site_config.models import SiteSettings
from accounts.site_config.settings_cache import forget


def decide(**settings: str | int | bool) -> None:
    """Let these settings of the site hold, the others being as they are by default."""
    SiteSettings.objects.update_or_create(pk=1, defaults=settings)
    forget("site")
