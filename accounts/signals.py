"""Signals about accounts. The games app connects to them, because accounts must not import games."""

from django.dispatch import Signal

sessions_changed = Signal()
"""The permissions of these sessions changed, or they ended. Arguments: `keys`, a list of session keys."""

signed_out_elsewhere = Signal()
"""The account is signed out in all browsers but that of the request. Arguments: `request`, `user`."""

renamed = Signal()
"""A player's name changed. Arguments: `user`."""

avatar_chosen = Signal()
"""A player has chosen another avatar. Arguments: `user`."""

name_taken = Signal()
"""A registered account has a new name, as of now. Arguments: `user`."""

lock_requested = Signal()
"""An account is about to be renamed, merged or deleted, or its vacation to change. Arguments: `user`, and `ended` if
games that have ended matter too. Receivers lock the player's games now, because games are always locked before players
to avoid deadlocks."""

merge_offered = Signal()
"""A guest has signed in to an account. Arguments: `guest`, `user`. Receivers return sentences about what the account
would take over."""

merging = Signal()
"""An account takes over what belongs to a guest, who is removed afterwards. Arguments: `guest`, `user`."""

vacation_changed = Signal()
"""A player's vacation has begun or ended early. Arguments: `user`."""

autoplay_changed = Signal()
"""A player wants other cards to be played for them than before. Arguments: `user`."""

deleting = Signal()
"""An account is about to be deleted or anonymised. Receivers delete what belongs to it. Arguments: `user`."""

exporting = Signal()
"""A player's data is being exported. Arguments: `user`. Receivers return their data as a dictionary by name."""
