"""The engine as a library (docs/engine.md): what the page shows works, in the repository and from the wheel."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pettingzoo
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from games.engine import view_for, view_notation
from tests.builders import new_deal
from tests.fetched import PYRIGHT, npm_packages
from tests.sites import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text()
ENVIRONMENT = (ROOT / "docs" / "environment.md").read_text()
EXPERTS = (ROOT / "docs" / "experts.md").read_text()

WITHOUT = "import sys; sys.modules.update(dict.fromkeys(['django', 'numba', 'numpy', 'pettingzoo', 'games']))"
"""Python code after which none of these can be imported."""


@pytest.mark.parametrize("name", ["engine", pytest.param("experts", marks=pytest.mark.slow)])  # it may have to compile
def test_examples_are_what_this_repository_does(name: str) -> None:
    examples = (ROOT / "docs" / f"{name}.md").read_text().replace("dummy_hand_spades", "games")
    page = doctest.DocTestParser().get_doctest(examples, {}, f"docs/{name}.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(page)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 10


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


def test_program_of_the_description_plays_a_deal(installed: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "package.md").read_text(), re.DOTALL)
    assert re.search(r"^\[-?\d+, -?\d+, -?\d+\]$", run(installed, code), re.MULTILINE)


def test_rules_and_beginner_bots_need_the_standard_library_only(installed: Path) -> None:
    examples = installed / "examples.md"
    examples.write_text(PAGE)
    run(installed, f"import doctest; sys.exit(doctest.testfile({str(examples)!r}, module_relative=False).failed)")


def test_command_line_has_the_name_of_the_package(installed: Path) -> None:
    code = "import runpy; sys.argv[1:] = ['-h']; runpy.run_module('dummy_hand_spades.engine', None, '__main__')"
    usage = run(installed, code)
    assert "python -m dummy_hand_spades.engine" in usage


def test_wheel_has_the_types_and_nothing_of_the_site(installed: Path) -> None:
    package = installed / "dummy_hand_spades"
    names = {path.name for path in package.iterdir() if path.name != "__pycache__"}
    modules = {"__init__.py", "__main__.py", "extras.py", "py.typed"}
    assert names == modules | {"analysis", "bots", "docs", "engine", "environment", "match"}
    assert [path for path in package.rglob("*.py") if "django" in path.read_text()] == []


def test_wheel_names_its_commands_and_modules_as_they_are_there(installed: Path) -> None:
    """Not as they are in the repository, but where it says so."""
    pages = [*(installed / "dummy_hand_spades").rglob("*.py"), *(installed / "dummy_hand_spades" / "docs").iterdir()]
    wrong = re.compile(r"python -m games|`games\.(?!engine` there)")
    assert [page.name for page in pages if wrong.search(page.read_text())] == []


PROGRAM = """
import random

from dummy_hand_spades import __version__
from dummy_hand_spades.analysis.best_play import double_dummy
from dummy_hand_spades.bots import Level, PlayingStyle, choose
from dummy_hand_spades.engine import DECK, Bid, Dealt, IllegalAction, Rules, Standing, State, View
from dummy_hand_spades.engine import act, imagine_state, read_view, replay, view_for, view_notation
from dummy_hand_spades.match import Bot, compare

hands = tuple(DECK[start : start + 13] for start in range(0, 52, 13))
state: State = replay([Dealt(Rules(), 2, Standing(), hands)])
view: View = view_for(state, 0)
try:
    state = act(state, choose(view, random.Random(1), Level.BEGINNER, PlayingStyle.BOLD))
except IllegalAction as refusal:
    print(refusal.code, Bid(0, 5), double_dummy)
