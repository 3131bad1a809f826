"""How static files are stored for browsers, who read no comments."""

import re
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What is left out of the files in these folders of static/: in a script only comments that have lines of their own,
# because // may also stand in a text.
_LEFT_OUT = {
    "css": re.compile(rb"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE),
    "js": re.compile(rb"^\s*//.*\n|^\s+", re.MULTILINE),
}


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Leaves out comments and indents of the site's own style sheets and scripts, then compresses all files."""

    def _save(self, name: str, content: File[Any]) -> str:
        if left_out := _LEFT_OUT.get(name.partition("/")[0]):
            content = ContentFile(left_out.sub(b"", b"".join(content.chunks())))
        return super()._save(name, content)  # type: ignore[no-any-return]
