"""The storage of collected static files."""

from typing import Any, Final

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OUR_MODULES: Final = "js/*.js"
_IMPORT: Final = (r'(?P<matched>(?P<names>import {[^}]+}) from "(?P<url>\./[\w-]+\.js)";)', '%(names)s from "%(url)s";')


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Names each file after what is in it, also where a module imports it, and compresses it.

    Django can do so for all scripts (`support_js_module_import_aggregation`), but takes comments of htmx for imports.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (_OUR_MODULES, (_IMPORT,)))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, which is put together only once: a page names twenty."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]

    def save_manifest(self) -> None:
        self._addresses.clear()
        super().save_manifest()
