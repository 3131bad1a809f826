"""How fast the site is under load, and beside it boardgame.io: `python -m tests.benchmarks.load` (Linux).

Real servers, each alone on one core, and on another core this process, which plays complete deals as three browsers at
each of many tables would, and waits until all three have been shown what each move led to.
"""
