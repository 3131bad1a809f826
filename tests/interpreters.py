"""Runs types and quick tests on each version of Python that this machine has: `python -m tests.interpreters [--ends]`.

Each version gets an environment of its own beside .venv. The version of the Python that runs this is left out.
"""

import argparse
import re
import shutil
import subprocess
import sys
from typing import Final

from tests.sites import ROOT

OLDEST: Final = "3.11"
IN_IMAGE: Final = re.findall(r"^FROM python:(\d\.\d+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[-1]
VERSIONS: Final = (OLDEST, "3.12", "3.13")
"""All versions that the project supports; not 3.14 yet, for which endplay has no wheel."""


def runs(version: str) -> bool:
    """Return whether this machine has that version and can make environments of it.

    What is in the path may be no Python: pyenv has a file there for each version, which refuses to run most of them.
    """
    program = f"import ensurepip, sys; sys.exit(sys.version_info[:2] != {tuple(map(int, version.split('.')))})"
    command = shutil.which(f"python{version}")
    if command is None:
        return False
    return subprocess.run([command, "-c", program], capture_output=True, check=False).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.interpreters", description=__doc__)
    parser.add_argument("--ends", action="store_true", help="only the oldest version and that of the image")
    wanted = {OLDEST, IN_IMAGE} if parser.parse_args().ends else set(VERSIONS)
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = [version for version in sorted(wanted - {here}, key=VERSIONS.index) if runs(version)]
    for version in found:
        print(f"Types and quick tests on Python {version}", flush=True)
        subprocess.run(["make", "quick", f"VENV=.venv-{version}", f"PYTHON=python{version}"], cwd=ROOT, check=True)
    missing = sorted(wanted - {here, *found}, key=VERSIONS.index)
    print(f"Types and quick tests ran on Python: {', '.join(found) or 'no other version'}. All other tests use {here}.")
    print(f"Not on this machine: {', '.join(missing) or 'none'}.")


if __name__ == "__main__":
    main()
