"""The figures of the code that `python -m tests.house` prints."""

from pathlib import Path

import pytest

from tests.house import ROOT, matchpoints, places, small_modules, table


@pytest.mark.slow
def test_every_figure_is_counted() -> None:
    lines = list(table(ROOT))
    assert len(lines) > 10
    for line in lines[1:]:
        assert line[84:92].strip().replace(",", "").isdecimal(), line
    reached = {line[:84].strip() for line in lines if line[84:].split() == ["1", "1"]}
    assert {
        "formulas of per cents of matchpoints",
        "formulas of places",
        "writers of CSV",
        "frameworks of actions with a reason",
    } <= reached


def test_second_formula_is_counted(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "results"
    folder.mkdir(parents=True)
    (folder / "fields.py").write_text("def percent(won, others):\n    return 50 * won / others\n")
    (folder / "ratings.py").write_text("def places(higher):\n    return 1 + higher\n\nplace = 0 + 1\n")
    assert list(matchpoints(tmp_path)) == ["games/results/fields.py:2"]
    assert list(places(tmp_path)) == ["games/results/ratings.py:1", "games/results/ratings.py:4"]


def test_module_that_two_import_by_a_dot_is_no_small_one_with_one_reader(tmp_path: Path) -> None:
    package = tmp_path / "games" / "analysis"
    package.mkdir(parents=True)
    (package / "units.py").write_text("UNIT = 1\n")
    (package / "steps.py").write_text("from .units import UNIT\n")
    (package / "findings.py").write_text("from .units import UNIT\nfrom . import steps\n")
    assert list(small_modules(tmp_path)) == ["games/analysis/steps.py (1 lines): games/analysis/findings.py"]
