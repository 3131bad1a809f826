"""The scores of a game: the panel that is always visible, and the score sheet with a row for each deal."""

from dataclasses import dataclass

from games.components.context import TableContext
from games.components.drawn import drawn
from games.components.html import NOTHING, Html, Template, join, url
from games.components.voices import label
from games.engine import PLAYERS, Player, View, clockwise_from
from games.models import Who
from games.play.snapshot import FinishedDeal, Snapshot
from games.presenters.i18n_cache import cached_per_language, ngettext
from games.presenters.i18n_cache import gettext as _
from games.presenters.words import Names, bags, plain, signed

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
_COLUMN = Template('<th scope="col" role="columnheader" class="of-{player}"><span class="name">{name}</span></th>')
_VALUE = Template('<td role="cell" class="of-{player}">{value}</td>')
_BID = Template('<td role="cell" class="of-{player}" id="bid-of-{player}">{value}</td>')


def _draw_panel(context: TableContext) -> Html:
    """Draw points, bags and bids of the three players, in seat order. The style sheet puts the viewer's own first."""
    standing, rules = context.snapshot.standing, context.snapshot.rules
    target = {"target": rules.target}
    counts = [bags(count, rules.bag_limit) for count in standing.bags]
    return _PANEL(
        heading=_("Score"),
        first_to=_("first to %(target)s") % target,
        to=_("to %(target)s") % target,
        names=join([_COLUMN(player=player, name=label(context.voices, player)) for player in PLAYERS]),
        points_word=_("Points"),
        points=join([_VALUE(player=player, value=plain(standing.points[player])) for player in PLAYERS]),
        bags_word=_("Bags"),
        bags=join([_VALUE(player=player, value=counts[player]) for player in PLAYERS]),
        bid_word=_("Bid"),
        bids=join([_BID(player=player, value=_contract(context.view, player)) for player in PLAYERS]),
        sheet=url("sheet", context.code),
        sheet_word=_("Full score sheet"),
    )


def _contract(view: View | None, player: Player) -> str:
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


SCORES = drawn("scores", _draw_panel)


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's deal on the score sheet: "5 nil · 7" and "+152"; `penalty` is the bag penalty, "" for none."""

    how: str
    points: str
    penalty: str
    declared: bool


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One deal on the score sheet. Rows compare by identity: there is one for each order of players and language."""

    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All finished deals of the table with this code, with the current totals and bags.

    Names are links only once the game has ended, so that nobody leaves a running game by accident.
    """

    code: str
    players: tuple[Who, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    bags: tuple[str, ...]


def score_sheet(snapshot: Snapshot) -> ScoreSheet | None:
    """Return the score sheet, players in seat order from the viewer; None before the first deal is scored."""
    if not snapshot.finished:
        return None
    names = Names(snapshot.seats, snapshot.viewer)
    players = clockwise_from(snapshot.viewer or 0)
    limit = snapshot.rules.bag_limit
    return ScoreSheet(
        code=snapshot.code,
        players=tuple(Who(who.name) if snapshot.stage.is_running else who for who in map(names.who, players)),
        rows=tuple(_row(deal, players) for deal in snapshot.finished),
        totals=tuple(plain(snapshot.standing.points[player]) for player in players),
        bags=tuple(bags(snapshot.standing.bags[player], limit) for player in players),
    )


@cached_per_language
def _row(deal: FinishedDeal, players: tuple[Player, ...]) -> Row:
    return Row(deal.number, tuple(_cell(deal, player) for player in players))


def _cell(deal: FinishedDeal, player: Player) -> Cell:
    score, bid = deal.scores[player], deal.bids[player]
    nils = len(bid.nils.union(nil.hand for nil in score.nils))
    contract = str(score.contract)
    if nils:
        contract = ngettext("%(bid)d nil", "%(bid)d, %(count)d nil", nils) % {"bid": score.contract, "count": nils}
    penalty = signed(score.bag_penalty) if score.bag_penalty else ""
    return Cell(f"{contract} · {score.side_tricks}", signed(score.total), penalty, player == deal.declarer)


_TABLE = Template(
    '<div class="scroll" role="region" aria-label="{title}" tabindex="0"><table class="score-table">'
    '<caption class="small">{caption}</caption><thead><tr><th scope="col">{deal}</th>{names}</tr></thead>'
    "<tbody>{rows}</tbody><tfoot>{sums}</tfoot></table></div>"
)
_HEAD = Template('<th scope="col" class="num">{who}</th>')
_PERSON = Template('<a href="{address}">{name}</a>')
_ROW = Template('<tr><th scope="row"><a href="{address}" aria-label="{label}">{number}</a></th>{cells}</tr>')
_CELL = Template(
    '<td class="num"><span class="how{declared}">{how}</span> <span class="pts">{points}</span>{penalty}</td>'
)
_PENALTY = Template(' <span class="how">{words}</span>')
_SUM = Template('<tr><th scope="row">{title}</th>{cells}</tr>')
_NUMBER = Template('<td class="num">{number}</td>')


def score_table(sheet: ScoreSheet) -> Html:
    """Draw all deals of a game with their scores."""
    return _TABLE(
        title=_("Score sheet"),
        caption=_("Each cell: bid, tricks of the side, points of the deal. The declarer in bold."),
        deal=_("Deal"),
        names=join([_HEAD(who=who_link(who)) for who in sheet.players]),
        rows=join([_draw_row(row, sheet.code) for row in sheet.rows]),
        sums=join([_draw_sum(_("Total"), sheet.totals), _draw_sum(_("Bags"), sheet.bags)]),
    )


def who_link(who: Who) -> Html | str:
    """Return a name, as a link to the player's page for a person."""
    return _PERSON(address=url("player", who.page), name=who.name) if who.page else who.name


@cached_per_language
def _draw_row(row: Row, code: str) -> Html:
    words = _("Review deal %(number)s") % {"number": row.number}
    address = url("review", code, row.number)
    return _ROW(address=address, label=words, number=row.number, cells=join(map(_draw_cell, row.cells)))


def _draw_cell(cell: Cell) -> Html:
    penalty = _PENALTY(words=_("bags %(points)s") % {"points": cell.penalty}) if cell.penalty else NOTHING
    return _CELL(declared=" declared" if cell.declared else "", how=cell.how, points=cell.points, penalty=penalty)


def _draw_sum(title: str, numbers: tuple[str, ...]) -> Html:
    return _SUM(title=title, cells=join([_NUMBER(number=number) for number in numbers]))
