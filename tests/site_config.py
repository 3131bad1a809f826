"""Site settings for tests."""

from accounts.site_config.models import SiteSettings
from accounts.site_config.settings_cache import invalidate


def set_site_settings(**settings: str | int | bool) -> None:
    """Store these settings of the site; the others keep their defaults."""
    SiteSettings.objects.update_or_create(pk=1, defaults=settings)
    invalidate("site")
