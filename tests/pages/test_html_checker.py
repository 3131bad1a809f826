"""Every page is valid HTML, as the Nu HTML checker of the W3C reads it. `make nightly` installs the checker."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from tests.pages.pages import every_page

JAR = Path(os.environ.get("VNU_JAR", settings.BASE_DIR / "var/vnu/node_modules/vnu-jar/build/dist/vnu.jar"))
HTMX = "“hx-"
"""Begins the attributes of htmx in what the checker says: browsers ignore them, and htmx reads no others."""

PATH_LENGTH = "“pathLength”"
"""An attribute of all shapes in SVG 2; the checker knows it of paths only."""

ACCEPTED = {
    "player-deals-wrong": "did not satisfy the date format",  # the form shows again what was sent
    "chat-open": "Duplicate attribute “open”",  # made by the test that opens it
}
"""What a page may do nevertheless."""


@pytest.mark.campaign
@pytest.mark.timeout(1800)
@pytest.mark.django_db
def test_every_page_is_valid_html(tmp_path: Path) -> None:
    assert JAR.exists(), f"the Nu HTML checker is not in {JAR}: run make {JAR.name}, or name it in VNU_JAR"
    with translation.override("en"):
        for name, html in every_page():
            (tmp_path / f"{name}.html").write_text(html)
    assert list(_faults(tmp_path)) == []


def _faults(folder: Path) -> Iterator[str]:
    """What the checker says of the pages in a folder, a sentence for each fault."""
    command = ["java", "-jar", str(JAR), "--exit-zero-always", "--errors-only", "--format", "json", str(folder)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    messages: list[dict[str, Any]] = json.loads(answer.stderr)["messages"]
    for message in messages:
        page, said = Path(message.get("url", "")).stem, message["message"]
        accepted = (HTMX, PATH_LENGTH, *filter(None, [ACCEPTED.get(page)]))
        if not any(known in said for known in accepted):
            yield f"{page}, line {message.get('lastLine')}: {said} {message.get('extract', '').strip()}"
