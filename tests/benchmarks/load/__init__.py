"""How fast the site is under load, compared with boardgame.io: `python -m tests.benchmarks.load` (Linux).

Real servers run alone on one core. This process, on another core, plays complete deals as three browsers at each of
many tables, and waits until all three have received each move.
"""
