"""From a snapshot to words: what the templates print, computed once and without a rule of the game."""

from .sheet import ScoreSheet, explain, score_sheet, standings
from .table import TablePage, table_page
from .words import Names

__all__ = ["Names", "ScoreSheet", "TablePage", "explain", "score_sheet", "standings", "table_page"]
