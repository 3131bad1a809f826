"""A running game: the table, the queue through which all turns go, clocks, presence, proposals, bots' timing."""
