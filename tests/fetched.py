"""Programs that tests run beside the locked packages: fetched once by npm or pip, and kept in `var/fetched`."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.conftest import unavailable
from tests.once import alone
from tests.sites import ROOT

KEPT: Final = ROOT / "var" / "fetched"

PYRIGHT: Final = ("pyright@1.1.414",)
TYPESCRIPT_CLIENT: Final = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20")
OTHER_CLIENTS: Final = ("@hey-api/openapi-ts@0.95.0", "orval@7.13.2", "typescript@5.9.3", "@types/node@20")
LINTERS: Final = ("@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.16.3")
PYTHON_CLIENT: Final = ("openapi-python-client==0.29.1",)


def npm_packages(*packages: str) -> Path:
    """Return the folder `node_modules` with these packages. Without npm, the test is skipped."""
    if not (shutil.which("node") and shutil.which("npm")):
        unavailable(f"no Node.js or npm, which fetches {packages[0]}")

    def install(folder: Path) -> None:
        npm = ["npm", "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", str(folder)]
        subprocess.run([*npm, *packages], check=True)

    return _kept(packages, install) / "node_modules"


def pip_packages(*packages: str) -> Path:
    """Return the folder of programs of an environment of its own with these packages."""

    def install(folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *packages], check=True)

    return _kept(packages, install) / "bin"


def _kept(packages: tuple[str, ...], install: Callable[[Path], None]) -> Path:
    """Return the folder of these packages, which are installed the first time."""
    name = hashlib.sha256(repr((sys.version, packages)).encode()).hexdigest()[:16]
    folder = KEPT / name
    with alone(KEPT / f"{name}.lock"):
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            install(folder)
            (folder / "complete").touch()
    return folder
