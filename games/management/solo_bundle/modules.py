"""The Python that a browser needs: the modules that are imported while games of all kinds are played in Pyodide, ours,
Django's and the library's, as bytecode.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import asgiref
import django
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from games.management.solo_bundle import pyodide
from games.management.solo_bundle.files import write_below

PACKAGES: Final = ("games/engine", "games/components", "games/lessons", "games/values", "games/words", "games/solo")
"""The packages of which all modules are part of it, used in those games or not."""

WHOLE: Final = ("pyodide/", "_pyodide/")
"""What Pyodide imports by itself."""

_IN_LIBRARY: Final = re.compile(r"^/lib/python3\d+\.zip/")
_ARGUMENT: Final = re.compile(r"<(?:\w+:)?\w+>")
_PLAY: Final = """
import json, sys
import encodings.cp437, shutil, zipfile  # with these the worker unpacks its archive
sys.path[:0] = ["/project", "/packages"]
from games.solo import texts
texts.set_up("/texts", "en")
from games.management.solo_bundle.playing import play_everything
play_everything("/texts")
json.dumps([module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)])
"""
_COMPILE: Final = """
import sys
sys.path.insert(0, "/project")
from games.management.solo_bundle.bytecode import compile_below
compile_below("/sources")
"""


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


def imported(package: Path, texts: Path) -> list[str]:
    """Return the files of all modules that are imported while games are played in Pyodide.

    Raises RuntimeError if Node is missing or the games fail.
    """
    folders = {"/project": settings.BASE_DIR, "/packages": site_packages(), "/texts": texts}
    files: list[str] = json.loads(pyodide.run(package, _PLAY, folders))
    return files


def compiled(package: Path, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the bytecode of these sources of modules, by the names of its files. Raises RuntimeError."""
    with TemporaryDirectory() as folder:
        write_below(Path(folder), sources)
        pyodide.run(package, _COMPILE, {"/project": settings.BASE_DIR, "/sources": Path(folder)})
        names = [str(Path(name).with_suffix(".pyc")) for name in sources]
        return {name: Path(folder, name).read_bytes() for name in names}


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
