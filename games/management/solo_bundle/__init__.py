"""Makes the files with which a browser plays `games.solo` without a connection (docs/offline.md)."""
