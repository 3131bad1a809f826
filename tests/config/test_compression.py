"""Pages are compressed by the site itself where no proxy does it."""

import gzip
import os
import subprocess
import sys
from http import HTTPStatus

import pytest
from django.test import Client

from tests.sites import ROOT, SECRET_KEY

PACKED = {"Accept-Encoding": "gzip"}
PRINT = """
import os
from importlib import reload
from config import settings
for proxies in ("0", "1"):
    os.environ["TRUSTED_PROXIES"] = proxies
    print("config.middleware.CompressMiddleware" in reload(settings).MIDDLEWARE)
"""


@pytest.mark.django_db
def test_pages_are_compressed_for_browsers_that_can_read_it(client: Client) -> None:
    plain, packed = client.get("/rules/"), client.get("/rules/", headers=PACKED)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert 3 * len(packed.content) < len(plain.content)
    again = client.get("/rules/", headers={**PACKED, "If-None-Match": packed["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED


@pytest.mark.django_db
def test_length_of_a_compressed_page_is_random(client: Client) -> None:
    assert len({len(client.get("/rules/", headers=PACKED).content) for _ in range(10)}) > 1


def test_site_behind_a_proxy_leaves_it_to_the_proxy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRINT],
        cwd=ROOT,
        env=os.environ | {"SECRET_KEY": SECRET_KEY},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True", "False"]
