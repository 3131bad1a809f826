"""Which versions of Python the tests run on."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests import interpreters
from tests.sites import ROOT


def test_every_place_names_the_same_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    oldest = interpreters.OLDEST
    assert project["project"]["requires-python"] == f">={oldest}"
    assert f"Python {oldest} or newer" in (ROOT / "README.md").read_text()
    assert f"--python-version {oldest}" in (ROOT / "Makefile").read_text()
    assert set(re.findall(r"FROM python:([\d.]+)", (ROOT / "Dockerfile").read_text())) == {interpreters.IN_IMAGE}
    assert {oldest, interpreters.IN_IMAGE} <= set(interpreters.VERSIONS)


@pytest.mark.parametrize(
    ("script", "is_found"),
    [
        (f'exec {sys.executable} "$@"', True),
        ("echo 'pyenv: no such command' >&2; exit 127", False),
        ("exec python-of-nobody", False),
    ],
    ids=["python", "shim", "nothing"],
)
def test_python_counts_only_if_it_runs(
    script: str, is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    file = tmp_path / f"python{version}"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert interpreters.runs(version) == is_found


def test_another_version_under_the_name_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "python3.9"
    file.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not interpreters.runs("3.9")
    assert not interpreters.runs("3.8")
