"""The joint review of a finished deal, as the table shows it: the button that begins it, and that somebody leads it."""

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, url
from games.components.parts import TOKEN
from games.words.language_cache import gettext as _

_BEGIN = Template('<form method="post" action="{address}">{token}<button class="btn">{words}</button></form>')
_BANNER = Template('<div class="banner" id="together"><p>{words}</p><a class="btn" href="{address}">{button}</a></div>')
"""The button for the next deal is the one in amber."""


def draw_begin(context: TableContext) -> Content:
    """Draw the button with which a player begins to look at the deal together with the others at the table."""
    snapshot = context.snapshot
    may = context.is_player and not context.stand_in and context.leaves_others and snapshot.may_be_looked_at_together
    if not may or snapshot.review_leader is not None:
        return NOTHING
    address = url("lead_review", context.code, snapshot.deal_number)
    return _BEGIN.around(address=address, token=TOKEN, words=_("Look together"))


def draw_led(context: TableContext) -> Html:
    """Draw who leads a review of the deal now, with the way there."""
    snapshot, leader = context.snapshot, context.snapshot.review_leader
    if leader is None or not snapshot.may_be_looked_at_together:
        return NOTHING
    you, about = (
        _("You are looking at this deal with the table."),
        _("%(name)s is looking at this deal with the table."),
    )
    return _BANNER(
        words=context.names.say(leader, you, about),
        address=url("look_together", context.code, snapshot.deal_number),
        button=_("Go on") if leader == context.viewer else _("Join in"),
    )
