"""What a finished deal writes: history rows, tallies, ratings, ladders, mistakes, and how all are computed again."""
