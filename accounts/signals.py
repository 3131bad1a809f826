"""What happens to an account, for whoever has to follow: games, which accounts know nothing of."""

from django.dispatch import Signal

sessions_changed = Signal()
"""What these sessions may show has changed, or they have ended. Arguments: `keys`, a list of session keys."""

renamed = Signal()
"""A player is called otherwise. Arguments: `user`."""

locking = Signal()
"""An account is about to be called otherwise or removed. Everybody locks games before players, lest two wait for each
other: what the player is part of is locked now. Arguments: `user`."""

leaving = Signal()
"""An account is about to be removed: it gives up what it holds. Arguments: `user`."""

exporting = Signal()
"""All that is kept about a player is being gathered. Arguments: `user`. Receivers return what they keep, by name."""
