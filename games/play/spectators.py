"""What a table shows to spectators, by the options that its host has chosen."""

from typing import Protocol

from games.engine import Player
from games.values import Stage


class NotForSpectators(Exception):
    """The table does not allow spectators, or this visitor has seen its hidden cards as staff."""


class OneDealBehind(NotForSpectators):
    """The table shows spectators its finished deals, but not the one that is played."""


class Watchable(Protocol):
    """What decides whether a table shows itself to spectators: its options, or its row."""

    @property
    def spectators(self) -> bool: ...
    @property
    def delayed(self) -> bool: ...


def check_may_watch(table: Watchable, stage: str, viewer: Player | None, *, finished_deals: bool = False) -> None:
    """Raise NotForSpectators if the table does not allow spectators; before the game begins, everyone may look.

    Raise OneDealBehind if it shows them only `finished_deals`, and more is asked for while the game runs.
    """
    if viewer is not None or stage == Stage.OPEN:
        return
    if not table.spectators:
        raise NotForSpectators
    if table.delayed and not finished_deals and Stage(stage).is_running:
        raise OneDealBehind
