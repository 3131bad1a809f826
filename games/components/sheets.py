"""The score sheet after a deal, written out by hand."""

from __future__ import annotations

from collections.abc import Iterable

from games.components.markup import (
    action,
    address,
    past_trick,
    text,
)
from games.components.stamps import STAMP
from games.engine import Card
from games.play.snapshot import Stage, Who
from games.presenters import TablePage
from games.presenters.faces import SuitGroup, dealt_hand
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import remembered
from games.presenters.sheet import Cell, Explained, Line, Row, ScoreSheet
from games.presenters.words import capital


def scored(page: TablePage) -> str:
    """How the deal went, and where everybody's points came from."""
    if page.result is None:
        return ""
    return (
        f'<p class="eyebrow">{text(capital(page.where))}</p>'
        f'<h1 id="sheet-title">{text(page.result.headline)}</h1>{explained(page.result.explained)}'
    )


def explained(players: Iterable[Explained]) -> str:
    """The points of all players, line by line."""
    return f'<div class="explained">{"".join(map(_player, players))}</div>'


def _player(player: Explained) -> str:
    this_deal, lines = _("This deal"), "".join(map(_line, player.lines))
    return (
        f'<article class="panel"><header><h2>{text(player.name)}</h2><p class="small">{text(player.role)}</p></header>'
        f'<dl>{lines}<div class="sum"><dt>{this_deal}</dt><dd>{player.total}</dd></div></dl>'
        f"{_run(player)}</article>"
    )


def _line(line: Line) -> str:
    return (
        f"<div><dt>{text(line.text)} <small>{text(line.detail)}</small></dt>"
        f'<dd class="{line.tone}">{line.points}</dd></div>'
    )


def _run(player: Explained) -> str:
    """The total before and after the deal."""
    becomes, bags = _("becomes"), _("bags %(bags)s") % {"bags": player.bags}
    return (
        f'<p class="run"><span>{player.before}</span> <span class="arrow" role="img" aria-label="{becomes}">→</span>'
        f' <b>{player.after}</b> <span class="small">{text(bags)}</span></p>'
    )


def next_deal(page: TablePage) -> str:
    """Who is ready for the next deal, and when it begins without them."""
    if page.stage != Stage.SCORED:
        return ""
    label = _("Ready for deal %(number)s") % {"number": page.next_deal}
    names = _("Ready: %(names)s") % {"names": page.ready_names}
    others = f'<p class="small">{text(names)}</p>' if page.ready_names else ""
    return f'<div class="actions">{ready(page, label)}{others}</div>'


def ready(page: TablePage, label: str) -> str:
    """The button of a player who waits for nothing more, and when the cards are dealt anyway. Nobody waits for one in
    whose seat a bot sits.
    """
    is_asked = page.is_player and not page.stand_in
    form = _ready_form(page.code, page.ready, text(label)) if is_asked else ""
    if page.next_deal_at is None:
        return form
    words, at = _("Starts by itself"), page.next_deal_at.isoformat()
    return f'{form}<p class="small starts">{words} <time datetime="{at}" data-countdown></time></p>'


def _ready_form(code: str, is_ready: bool, label: str) -> str:
    words = _("You are ready.")
    inside = f'<p class="small">{words}</p>' if is_ready else f'<button class="btn turn">{label}</button>'
    return f'<form class="ready" id="ready" {action("ready", code, "ready")}>{STAMP}{inside}</form>'


def records(page: TablePage) -> str:
    """What is left of the deal to look up: its last trick, its hands, and the scores of all deals."""
    review = _review_link(page.code, page.deal_number) if page.result else ""
    return f"{_last_trick(page)}{review}{_hands(page)}{_all_scores(page.sheet) if page.sheet else ''}"


def _last_trick(page: TablePage) -> str:
    last = page.deal.last_trick if page.deal and page.stage == Stage.SCORED else None
    if last is None:
        return ""
    title = _("Last trick")
    return f'<section class="panel last-of-deal" id="last-of-deal"><h2>{title}</h2>{past_trick(last)}</section>'


