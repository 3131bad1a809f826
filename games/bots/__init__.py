"""Players made of rules of thumb.

A bot is given a `TableView` and nothing else, so it can't see what its seat may not:

    action = choose(view_for(state, viewer=1), random.Random(seed))
"""

from .player import choose

__all__ = ["choose"]
