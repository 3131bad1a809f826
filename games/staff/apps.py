from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    name = "games.staff"
    verbose_name = _("Staff")


class StaffAdminConfig(AdminConfig):
    """Django's admin with `StaffSite` as the default site."""

    default_site = "games.staff.site.StaffSite"
