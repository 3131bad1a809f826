"""The rows of permissions and content types, which Django writes again whenever a test has emptied the tables."""

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.db.models.signals import post_migrate


def leave_out() -> None:
    """Let Django no longer write them: that takes longer than most tests, and hardly any test needs them.

    A content type is written when something refers to it.
    """
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.connect(_forget)


def _forget(**_signal: object) -> None:
    ContentType.objects.clear_cache()


def write() -> None:
    """Write those that are missing."""
    for app in apps.get_app_configs():
        create_permissions(app, verbosity=0)
