"""The chat of tables. Its views are in `games/views/`: it is a part of the page of a table."""
