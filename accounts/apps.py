from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players’ accounts")

    def ready(self) -> None:
        from accounts.base import addresses, outages, site_addresses  # here, since outages need the models
        from accounts.notifications import services as notifications
        from accounts.sessions import services as sessions
        from accounts.signing_in import security_mails

        addresses.come_from(site_addresses.look_up)
        sessions.connect()
        notifications.connect()
        security_mails.connect()
        outages.connect()
