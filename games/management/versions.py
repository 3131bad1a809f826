"""The versions of what the site runs on, and which of them it cannot be run on: those that pyproject.toml excludes."""

import platform
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from django.conf import settings
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

NAMED: Final = ("django", "channels", "channels-redis", "daphne", "uvicorn", "psycopg", "redis", "numba")
"""The packages in which most faults of servers, sockets and connections were."""


def summary() -> str:
    """Return the versions of Python and of the packages that matter most."""
    installed = [f"{name} {number}" for name in NAMED if (number := _version(name))]
    return f"Versions: Python {platform.python_version()}, {', '.join(installed)}."


def findings() -> Iterator[str]:
    """Yield a sentence for each package that is missing, or of a version that this version of the site excludes."""
    project = _project()
    if not SpecifierSet(project["requires-python"]).contains(platform.python_version(), prereleases=True):
        yield f"Python {platform.python_version()} is not {project['requires-python']}."
    extras = project["optional-dependencies"]
    for needed in map(Requirement, (*extras["bots"], *extras["site"])):
        if needed.marker is None or needed.marker.evaluate():
            yield from _fault_of(needed)


def _fault_of(needed: Requirement) -> Iterator[str]:
    installed = _version(needed.name)
    if installed is None:
        yield f"The package {needed.name} is missing: install requirements.txt."
    elif not needed.specifier.contains(installed, prereleases=True):
        yield f"{needed.name} {installed} is not {needed.specifier}: install requirements.txt."


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return project
