"""The scores of a game: the panel that always shows them, the sheet with a row for each deal, and the reason for every
point of a deal (docs/rules.md section 7).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, cached, join, url
from games.components.parts import Slot, drawn
from games.engine import (
    DUMMY,
    PLAYERS,
    HandId,
    Player,
    PlayerScore,
    Rules,
    View,
    bags_before,
    clockwise_from,
    partner,
    standing_before,
)
from games.play.snapshot import FinishedDeal, Snapshot
from games.values import Who
from games.words.language_cache import cached_per_language, gettext as _, ngettext
from games.words.names import Names, bags, is_on_partner, plain, signed, tone
from games.words.seats import tricks_needed


class Cell(NamedTuple):
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


class ScoreSheet(NamedTuple):
    """All finished deals of the table with this code, with the current totals and bags. `before` are the points with
    which a replay begins, () if there are none. No row leads to a review while the deals `are_closed`, or where the
    site does not have them.

    Names are links only once the game has ended, so that nobody leaves a running game by accident.
    """

    code: str
    players: tuple[Who, ...]
    before: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    bags: tuple[str, ...]
    are_closed: bool = False


def score_sheet(snapshot: Snapshot) -> ScoreSheet | None:
    """Return the score sheet, players in seat order from the viewer; None before the first deal is scored."""
    if not snapshot.finished:
        return None
    names, players = Names(snapshot.seats, snapshot.viewer), clockwise_from(snapshot.viewer or 0)
    before = standing_before(snapshot.finished[0].scores, snapshot.rules).points
    return ScoreSheet(
        code=snapshot.code,
        players=tuple(Who(who.name) if snapshot.stage.is_running else who for who in map(names.who, players)),
        before=tuple(plain(before[player]) for player in players) if any(before) else (),
        rows=tuple(_row(deal, players) for deal in snapshot.finished),
        totals=tuple(plain(snapshot.standing.points[player]) for player in players),
        bags=_bags(snapshot, players) if snapshot.mode.bags_go_on else (),
        are_closed=snapshot.deals_are_closed or not snapshot.mode.on_site,
    )


def _bags(snapshot: Snapshot, players: tuple[Player, ...]) -> tuple[str, ...]:
    return tuple(bags(snapshot.standing.bags[player], snapshot.rules.bag_limit) for player in players)


@cached_per_language
def _row(deal: FinishedDeal, players: tuple[Player, ...]) -> Row:
    return Row(deal.number, tuple(sheet_cell(deal, player) for player in players))


def sheet_cell(deal: FinishedDeal, player: Player) -> Cell:
    """Return a player's deal as the score sheet shows it."""
    score = deal.scores[player]
    nils, contract = len(deal.bids[player].nils.union(nil.hand for nil in score.nils)), str(score.contract)
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
_ROW = Template('<tr><th scope="row">{number}</th>{cells}</tr>')
_TO_REVIEW = Template('<a href="{address}" aria-label="{label}">{number}</a>')
_CELL = Template(
    '<td class="num"><span class="how{declared}">{how}</span> <span class="pts">{points}</span>{penalty}</td>'
)
_PENALTY = Template(' <span class="how">{words}</span>')
_SUM = Template('<tr><th scope="row">{title}</th>{cells}</tr>')
_NUMBER = Template('<td class="num">{number}</td>')


def score_table(sheet: ScoreSheet) -> Html:
    """Draw all deals of a game with their scores."""
    before = _draw_sum(_("Before"), sheet.before) if sheet.before else NOTHING
    sums = [_draw_sum(_("Total"), sheet.totals), _draw_sum(_("Bags"), sheet.bags) if sheet.bags else NOTHING]
    return _TABLE(
        title=_("Score sheet"),
        caption=_("Each cell: bid, tricks of the side, points of the deal. The declarer in bold."),
        deal=_("Deal"),
        names=join([_HEAD(who=who_link(who)) for who in sheet.players]),
        rows=join([before, *(_draw_row(row, "" if sheet.are_closed else sheet.code) for row in sheet.rows)]),
        sums=join(sums),
    )


def _draw_sum(title: str, numbers: Iterable[str]) -> Html:
    return _SUM(title=title, cells=join([_NUMBER(number=number) for number in numbers]))


def who_link(who: Who) -> Html | str:
    """Return a name, as a link to the player's page for a person."""
    return _PERSON(address=url("player", who.page), name=who.name) if who.page else who.name


@cached_per_language
def _draw_row(row: Row, code: str) -> Html:
    """Draw a row; with the code of the table, it leads to the review of the deal."""
    cells = [
        _CELL(
            declared=" declared" if cell.declared else "",
            how=cell.how,
            points=cell.points,
            penalty=_PENALTY(words=_("bags %(points)s") % {"points": cell.penalty}) if cell.penalty else NOTHING,
        )
        for cell in row.cells
    ]
    return _ROW(number=review_link(code, row.number, row.number) if code else row.number, cells=join(cells))


