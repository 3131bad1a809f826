"""The score panel: three columns that are always visible. The style sheet puts the viewer's own first."""

from typing import NamedTuple

from games.components.context import TableContext
from games.components.html import Html, Template, join, url
from games.components.parts import Part
from games.components.voices import Voices
from games.engine import PLAYERS, Player, View
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext
from games.presenters.words import bags, plain


class Column(NamedTuple):
    """One player's standing: points, bags ("9 of 10"), and this deal's contract ("6 + nil", "…" before the bid)."""

    player: Player
    points: str
    bags: str
    contract: str


class Scores(NamedTuple):
    """The score panel of a table: `target` is the target score."""

    code: str
    target: int
    columns: tuple[Column, ...]
    voices: Voices


def scores(context: TableContext) -> Scores:
    """Return the score panel, the columns in seat order."""
    columns = tuple([_column(context, player) for player in PLAYERS])
    return Scores(context.code, context.snapshot.rules.target, columns, context.voices)


def _column(context: TableContext, player: Player) -> Column:
    standing, rules = context.snapshot.standing, context.snapshot.rules
    return Column(
        player=player,
        points=plain(standing.points[player]),
        bags=bags(standing.bags[player], rules.bag_limit),
        contract=contract(context.view, player),
    )


def contract(view: View | None, player: Player) -> str:
    """Return a player's bid and nils as far as they are known and apply: "6 + nil"; "…" before the bid."""
    bid = view.bid_of(player) if view else None
    if view is None or bid is None:
        return "…"
    number, nils = bid.tricks, len(bid.nils)
    if view.declarer is not None:
        known = view.contracts[player]
        nils = len(view.nils[player])
        number = bid.tricks if known is None else known
    if not nils:
        return str(number)
    return ngettext("%(number)d + nil", "%(number)d + %(count)d nil", nils) % {"number": number, "count": nils}


# The rows are grids so that the style sheet can reorder columns; the roles restore the table's semantics.
_PANEL = Template(
    '<section class="scores" id="scores" aria-labelledby="score-title">'
    '<h2 id="score-title">{heading} <small>{first_to}</small></h2>'
    '<table role="table"><thead role="rowgroup"><tr role="row"><td role="cell"><span class="target">{to}</span></td>'
    '{names}</tr></thead><tbody role="rowgroup"><tr class="points" role="row"><th scope="row" role="rowheader">'
    '{points_word}</th>{points}</tr><tr role="row"><th scope="row" role="rowheader">{bags_word}</th>{bags}</tr>'
    '<tr role="row"><th scope="row" role="rowheader">{bid_word}</th>{bids}</tr></tbody></table>'
    '<a class="btn sheet-link" href="{sheet}">{sheet_word}</a></section>'
)
_NAME = Template('<th scope="col" role="columnheader" class="of-{player}"><span class="name">{name}</span></th>')
_CELL = Template('<td role="cell" class="of-{player}">{value}</td>')
_BID = Template('<td role="cell" class="of-{player}" id="bid-of-{player}">{value}</td>')


def draw_scores(shown: Scores) -> Html:
    """Draw points, bags and bids of the three players."""
    target = {"target": shown.target}
    return _PANEL(
        heading=_("Score"),
        first_to=_("first to %(target)s") % target,
        to=_("to %(target)s") % target,
        names=join([_NAME(player=column.player, name=_name(shown.voices, column)) for column in shown.columns]),
        points_word=_("Points"),
        points=join([_CELL(player=column.player, value=column.points) for column in shown.columns]),
        bags_word=_("Bags"),
        bags=join([_CELL(player=column.player, value=column.bags) for column in shown.columns]),
        bid_word=_("Bid"),
        bids=join([_BID(player=column.player, value=column.contract) for column in shown.columns]),
        sheet=url("sheet", shown.code),
        sheet_word=_("Full score sheet"),
    )


def _name(voices: Voices, column: Column) -> Html:
    return voices.say(lambda names: names.label(column.player))


SCORES = Part("scores", scores, draw_scores)
