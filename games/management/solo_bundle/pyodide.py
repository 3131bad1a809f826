"""Python for browsers: the package of Pyodide from npm, of one version, checked by its hash, and run under Node."""

import subprocess
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "314.0.7"
"""It has Python 3.14."""

SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
CORE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files that a browser needs as they are."""

LOCK: Final = "pyodide-lock.json"
"""The list of the packages that could be loaded."""

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


def run(package: Path, program: str, folders: Mapping[str, Path]) -> str:
    """Run a program with these folders at these paths, and return its last value.

    Raises RuntimeError if Node is missing or the program fails.
    """
    script = Path(__file__).with_name("run.mjs")
    mounted = [f"{path}={folder}" for path, folder in folders.items()]
    try:
        command = ["node", str(script), str(package), program, *mounted]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # our own script
    except FileNotFoundError:
        raise RuntimeError("Node.js is needed to make the bundle") from None
    except subprocess.CalledProcessError as fault:
        raise RuntimeError(f"A program has failed in Pyodide: {fault.stderr[-2000:]}") from fault
    return done.stdout.splitlines()[-1]
