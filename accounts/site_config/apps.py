from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SiteConfigConfig(AppConfig):
    name = "accounts.site_config"
    verbose_name = _("Site configuration")
