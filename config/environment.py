"""The environment variables of the site. One that cannot be read is named in a sentence."""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


class Environment(environ.Env):
    """Like django-environ's, but every fault of a variable is an ImproperlyConfigured that names it."""

    def get_value(self, var: str, *args: Any, **options: Any) -> Any:
        try:
            return super().get_value(var, *args, **options)
        except (ValueError, KeyError, ImproperlyConfigured) as error:
            raise ImproperlyConfigured(f"The variable {var} cannot be used (docs/operations.md): {error}") from None

    def database(self, var: str, default: str) -> dict[str, Any]:
        """Return Django's settings for the database at this address."""
        found: dict[str, Any] = self.db_url(var, default=default)
        if "ENGINE" not in found:
            raise ImproperlyConfigured(f"The variable {var} has to begin with postgres:// or sqlite:///.")
        return found
