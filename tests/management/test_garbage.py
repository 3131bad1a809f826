"""The memory of processes that serve games."""

import ctypes
import sys
from unittest.mock import Mock

import pytest

from games.management import garbage


def test_threads_share_areas_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Mock()
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: library)
    monkeypatch.setattr(sys, "platform", "linux")
    garbage.limit_arenas()
    library.mallopt.assert_called_once_with(-8, garbage.ARENAS)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_other_libraries_are_left_alone(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    monkeypatch.setattr(sys, "platform", platform)
    garbage.limit_arenas()
