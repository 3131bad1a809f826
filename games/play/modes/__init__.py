"""What a game is played for: boards of sets, rounds of tournaments, replays, and when they end by the clock.

`games.values.modes` says what follows from each at the table; here are the rows behind them.
"""
