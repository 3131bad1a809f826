"""The site brings its own typeface: small, asked for early, with its licence beside it."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

MOST_BYTES = 60_000


@pytest.mark.django_db
def test_pages_ask_early_for_the_typeface_that_the_style_sheet_names(client: Client) -> None:
    page = client.get("/").content.decode()
    asked = re.search(
        r'<link rel="preload" href="/static/(fonts/[^"]+)" as="font" type="font/woff2" crossorigin>', page
    )
    assert asked
    style = Path(str(finders.find("css/site.css"))).read_text()
    assert f'url("../{asked[1]}")' in style
    assert Path(str(finders.find(asked[1]))).stat().st_size < MOST_BYTES


def test_licence_is_beside_the_typeface() -> None:
    assert "SIL Open Font License" in Path(str(finders.find("fonts/figtree-license.txt"))).read_text()
