"""Python for browsers: the package of Pyodide from npm, of one version, checked by its hash."""

import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "314.0.7"
"""It has Python 3.14."""

SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
CORE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""The files that a browser needs, besides the standard library."""

LIBRARY: Final = "python_stdlib.zip"


def fetched(folder: Path) -> Path:
    """Return the folder with Pyodide's files, below `folder`; npm fetches them the first time.

    Raises RuntimeError if npm cannot, or if the package is another one.
    """
    package, archive = folder / f"pyodide-{VERSION}" / "package", folder / f"pyodide-{VERSION}.tgz"
    if package.exists():
        return package
    folder.mkdir(parents=True, exist_ok=True)
    try:
        command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as fault:
        raise RuntimeError(f"npm could not fetch Pyodide {VERSION}") from fault
    if sha256(archive.read_bytes()).hexdigest() != SHA256:
        archive.unlink()
        raise RuntimeError(f"This is not the package of Pyodide {VERSION} that we know")
    with tarfile.open(archive) as files:
        files.extractall(package.parent, filter="data")
    archive.unlink()
    return package
