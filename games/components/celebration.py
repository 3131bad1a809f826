"""What is celebrated at a table, and how an ending sounds: decided here, and shown by the style sheet and scripts.

The signs are attributes of the heading of a result. `data-once` names what a browser celebrates once.
"""

from games.components.context import TableContext
from games.components.html import NOTHING, Html, Template, join
from games.engine import Player
from games.play.snapshot import FinishedDeal
from games.values import Stage

_SOUNDS = Template(' data-sounds="{ending}"')
_CELEBRATES = Template(' data-celebrates="{what}" data-once="{once}"')


def of_deal(context: TableContext, deal: FinishedDeal) -> Html:
    """Return the signs at the end of a deal for its viewer: a nil that was made is celebrated."""
    viewer = context.names.viewer
    if viewer is None:
        return NOTHING
    is_made = any(nil.made for nil in deal.scores[viewer].nils)
    celebrates = _CELEBRATES(what="nil", once=f"{context.code}.{deal.number}") if is_made else NOTHING
    return join([_SOUNDS(ending="rise" if _is_good(deal, viewer) else "fall"), celebrates])


def of_game(context: TableContext) -> Html:
    """Return the signs at the end of a game, which its winner celebrates."""
    snapshot = context.snapshot
    has_won = context.is_player and snapshot.stage is Stage.OVER and snapshot.winner == context.viewer
    if not has_won or snapshot.void:
        return NOTHING
    return join([_SOUNDS(ending="rise"), _CELEBRATES(what="win", once=context.code)])


def _is_good(deal: FinishedDeal, player: Player) -> bool:
    """Return whether a player has made contract and nils; if only some of them, whether the deal brought points."""
    score = deal.scores[player]
    outcomes = {score.made, *(nil.made for nil in score.nils)}
    return outcomes == {True} or (True in outcomes and score.total > 0)
