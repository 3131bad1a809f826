"""Loads at the start of a process what it would load with the first request that needs it: views, forms, templates.

An upgrade replaces the files below processes that still run. What they load afterwards would be of the new version, and
fail beside code of the old one. The first visitors of a new process need not wait for it either.
"""

from pathlib import Path

from django.conf import settings
from django.template import Engine
from django.urls import get_resolver
from django.utils.module_loading import import_string


def load_all() -> None:
    """Load the views of all addresses, the classes that settings name for allauth and forms, and all templates."""
    _ = get_resolver().url_patterns
    for name in (
        settings.ACCOUNT_ADAPTER,
        settings.MFA_ADAPTER,
        settings.ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR,
        settings.FORM_RENDERER,
        *settings.ACCOUNT_FORMS.values(),
        *settings.MFA_FORMS.values(),
    ):
        import_string(name)
    for directory in Engine.get_default().dirs:
        _load_templates(Path(directory))


def _load_templates(directory: Path) -> None:
    for file in sorted(directory.rglob("*")):
        if file.is_file():
            Engine.get_default().get_template(file.relative_to(directory).as_posix())
