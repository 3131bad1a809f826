"""A player's results, ratings and statistics as pages and files."""
