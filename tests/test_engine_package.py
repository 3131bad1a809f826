"""The engine as a library (docs/engine.md): what the page shows works, in the repository and from the wheel."""

import doctest
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.sites import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text()

WITHOUT = "import sys; sys.modules.update(dict.fromkeys(['django', 'numba', 'numpy', 'pettingzoo', 'games']))"
"""Python code after which none of these can be imported."""


def test_examples_are_what_this_repository_does() -> None:
    examples = PAGE.replace("dummy_hand_spades", "games")
    page = doctest.DocTestParser().get_doctest(examples, {}, "docs/engine.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(page)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 20


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, and unpack it where it is alone."""
    directory = tmp_path_factory.mktemp("wheel")
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(directory), versions=["standard"])
    with ZipFile(wheel) as archive:
        archive.extractall(directory / "installed")
    return directory / "installed"


def run(installed: Path, code: str) -> str:
    """Run Python code outside the repository, with the wheel and nothing of the site; return what it prints."""
    command = [sys.executable, "-I", "-c", f"{WITHOUT}; sys.path.insert(0, {str(installed)!r})\n{code}"]
    done = subprocess.run(command, cwd=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_rules_and_beginner_bots_need_the_standard_library_only(installed: Path) -> None:
    examples = installed / "examples.md"
    examples.write_text(PAGE.partition("\n## Experts")[0])
    run(installed, f"import doctest; sys.exit(doctest.testfile({str(examples)!r}, module_relative=False).failed)")


def test_command_line_has_the_name_of_the_package(installed: Path) -> None:
    code = "import runpy; sys.argv[1:] = ['-h']; runpy.run_module('dummy_hand_spades.engine', None, '__main__')"
    usage = run(installed, code)
    assert "python -m dummy_hand_spades.engine" in usage


def test_wheel_has_the_types_and_nothing_of_the_site(installed: Path) -> None:
    package = installed / "dummy_hand_spades"
    names = {path.name for path in package.iterdir() if path.name != "__pycache__"}
    assert names == {"__init__.py", "py.typed", "analysis", "bots", "engine", "environment"}
    assert [path for path in package.rglob("*.py") if "django" in path.read_text()] == []
