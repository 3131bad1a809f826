"""The example that learns does so for somebody who has only the wheel: in a new virtual environment, from PyPI.

A campaign, because it downloads scikit-learn, which nothing else here needs, and learns for minutes.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.sites import ROOT

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(3600)]


def test_example_learns_to_score_better_than_any_legal_action(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"{wheel}[rl]", "scikit-learn"], check=True)
    command = [python, ROOT / "examples" / "learn.py", "600"]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    (chance, error), (learned, _error) = [
        (int(points), int(error)) for points, error in re.findall(r": ([-+]\d+) ± (\d+) points", printed)
    ]
    assert learned > chance + 3 * error
