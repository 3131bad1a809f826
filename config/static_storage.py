"""How static files are stored for browsers: the site's own style sheets and scripts without comments and spaces."""

from collections.abc import Callable
from typing import Any, Final

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS: Final[dict[str, Callable[[bytes], bytes]]] = {"css": cssmin, "js": jsmin}
"""By folder of static/; files of other packages lie elsewhere, and stay as they are."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Stores files minified, compressed, and under names that change with their content."""

    def _save(self, name: str, content: File[Any]) -> str:
        if minify := MINIFIERS.get(name.partition("/")[0]):
            content = ContentFile(minify(b"".join(content.chunks())))
        return super()._save(name, content)  # type: ignore[no-any-return]
