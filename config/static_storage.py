"""How static files are stored for browsers: the site's own style sheets and scripts without comments and spaces."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_BEFORE_PSEUDO_CLASS: Final = re.compile(rb"(?<=[\w\])])\s+(?=::?[a-z])")


def _minified_sheet(sheet: bytes) -> bytes:
    """Return the style sheet without comments and spaces.

    In any other block than `@media`, such as `@container` or a nested rule, cssmin reads `.a :is(.b)` as a declaration
    and makes `.a:is(.b)` of it, which selects something else. `.a *:is(.b)`, which selects the same, it keeps.
    """
    minified: bytes = cssmin(_BEFORE_PSEUDO_CLASS.sub(b" *", sheet))
    return minified


MINIFIERS: Final[dict[str, Callable[[bytes], bytes]]] = {"css": _minified_sheet, "js": jsmin}
"""By folder of static/; files of other packages lie elsewhere, and stay as they are."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Stores files minified, compressed, and under names that change with their content."""

    def _save(self, name: str, content: File[Any]) -> str:
        if minify := MINIFIERS.get(name.partition("/")[0]):
            content = ContentFile(minify(b"".join(content.chunks())))
        return super()._save(name, content)  # type: ignore[no-any-return]
