"""Friends of players, and who is online."""
