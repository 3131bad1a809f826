"""The score sheet: one row for each deal of a game."""

from dataclasses import dataclass

from games.components.html import NOTHING, Html, Template, join, url
from games.engine import BidMade, Player, PlayerScore, clockwise_from
from games.models.values import Who
from games.play.snapshot import FinishedDeal, Snapshot
from games.presenters.i18n_cache import cached_per_language, ngettext
from games.presenters.i18n_cache import gettext as _
from games.presenters.words import Names, bags, plain, signed


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's deal on the score sheet: "5 nil · 7" and "+152"; `penalty` is the bag penalty, "" if
    there is none.
    """

    how: str
    points: str
    penalty: str
    declared: bool


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One deal on the score sheet. There is one for each order of players and each language, so rows compare by
    identity.
    """

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
    penalty = signed(score.bag_penalty) if score.bag_penalty else ""
    return Cell(_how(score, bid), signed(score.total), penalty, player == deal.declarer)


def _how(score: PlayerScore, bid: BidMade) -> str:
    nils = len(score.nils) + len(bid.nils - {nil.hand for nil in score.nils})
    bid_text = str(score.contract)
    if nils:
        bid_text = ngettext("%(bid)d nil", "%(bid)d, %(count)d nil", nils) % {"bid": score.contract, "count": nils}
    return f"{bid_text} · {score.side_tricks}"


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
    label = _("Review deal %(number)s") % {"number": row.number}
    address = url("review", code, row.number)
    return _ROW(address=address, label=label, number=row.number, cells=join(map(_draw_cell, row.cells)))


def _draw_cell(cell: Cell) -> Html:
    words = _("bags %(points)s") % {"points": cell.penalty}
    return _CELL(
        declared=" declared" if cell.declared else "",
        how=cell.how,
        points=cell.points,
        penalty=_PENALTY(words=words) if cell.penalty else NOTHING,
    )


def _draw_sum(title: str, numbers: tuple[str, ...]) -> Html:
    return _SUM(title=title, cells=join([_NUMBER(number=number) for number in numbers]))
