"""Why something can't be done at a table. Nothing has changed then."""


class StaleGame(Exception):
    """The game has changed since the version the writer knew."""


class AlreadyMade(StaleGame):
    """The player has made this very move already: over a slow line it comes twice."""


class AlreadyDealt(StaleGame):
    """The deal the player is ready for has begun: it was a second click, or the deal began by itself."""


class NoDealNow(Exception):
    """Nothing can be played: the next deal has not begun, or the game has ended."""


class NotPossible(Exception):
    """The table is not in a state for this: a seat is taken, the game has begun, a bot plays, or it is the host's."""


class NotUnderstood(Exception):
    """The fields are not a valid move."""


class SeedNotUnderstood(NotUnderstood):
    """A seed that is no hexadecimal number, or too long."""


class NumberMissing(NotUnderstood):
    """A bid without a number of tricks."""
