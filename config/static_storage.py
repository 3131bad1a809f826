"""The storage of collected static files."""

from typing import Final

from whitenoise.storage import CompressedManifestStaticFilesStorage

_OUR_MODULES: Final = "js/*.js"
_IMPORT: Final = (r'(?P<matched>(?P<names>import {[^}]+}) from "(?P<url>\./[\w-]+\.js)";)', '%(names)s from "%(url)s";')


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Names each file after what is in it, also where a module imports it, and compresses it.

    Django can do so for all scripts (`support_js_module_import_aggregation`), but takes comments of htmx for imports.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (_OUR_MODULES, (_IMPORT,)))
