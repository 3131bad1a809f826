"""The static files that the site serves, collected once for each change of them."""

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

STAMP: Final = "collected"
"""The file in VAR_DIR that tells what was collected. It is written last, so that a collection cut short leaves none."""


def collect() -> None:
    """Collect the static files, which takes a second, unless those that are there were made of the same files."""
    stamp, sources = settings.VAR_DIR / STAMP, _sources()
    if not stamp.exists() or stamp.read_bytes() != sources + _collected():
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_bytes(sources + _collected())


def _sources() -> bytes:
    """Return a digest of the files to collect, and of what makes them into those that are served."""
    digest = sha256(repr((version("django"), version("whitenoise"), settings.STORAGES["staticfiles"])).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(name.encode() + sha256(Path(storage.path(name)).read_bytes()).digest())
    return digest.digest()


def _collected() -> bytes:
    """Return a digest of the names and sizes of the files that are there."""
    files = [(str(path), path.stat().st_size) for path in sorted(settings.STATIC_ROOT.rglob("*"))]
    return sha256(repr(files).encode()).digest()
