"""Whether the compiled code is on disk is known without loading it."""

import re
from pathlib import Path

import pytest

from games import bots
from games.bots.search import compiled_code


def test_code_is_there_once_these_modules_were_compiled_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_code, "CACHE", tmp_path)
    monkeypatch.setattr(compiled_code, "COMPLETE", tmp_path / "complete")
    assert not bots.are_compiled()
    with pytest.raises(KeyboardInterrupt), compiled_code.compilation_lock():
        raise KeyboardInterrupt
    assert not bots.are_compiled()
    with compiled_code.compilation_lock():
        pass
    assert bots.are_compiled()
    copied = tmp_path / "copied.py"
    copied.touch()
    monkeypatch.setattr(compiled_code, "MODULES", [copied])
    assert not bots.are_compiled()


def test_code_is_compiled_again_when_numbers_of_other_modules_change() -> None:
    """They are constants in the machine code, which numba does not look up again."""
    search = compiled_code.HERE
    used = {
        name for path in search.glob("*.py") for name in re.findall(r"^from \.\.(\w+) import", path.read_text(), re.M)
    }
    assert {search.parent / f"{name}.py" for name in used} <= set(compiled_code.MODULES)