def review_link(code: str, deal: int, words: object) -> Html:
    """Return these words as a link to the review of a deal."""
    label = _("Review deal %(number)s") % {"number": deal}
    return _TO_REVIEW(address=url("review", code, deal), label=label, number=words)


class ScoreLine(NamedTuple):
    """One reason for points: "Bid 5, side took 7", "5 × 10, and 2 bags", "+52"; `tone` is good, bad or nought."""

    text: str
    detail: str
    points: str
    tone: str


class Explained(NamedTuple):
    """One player's score of a deal, line by line, with the total before and after it."""

    name: str
    role: str
    lines: tuple[ScoreLine, ...]
    total: str
    before: str
    after: str
    bags: str


def explain(deal: FinishedDeal, rules: Rules, names: Names) -> tuple[Explained, ...]:
    """Return each player's explained score of the deal, the viewer's first (docs/rules.md section 7)."""
    return tuple(_explained(deal, rules, player, names) for player in clockwise_from(names.viewer or 0))


def _explained(deal: FinishedDeal, rules: Rules, player: Player, names: Names) -> Explained:
    score, declares = deal.scores[player], player == deal.declarer
    lines = [_contract_line(score, rules), *_nil_lines(deal, player, names)]
    if score.bag_penalty:
        before = bags_before(score, rules)
        detail = _("bags went from %(before)d to %(after)d") % {"before": before, "after": before + score.bags}
        lines.append(_line(_("Bag penalty"), detail, score.bag_penalty))
    return Explained(
        name=names.label(player),
        role=_("Declarer, with the dummy") if declares else names.defender(partner(player, deal.declarer)),
        lines=tuple(lines),
        total=signed(score.total),
        before=plain(score.points_after - score.total),
        after=plain(score.points_after),
        bags=bags(score.bags_after, rules.bag_limit),
    )


def _contract_line(score: PlayerScore, rules: Rules) -> ScoreLine:
    counted = rules.bidding.counts_spades
    text = _("Contract %(bid)d, side took %(tricks)d") if counted else _("Bid %(bid)d, side took %(tricks)d")
    short = score.contract - score.side_tricks
    if not score.made:
        detail = ngettext("%(short)d short: minus %(bid)d × 10", "%(short)d short: minus %(bid)d × 10", short)
    elif score.bags:
        detail = ngettext("%(bid)d × 10, and %(bags)d bag", "%(bid)d × 10, and %(bags)d bags", score.bags)
    else:
        detail = _("%(bid)d × 10")
    facts = {"bid": score.contract, "tricks": score.side_tricks, "short": short, "bags": score.bags}
    return _line(text % facts, detail % facts, score.contract_points)


def _nil_lines(deal: FinishedDeal, player: Player, names: Names) -> Iterator[ScoreLine]:
    counted = deal.scores[player].nils
    for nil in counted:
        hand = _("own hand") if nil.hand == player else names.hand(nil.hand)
        text = _("Nil on %(hand)s made") if nil.made else _("Nil on %(hand)s failed")
        detail = _("it took no trick") if nil.made else _("it took a trick")
        yield _line(text % {"hand": hand}, detail, nil.points)
    for ignored in sorted(deal.bids[player].nils.difference(nil.hand for nil in counted)):
        detail = _("ignored: %(reason)s") % {"reason": _why_ignored(deal, ignored, names)}
        yield _line(_("Nil on %(hand)s") % {"hand": names.hand(ignored)}, detail, 0)


def _why_ignored(deal: FinishedDeal, hand: HandId, names: Names) -> str:
    """Return why a nil was ignored: its hand was on the other side (docs/rules.md section 5)."""
    if hand == deal.declarer or hand == DUMMY:
        return names.say(deal.declarer, _("you declared"), _("%(name)s declared"))
    return names.say(hand, _("you defended"), _("%(name)s defended"))


def _line(text: str, detail: str, points: int) -> ScoreLine:
    return ScoreLine(text, detail, signed(points), tone(points))


_EXPLAINED = Template('<div class="explained">{players}</div>')
_PLAYER = Template(
    '<article class="panel"><header><h2>{name}</h2><p class="small">{role}</p></header>'
    '<dl>{lines}<div class="sum"><dt>{this_deal}</dt><dd>{total}</dd></div></dl>'
    '<p class="run"><span>{before}</span> <span class="arrow" role="img" aria-label="{becomes}">→</span>'
    ' <b>{after}</b> <span class="small">{bags}</span></p></article>'
)
_LINE = Template('<div><dt>{text} <small>{detail}</small></dt><dd class="{tone}">{points}</dd></div>')