def _review_link(code: str, deal: int) -> str:
    words = _("Review this deal")
    return f'<p><a class="btn" href="{address("review", code, deal)}">{words}</a></p>'


def _hands(page: TablePage) -> str:
    """The four hands as they were dealt, and the proof that nobody has chosen them."""
    if page.result is None or not page.result.hands:
        return ""
    title = _("The hands")
    hands = "".join(
        [f"<section><h3>{text(hand.label)}</h3>{_cards(hand.cards)}</section>" for hand in page.result.hands]
    )
    return (
        f'<details class="panel hands" id="hands"><summary>{title}</summary><div class="four">{hands}</div>'
        f"{_proof(page.commitment, page.secret) if page.secret else ''}</details>"
    )


@remembered
def _cards(cards: tuple[Card, ...]) -> str:
    """A hand laid open, a suit a line; the same for everybody who looks."""
    return "".join(map(_suit, dealt_hand(cards)))


def _suit(group: SuitGroup) -> str:
    ranks = "".join(f'<span class="rank {card.suit}">{card.rank}</span> ' for card in group.cards)
    return f'<p><span class="pip {group.suit}" role="img" aria-label="{group.name}"></span> {ranks}</p>'


@remembered
def _proof(commitment: str, secret: str) -> str:
    title = _("The pack was fixed beforehand")
    words = _("The fingerprint is the SHA-256 of the secret, and the secret alone decides the pack.")
    fingerprint, name = _("Fingerprint"), _("Secret")
    return (
        f'<div class="proof"><h3>{title}</h3><p>{words}</p>'
        f"<dl><dt>{fingerprint}</dt><dd><code>{commitment}</code></dd><dt>{name}</dt><dd><code>{secret}</code></dd></dl>"
        f"<p><code>echo -n {secret} | xxd -r -p | sha256sum</code></p></div>"
    )


def _all_scores(sheet: ScoreSheet) -> str:
    title = _("Score sheet")
    return f'<section class="panel"><h2>{title}</h2>{score_table(sheet)}</section>'


def score_table(sheet: ScoreSheet) -> str:
    """All deals of a game with their scores."""
    title, deal = _("Score sheet"), _("Deal")
    caption = _("Each cell: bid, tricks of the side, points of the deal. The declarer in bold.")
    names = "".join([f'<th scope="col" class="num">{_who(who)}</th>' for who in sheet.players])
    rows = "".join([_row(row, sheet.code) for row in sheet.rows])
    return (
        f'<div class="scroll" role="region" aria-label="{title}" tabindex="0"><table class="score-table">'
        f'<caption class="small">{caption}</caption><thead><tr><th scope="col">{deal}</th>{names}</tr></thead>'
        f"<tbody>{rows}</tbody>{_sums(sheet)}</table></div>"
    )


def _who(who: Who) -> str:
    name = text(who.name)
    return f'<a href="{text(address("player", who.page))}">{name}</a>' if who.page else name


@remembered
def _row(row: Row, code: str) -> str:
    label = _("Review deal %(number)s") % {"number": row.number}
    link = f'<a href="{address("review", code, row.number)}" aria-label="{label}">{row.number}</a>'
    return f'<tr><th scope="row">{link}</th>{"".join(map(_cell, row.cells))}</tr>'


def _cell(cell: Cell) -> str:
    declared = " declared" if cell.declared else ""
    bags = _("bags %(points)s") % {"points": cell.penalty}
    penalty = f' <span class="how">{bags}</span>' if cell.penalty else ""
    return (
        f'<td class="num"><span class="how{declared}">{cell.how}</span> <span class="pts">{cell.points}</span>'
        f"{penalty}</td>"
    )


def _sums(sheet: ScoreSheet) -> str:
    total, bags = _("Total"), _("Bags")
    totals = "".join([f'<td class="num">{points}</td>' for points in sheet.totals])
    all_bags = "".join([f'<td class="num">{count}</td>' for count in sheet.bags])
    return f'<tfoot><tr><th scope="row">{total}</th>{totals}</tr><tr><th scope="row">{bags}</th>{all_bags}</tr></tfoot>'
