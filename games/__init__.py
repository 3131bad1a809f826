"""Dummy Hand Spades. `engine` has the rules, records and notation, `bots` players of three levels, `match` contests of
bots, `analysis.best_play` the double-dummy solver, and `environment` the game for programs that learn.

These packages are the wheel `dummy_hand_spades` (docs/engine.md). In the repository tables, games and all else of the
site are beside them, in packages that use Django.
"""

__version__ = "0.3.0"
