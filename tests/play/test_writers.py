"""Rows of games are written by one module, and rows of history by one package."""

import re
from pathlib import Path

GAMES = r"\bGame\.objects[^\n]*\.(update|create|delete|bulk_\w+)\(|\bgame\.save\(|UPDATE \{Game\._meta"
HISTORY = r"\b(DealResult|GameResult|JudgedDeal|Mistake|Rating|RatingChange|Tally)\.objects[^\n]*\.(update|delete|bulk)"


def writers(statement: str) -> set[str]:
    """Return the modules in which such a statement stands."""
    modules = [module for module in Path("games").rglob("*.py") if "migrations" not in module.parts]
    return {module.as_posix() for module in modules if re.search(statement, module.read_text())}


def test_one_module_writes_rows_of_games() -> None:
    assert writers(GAMES) == {"games/play/game_rows.py"}


def test_one_package_writes_history() -> None:
    assert {Path(module).parent.as_posix() for module in writers(HISTORY)} == {"games/results"}