version: str = __version__
imagined: State = imagine_state(read_view(view_notation(view)), random.Random(1))
leads: list[float] = list(compare(Bot("one", choose), Bot("other", choose), Rules(), deals=3))
"""


def typed_programs() -> Iterator[tuple[str, str]]:
    """Yield the programs of the pages, but for those that use libraries without types, named for their pages."""
    for name in ("environment", "package", "protocol", "recipes"):
        programs = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / f"{name}.md").read_text(), re.DOTALL)
        for number, code in enumerate(programs):
            if "gymnasium" not in code and "pyspiel" not in code:
                yield f"{name}_{number}", code


@pytest.fixture
def python(installed: Path, tmp_path: Path) -> Path:
    """Install the wheel into an environment of its own, beside programs; return its Python."""
    (tmp_path / "program.py").write_text(PROGRAM)
    for name, code in typed_programs():
        (tmp_path / f"program_{name}.py").write_text(code)
    venv.create(tmp_path / "python", with_pip=False)
    (packages,) = (tmp_path / "python").glob("lib/python*/site-packages")
    shutil.copytree(installed, packages, dirs_exist_ok=True)
    (packages / "more.pth").write_text(str(Path(pettingzoo.__file__).parents[1]))  # the extra `rl`
    return tmp_path / "python/bin/python"


def passes(*command: str | Path, folder: Path) -> None:
    """Run a command in a folder, where no settings of this repository hold; what it prints shows if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_program_that_uses_the_wheel_passes_mypy_strictly(python: Path, tmp_path: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    passes(*mypy, "--python-executable", python, *tmp_path.glob("program*.py"), folder=tmp_path)


@pytest.mark.campaign  # the suite has mypy
def test_program_that_uses_the_wheel_passes_pyright(python: Path, tmp_path: Path) -> None:
    pyright = npm_packages(*PYRIGHT) / ".bin" / "pyright"
    passes(pyright, "--warnings", "--pythonpath", python, *tmp_path.glob("program*.py"), folder=tmp_path)


def test_all_that_the_engine_offers_can_be_imported_and_nothing_else(installed: Path) -> None:
    code = "from dummy_hand_spades import engine; [getattr(engine, name) for name in engine.__all__]"
    run(installed, f"{code}; assert not hasattr(engine, 'read_everything'); from dummy_hand_spades.engine import *")


def test_names_that_are_loaded_late_are_listed_too(installed: Path) -> None:
    """For completion at a prompt."""
    run(installed, "from dummy_hand_spades import engine; assert dir(engine) == sorted(engine.__all__)")


def test_description_and_pages_of_the_wheel_link_to_nothing_outside(installed: Path) -> None:
    (described,) = installed.glob("*.dist-info/METADATA")
    assert "](" not in described.read_text()
    pages = {page.name: page.read_text() for page in (installed / "dummy_hand_spades" / "docs").iterdir()}
    for name, page in pages.items():
        links = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page) if "://" not in link}
        assert links - {""} <= pages.keys(), name


def test_wheel_has_the_documents_that_its_modules_cite(installed: Path) -> None:
    package = installed / "dummy_hand_spades"
    cited = {name for module in package.rglob("*.py") for name in re.findall(r"docs/(\w+\.md)", module.read_text())}
    assert "rules.md" in cited
    assert cited <= {page.name for page in (package / "docs").iterdir()}


def test_wheel_offers_the_extras_of_its_parts_only(installed: Path) -> None:
    (described,) = installed.glob("*.dist-info/METADATA")
    assert set(re.findall(r"^Provides-Extra: (.*)$", described.read_text(), re.MULTILINE)) == {"bots", "rl"}


def test_package_says_where_its_documentation_is(installed: Path) -> None:
    code = "import runpy; runpy.run_module('dummy_hand_spades', None, '__main__')"
    (page,) = re.findall(r"^Documentation: (.*)$", run(installed, code), re.MULTILINE)
    assert Path(page).read_text() == PAGE


def test_wheel_has_its_licence(installed: Path) -> None:
    (described,) = installed.glob("*.dist-info/METADATA")
    assert "\nLicense-Expression: MIT\n" in described.read_text()
    (licence,) = installed.glob("*.dist-info/licenses/LICENSE")
    assert licence.read_text() == (ROOT / "LICENSE").read_text()


