"""Messages to open browsers, in all processes, when a table, the lobby or a player's turns have changed."""
