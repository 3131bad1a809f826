"""Duplicate matches between two bots, each of this package or a program of its own:
`python -m dummy_hand_spades.match A B`.
"""

from .programs import Program, ProgramFault
from .results import Sample, long_run_points
from .series import Bot, compare

__all__ = ["Bot", "Program", "ProgramFault", "Sample", "compare", "long_run_points"]