def explained(players: Iterable[Explained]) -> Html:
    """Draw the explained scores of all players."""
    return _EXPLAINED(players=join(map(_draw_player, players)))


def _draw_player(player: Explained) -> Html:
    lines = [_LINE(text=line.text, detail=line.detail, tone=line.tone, points=line.points) for line in player.lines]
    return _PLAYER(
        name=player.name,
        role=player.role,
        lines=join(lines),
        this_deal=_("This deal"),
        total=player.total,
        before=player.before,
        becomes=_("becomes"),
        after=player.after,
        bags=_("bags %(bags)s") % {"bags": player.bags},
    )


# A table in ARIA's roles alone: its rows are grids, so that the style sheet can reorder columns, and browsers differ in
# what rows of a <table> mean then.
_PANEL = Template(
    '<section class="scores" id="scores" aria-labelledby="score-title">'
    '<p class="scores-title" id="score-title">{heading} <small>{first_to}</small></p>'
    '<div class="score-lines" role="table" aria-labelledby="score-title"><div role="rowgroup"><div role="row">'
    '<span class="score-label" role="cell"><span class="target">{to}</span></span>{names}</div></div>'
    '<div role="rowgroup"><div class="points" role="row">{points}</div>'
    '{bags}<div class="score-bids" role="row">{bids}</div></div></div>'
    "{sheet}</section>"
)
_BAGS = Template('<div role="row">{bags}</div>')
_COLUMN = Template(
    ' <span class="score-name of-{player}" role="columnheader"><span class="name" translate="no">{name}</span></span>'
)
_LABEL = Template('<span class="score-label" role="rowheader">{words}{need}</span>')
_NEED = cached(' <small class="need"><span aria-hidden="true">{count}/13</span><span class="sr">{words}</span></small>')
_VALUE = Template(' <span class="score of-{player}" role="cell">{value}</span>')
_BID = Template(' <span class="score of-{player}" role="cell" id="bid-of-{player}">{value}</span>')


_TO_SHEET = Template('<a class="btn sheet-link" href="{address}">{words}</a>')


def _draw_panel(context: TableContext) -> Content:
    """Draw the panel with a slot in each row. The style sheet puts the viewer's own column first."""
    length, shortly = _length_of_game(context.snapshot)
    return _PANEL.around(
        heading=_("Score"),
        first_to=length,
        to=shortly,
        names=join([_COLUMN(player=player, name=context.voices.labels[player]) for player in PLAYERS]),
        points=Slot("score-points"),
        bags=_BAGS.around(bags=Slot("score-bags")) if context.snapshot.mode.bags_go_on else NOTHING,
        bids=Slot("score-bids"),
        sheet=_draw_way_to_sheet(context.snapshot),
    )


def _length_of_game(snapshot: Snapshot) -> tuple[str, str]:
    """Return how long the game is, in full and for the narrow column of a phone: of a board, which one of its set."""
    number, deals = snapshot.place_of_deal
    if snapshot.board is not None and deals != 1:
        facts = {"number": number, "deals": deals}
        return _("deal %(number)s of %(deals)s") % facts, _("deal %(number)s/%(deals)s") % facts
    if deals is not None:
        in_all = ngettext("%(count)d deal", "%(count)d deals", deals) % {"count": deals}
        return in_all, in_all
    target = {"target": snapshot.rules.target}
    return _("first to %(target)s") % target, _("to %(target)s") % target


def _draw_way_to_sheet(snapshot: Snapshot) -> Html:
    """Draw the link to the score sheet that the site has of a game."""
    if not snapshot.mode.on_site:
        return NOTHING
    return _TO_SHEET(address=url("sheet", snapshot.code), words=_("Full score sheet"))


def _draw_points(context: TableContext) -> Html:
    return _draw_values(_("Points"), map(plain, context.snapshot.standing.points))


def _draw_bags(context: TableContext) -> Html:
    limit = context.snapshot.rules.bag_limit
    return _draw_values(_("Bags"), [bags(count, limit) for count in context.snapshot.standing.bags])


def _draw_values(title: str, values: Iterable[str]) -> Html:
    cells = [_VALUE(player=player, value=value) for player, value in enumerate(values)]
    return join([_LABEL(words=title, need=NOTHING), *cells])


def _draw_bids(context: TableContext) -> Html:
    bids = [_BID(player=player, value=_contract(context.view, player)) for player in PLAYERS]
    return join([_LABEL(words=_("Bid"), need=_draw_need(context.view)), *bids])


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


PANEL = drawn("scores", _draw_panel)
POINTS = drawn("score-points", _draw_points)
BAGS = drawn("score-bags", _draw_bags)
BIDS = drawn("score-bids", _draw_bids)
