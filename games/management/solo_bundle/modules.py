"""The Python that a browser needs: the modules that are imported while games of all kinds are played in Pyodide, ours,
Django's and the library's.
"""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import asgiref
import django
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

PACKAGES: Final = ("games/engine", "games/components", "games/values", "games/words", "games/solo")
"""The packages of which all modules are part of it, used in those games or not."""

WHOLE: Final = ("encodings/", "pyodide/", "_pyodide/")
"""What Python and Pyodide import by themselves."""

_IN_LIBRARY: Final = re.compile(r"^/lib/python3\d+\.zip/")
_ARGUMENT: Final = re.compile(r"<(?:\w+:)?\w+>")


def site_packages() -> Path:
    """Return the folder in which Django is installed."""
    folder = Path(django.__file__).parents[1]
    assert folder == Path(asgiref.__file__).parents[1], "both are installed in the same place"
    return folder


def addresses() -> dict[str, str]:
    """Return the addresses of the site's pages by their names, as patterns: "/tables/{}/" for "games:table"."""
    return dict(_addresses(get_resolver().url_patterns, "/", ""))


def _addresses(patterns: Iterable[URLPattern | URLResolver], prefix: str, namespace: str) -> Iterable[tuple[str, str]]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _addresses(
                pattern.url_patterns, path, f"{pattern.namespace}:" if pattern.namespace else namespace
            )
        elif pattern.name and not set("^$(") & set(path):
            yield namespace + pattern.name, _ARGUMENT.sub("{}", path)


def imported(pyodide: Path, bundle: Path) -> list[str]:
    """Return the files of all modules that are imported while games are played in Pyodide under Node.

    Raises RuntimeError if Node is missing or the games fail.
    """
    script = Path(__file__).with_name("trace.mjs")
    command = ["node", str(script), str(pyodide), str(settings.BASE_DIR), str(site_packages()), str(bundle)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError:
        raise RuntimeError("Node.js is needed to make the bundle") from None
    except subprocess.CalledProcessError as fault:
        raise RuntimeError(f"The games could not be played in Pyodide: {fault.stderr[-2000:]}") from fault
    files: list[str] = json.loads(done.stdout.splitlines()[-1])
    return files


def of_library(files: Iterable[str]) -> set[str]:
    """Return the names, in the archive of the standard library, of the imported files that come from it."""
    return {_IN_LIBRARY.sub("", file) for file in files if _IN_LIBRARY.match(file)}


def of_app(files: Iterable[str]) -> dict[str, Path]:
    """Return our own and Django's imported files, and all of some packages, by their names in the archive."""
    chosen: dict[str, Path] = {}
    for prefix, root in (("/project/", settings.BASE_DIR), ("/packages/", site_packages())):
        names = [file.removeprefix(prefix) for file in files if file.startswith(prefix)]
        chosen |= {name: root / name for name in names if not name.startswith("games/management")}
    for package in PACKAGES:
        for path in (settings.BASE_DIR / package).glob("*.py"):
            chosen[str(path.relative_to(settings.BASE_DIR))] = path
    return chosen
