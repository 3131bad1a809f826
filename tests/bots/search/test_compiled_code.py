"""Whether the compiled code is on disk is known without loading it."""

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
