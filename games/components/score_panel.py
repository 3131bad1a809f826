"""The panel that always shows the scores of a game: points, bags and bids of the three players."""

from games.components.context import TableContext
from games.components.html import NOTHING, Html, Template, cached, join, url
from games.components.parts import drawn
from games.components.voices import label
from games.engine import PLAYERS, Player, View
from games.words.bid_consequences import tricks_needed
from games.words.language_cache import gettext as _, ngettext
from games.words.names import bags, is_on_partner, plain

# A table in ARIA's roles alone: its rows are grids, so that the style sheet can reorder columns, and browsers differ in
# what rows of a <table> mean then.
_PANEL = Template(
    '<section class="scores" id="scores" aria-labelledby="score-title">'
    '<p class="scores-title" id="score-title">{heading} <small>{first_to}</small></p>'
    '<div class="score-lines" role="table" aria-labelledby="score-title"><div role="rowgroup"><div role="row">'
    '<span class="score-label" role="cell"><span class="target">{to}</span></span>{names}</div></div>'
    '<div role="rowgroup"><div class="points" role="row">{points_word}{points}</div>'
    '<div role="row">{bags_word}{bags}</div><div class="score-bids" role="row">{bid_word}{bids}</div></div></div>'
    '<a class="btn sheet-link" href="{sheet}">{sheet_word}</a></section>'
)
_COLUMN = Template(
    ' <span class="score-name of-{player}" role="columnheader"><span class="name" translate="no">{name}</span></span>'
)
_LABEL = Template('<span class="score-label" role="rowheader">{words}{need}</span>')
_NEED = cached(' <small class="need"><span aria-hidden="true">{count}/13</span><span class="sr">{words}</span></small>')
_VALUE = Template(' <span class="score of-{player}" role="cell">{value}</span>')
_BID = Template(' <span class="score of-{player}" role="cell" id="bid-of-{player}">{value}</span>')


def _draw_panel(context: TableContext) -> Html:
    """Draw points, bags and bids of the three players, in seat order. The style sheet puts the viewer's own first."""
    standing, rules = context.snapshot.standing, context.snapshot.rules
    target, counts = {"target": rules.target}, [bags(count, rules.bag_limit) for count in standing.bags]
    return _PANEL(
        heading=_("Score"),
        first_to=_("first to %(target)s") % target,
        to=_("to %(target)s") % target,
        names=join([_COLUMN(player=player, name=label(context.voices, player)) for player in PLAYERS]),
        points_word=_LABEL(words=_("Points"), need=NOTHING),
        points=join([_VALUE(player=player, value=plain(standing.points[player])) for player in PLAYERS]),
        bags_word=_LABEL(words=_("Bags"), need=NOTHING),
        bags=join([_VALUE(player=player, value=counts[player]) for player in PLAYERS]),
        bid_word=_LABEL(words=_("Bid"), need=_draw_need(context.view)),
        bids=join([_BID(player=player, value=_contract(context.view, player)) for player in PLAYERS]),
        sheet=url("sheet", context.code),
        sheet_word=_("Full score sheet"),
    )


def _draw_need(view: View | None) -> Html:
    """Draw how many tricks both sides together need, as soon as two players have bid."""
    count = tricks_needed(view) if view else None
    if count is None:
        return NOTHING
    return _NEED(count=count, words=_("both sides together need %(count)d of 13") % {"count": count})


def _contract(view: View | None, player: Player) -> str:
    """Return a player's bid and nils as far as they are known and apply: "6 + nil"; "…" before the bid."""
    bid = view.bid_of(player) if view else None
    if view is None or bid is None:
        return "…"
    number, nils = bid.tricks, 1 if is_on_partner(bid.nils, player) else len(bid.nils)
    if view.declarer is not None:
        known, nils = view.contracts[player], len(view.nils[player])
        if known is None:  # it will be the own bid and what the dummy adds
            return f"{number} + ?"
        number = known
    if not nils:
        return str(number)
    return ngettext("%(number)d + nil", "%(number)d + %(count)d nil", nils) % {"number": number, "count": nils}


SCORES = drawn("scores", _draw_panel)