def test_source_archive_builds_the_same_package(installed: Path, tmp_path: Path) -> None:
    (archive,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    source = Path(archive.removesuffix(".tar.gz"))
    assert not list(source.rglob("tests")), "the site stays where it is"
    (wheel,) = WheelBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"])
    with ZipFile(wheel) as built:
        names = {name for name in built.namelist() if not name.endswith("RECORD")}
    assert names == {str(path.relative_to(installed)) for path in files_of(installed)}


def files_of(installed: Path) -> list[Path]:
    """Return the files of the unpacked wheel, without those that other tests have made."""
    return [
        path
        for path in installed.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name not in ("RECORD", "examples.md")
    ]


def test_package_knows_its_version(installed: Path) -> None:
    (described,) = installed.glob("*.dist-info/METADATA")
    version = run(installed, "import dummy_hand_spades; print(dummy_hand_spades.__version__)").strip()
    assert f"\nVersion: {version}\n" in described.read_text()


EXTRAS = {
    "bots.prepare()": 'This needs numba: python -m pip install "dummy-hand-spades[bots]"',
    "import dummy_hand_spades.analysis.best_play": 'This needs numba: python -m pip install "dummy-hand-spades[bots]"',
    "import dummy_hand_spades.environment": 'This needs pettingzoo: python -m pip install "dummy-hand-spades[rl]"',
}


@pytest.mark.parametrize(("code", "sentence"), EXTRAS.items())
def test_missing_extra_is_said_with_the_command_that_installs_it(installed: Path, code: str, sentence: str) -> None:
    printed = run(
        installed,
        f"""
from dummy_hand_spades import bots
try:
    {code}
except ModuleNotFoundError as missing:
    print(missing)
""",
    )
    assert printed == f"{sentence}\n"


COMMANDS = {
    "analysis tricks": "",
    "match expert beginner --deals 1": "",
    "bots": f"position {view_notation(view_for(new_deal(), 0))}\ngo\n",
}


@pytest.mark.parametrize(("command", "lines"), COMMANDS.items(), ids=COMMANDS)
def test_commands_say_in_a_sentence_which_extra_is_missing(installed: Path, command: str, lines: str) -> None:
    package, *arguments = command.split()
    code = f"""
import io, runpy
sys.argv[1:], sys.stdin = {arguments}, io.StringIO({lines!r})
try:
    runpy.run_module("dummy_hand_spades.{package}", None, "__main__")
except SystemExit as end:
    sys.stdout.write(end.code if isinstance(end.code, str) else sys.stderr.getvalue())
"""
    printed = run(installed, f"import io\nsys.stderr = io.StringIO()\n{code}")
    assert printed.strip().removeprefix("error ") == EXTRAS["bots.prepare()"]


def test_help_of_analyses_needs_no_extra(installed: Path) -> None:
    code = "import runpy; sys.argv[1:] = ['--help']; runpy.run_module('dummy_hand_spades.analysis', None, '__main__')"
    assert "usage: python -m dummy_hand_spades.analysis" in run(installed, code)


@pytest.fixture(scope="module")
def archive(installed: Path) -> Path:
    """Pack the package into an archive from which Python can import."""
    return Path(shutil.make_archive(str(installed.with_name("packed")), "zip", installed))


FIRST_BID = """
import random
from dummy_hand_spades import bots
from dummy_hand_spades.engine import DECK, Dealt, Rules, Standing, replay, view_for
view = view_for(replay([Dealt(Rules(), 2, Standing(), tuple(DECK[start:52:4] for start in range(4)))]), 0)
print(bots.choose(view, random.Random(1), bots.Level(sys.argv[1])))
"""


@pytest.mark.parametrize(
    "level",
    ["beginner", pytest.param("club", marks=pytest.mark.campaign)],  # an archive is compiled in each process
)
def test_package_is_imported_from_an_archive(archive: Path, level: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(archive)!r})\n{FIRST_BID}"
    done = subprocess.run([sys.executable, "-I", "-c", code, level], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Bid(player=0, "), done.stderr


@pytest.mark.slow
def test_reference_has_every_name_that_the_packages_offer(installed: Path, tmp_path: Path) -> None:
    """As `make reference` writes it."""
    pytest.importorskip("pdoc")
    (listed,) = re.findall(r"^REFERENCE := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    names = [f"dummy_hand_spades.{name}" for name in listed.split()]
    command = [sys.executable, "-m", "pdoc", "--docformat", "markdown", "-o", str(tmp_path), *names]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in listed.split():
        page = (tmp_path / "dummy_hand_spades" / f"{name.replace('.', '/')}.html").read_text()
        offered = import_module(f"games.{name}").__all__
        assert [one for one in offered if f'id="{one}"' not in page] == [], name


HOMELESS = "import os, pwd; del os.environ['HOME']; pwd.getpwuid = {}.__getitem__"
"""Python code after which the user has no home directory, as one that a container knows by its number only."""

WHERE = "from dummy_hand_spades.bots.search.compiled_code import directory; print(directory())"
"""Python code that prints where compiled code is kept."""


def test_beginner_bots_need_no_home_directory(installed: Path) -> None:
    run(installed, f"{HOMELESS}; from dummy_hand_spades import bots; print(bots.choose)")


@pytest.mark.parametrize("user", [HOMELESS, "import os; os.environ['HOME'] = '/proc'"], ids=["none", "not writable"])
def test_code_is_compiled_in_a_temporary_directory_if_there_is_no_other(installed: Path, user: str) -> None:
    where = Path(run(installed, f"{user}; os.environ.pop('NUMBA_CACHE_DIR', 0); {WHERE}").strip())
    assert where.name.startswith("dummy-hand-spades-")
    assert not where.exists(), "it is removed when the process ends"


def test_named_directory_for_compiled_code_needs_no_home_directory(installed: Path, tmp_path: Path) -> None:
    assert run(installed, f"{HOMELESS}; os.environ['NUMBA_CACHE_DIR'] = {str(tmp_path)!r}; {WHERE}") == f"{tmp_path}\n"


@pytest.mark.slow
def test_newest_wheel_is_installed_by_the_commands_of_the_page(tmp_path: Path) -> None:
    """With several wheels, a shell would make one word of their names and the extra."""
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    now = Path(wheel).name.split("-")[1]
    with ZipFile(wheel) as newest, ZipFile(wheel.replace(f"-{now}-", "-0.0.1-"), "w") as older:
        for name in newest.namelist():
            content = newest.read(name).replace(f"Version: {now}".encode(), b"Version: 0.0.1")
            older.writestr(name.replace(now, "0.0.1"), content)
    pattern = r"^python -m (pip install \"?dummy-hand-spades.*? --find-links) dist\b"
    commands = re.findall(pattern, PAGE + EXPERTS + ENVIRONMENT, re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        arguments = [*shlex.split(command), str(tmp_path), "--no-index", "--no-deps", "--dry-run"]
        arguments = [argument for argument in arguments if argument != "scikit-learn"]
        done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
        assert f"Would install dummy-hand-spades-{now}" in done.stdout, done.stderr
