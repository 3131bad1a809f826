"""Django's configuration of packages that would do more than the site needs."""

from django.apps import AppConfig


class DaphneConfig(AppConfig):
    """Daphne's command `runserver`. Daphne's own configuration loads the server, with Twisted, into every process."""

    name = "daphne"
