"""Whether the compiled code is on disk is known without loading it."""

import os
import re
from pathlib import Path

import pytest

from games import bots
from games.bots.search import compiled_code


def test_code_is_there_once_these_modules_were_compiled_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_code, "directory", lambda: tmp_path)
    assert not bots.are_compiled()
    with pytest.raises(KeyboardInterrupt), compiled_code.compilation_lock():
        raise KeyboardInterrupt
    assert not bots.are_compiled()
    with compiled_code.compilation_lock():
        pass
    assert bots.are_compiled()
    monkeypatch.setattr(compiled_code, "HERE", tmp_path / "moved")
    assert not bots.are_compiled()


def test_code_is_there_for_modules_written_again_with_the_same_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update of the site writes all files; numba compares contents."""
    module = tmp_path / "module.py"
    module.write_text("1")
    monkeypatch.setattr(compiled_code, "directory", lambda: tmp_path)
    monkeypatch.setattr(compiled_code, "modules", lambda: [module])
    with compiled_code.compilation_lock():
        pass
    os.utime(module, (0, 0))
    assert bots.are_compiled()


def test_code_is_compiled_again_when_numbers_of_other_modules_change() -> None:
    """They are constants in the machine code, which numba does not look up again."""
    search = compiled_code.HERE
    used = {
        name for path in search.glob("*.py") for name in re.findall(r"^from \.\.(\w+) import", path.read_text(), re.M)
    }
    assert {search.parent / f"{name}.py" for name in used} <= set(compiled_code.modules())


def test_code_is_compiled_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The compiler's memory ends with that process, which compiles and begins no other."""
    begun = list[tuple[list[str], dict[str, str]]]()
    monkeypatch.setattr(compiled_code, "directory", lambda: tmp_path)
    monkeypatch.setattr(
        compiled_code.subprocess, "run", lambda command, *, env, **_options: begun.append((command, env))
    )
    compiled_code.compile_apart("games.bots.player")
    [(command, environment)] = begun
    assert command[-1] == "from games.bots.player import prepare; prepare()"
    assert [record.getMessage() for record in caplog.records] == [
        f"Machine code is compiled once, which takes half a minute: kept in {tmp_path}"
    ]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    compiled_code.compile_apart("games.bots.player")
    assert len(begun) == 1


def test_parts_of_the_code_are_complete_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_code, "directory", lambda: tmp_path)
    with compiled_code.compilation_lock("solver"):
        pass
    assert compiled_code.is_complete("solver")
    assert not bots.are_compiled()


def test_each_python_compiles_in_a_directory_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that share a home directory would undo each other's work."""
    directories = set()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for interpreter in ("3.12.1", "3.13.0"):
        monkeypatch.setattr(compiled_code.sys, "version", interpreter)
        compiled_code.fingerprint.cache_clear()
        compiled_code.directory.cache_clear()
        directories.add(compiled_code.directory())
    compiled_code.fingerprint.cache_clear()
    compiled_code.directory.cache_clear()
    assert len(directories) == 2
