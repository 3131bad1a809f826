"""From a snapshot to words: what the templates print, computed once and without a rule of the game."""

from .ending import standings
from .sheet import explain, score_sheet
from .table import TablePage
from .words import Names

__all__ = ["Names", "TablePage", "explain", "score_sheet", "standings"]
