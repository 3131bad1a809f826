"""The score sheet of a duplicate game by boards: what each player made of the same hands (docs/duplicate.md)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.components.html import NOTHING, Html, Template, join
from games.components.scores import review_link, sheet_cell, who_link
from games.engine import BOARDS, PLAYERS, Player, board_of, clockwise_from, position_of
from games.play.snapshot import FinishedDeal, Snapshot
from games.values import Who
from games.words.language_cache import gettext as _
from games.words.names import Names, listing, plain, signed


class Result(NamedTuple):
    """What one player made of a hand in a deal with this number: "5 · 6", "+51"; `is_best` if nobody made more."""

    deal: int
    how: str
    points: str
    is_best: bool


class HandLine(NamedTuple):
    """A hand of a board, by its position, and what each player made of it; None for who has not had it."""

    position: str
    results: tuple[Result | None, ...]


class Board(NamedTuple):
    """A board: "Board 1: deals 1, 4 and 7", its hands, and the sum of each player's points."""

    title: str
    hands: tuple[HandLine, ...]
    sums: tuple[str, ...]


class BoardSheet(NamedTuple):
    """All boards of the table with this code, each player's total, and how many hands nobody made more of."""

    code: str
    players: tuple[Who, ...]
    boards: tuple[Board, ...]
    totals: tuple[str, ...]
    best: tuple[int, ...]


def board_sheet(snapshot: Snapshot) -> BoardSheet | None:
    """Return the sheet, players in seat order from the viewer; None for other games, and before the end of the game."""
    if not snapshot.mode.planned or snapshot.deals_are_closed or not snapshot.finished:
        return None
    names, players = Names(snapshot.seats, snapshot.viewer), clockwise_from(snapshot.viewer or 0)
    boards = tuple(_boards(snapshot.finished, players))
    lines = [line for board in boards for line in board.hands]
    return BoardSheet(
        code=snapshot.code,
        players=tuple(map(names.who, players)),
        boards=boards,
        totals=tuple(plain(snapshot.standing.points[player]) for player in players),
        best=tuple(sum(_is_best(line.results[column]) for line in lines) for column in range(len(players))),
    )


def _is_best(result: Result | None) -> bool:
    return result is not None and result.is_best


def _boards(finished: Sequence[FinishedDeal], players: Sequence[Player]) -> Iterator[Board]:
    for number in range(1, BOARDS + 1):
        deals = [deal for deal in finished if board_of(deal.number) == number]
        if deals:
            sums = (sum(deal.scores[player].total for deal in deals) for player in players)
            hands = tuple(_hand_line(deals, position, players) for position in range(len(PLAYERS)))
            numbers = listing([str(deal.number) for deal in deals])
            title = _("Board %(number)d: deals %(deals)s") % {"number": number, "deals": numbers}
            yield Board(title, hands, tuple(map(signed, sums)))


def _hand_line(deals: Sequence[FinishedDeal], position: int, players: Sequence[Player]) -> HandLine:
    """Return what became of the hand that bids at this position; it is best to make most, if it was not made by all."""
    had = {player: deal for deal in deals for player in PLAYERS if position_of(player, deal.dealer) == position}
    totals = {player: deal.scores[player].total for player, deal in had.items()}
    best = max(totals.values()) if len(set(totals.values())) > 1 else None
    results = (_result(had[player], player, best) if player in had else None for player in players)
    return HandLine((_("Bids first"), _("Bids second"), _("Bids last"))[position], tuple(results))


def _result(deal: FinishedDeal, player: Player, best: int | None) -> Result:
    cell = sheet_cell(deal, player)
    return Result(deal.number, cell.how, cell.points, deal.scores[player].total == best)


_TABLE = Template(
    '<div class="scroll" role="region" aria-label="{title}" tabindex="0"><table class="score-table by-boards">'
    '<caption class="small">{caption}</caption><thead><tr><th scope="col">{hand}</th>{names}</tr></thead>'
    "{boards}<tfoot>{sums}</tfoot></table></div>"
)
_HEAD = Template('<th scope="col" class="num">{who}</th>')
_BOARD = Template('<tbody><tr><th scope="rowgroup" colspan="4">{title}</th></tr>{hands}{sums}</tbody>')
_ROW = Template('<tr{sum}><th scope="row">{title}</th>{cells}</tr>')
_IS_SUM = Html(' class="sum"')
_RESULT = Template('<td class="num"><span class="how">{how}</span> <span class="pts">{points}</span></td>')
_BEST = Template("<b>{points}</b>")
_NUMBER = Template('<td class="num">{number}</td>')


def board_table(sheet: BoardSheet) -> Html:
    """Draw all boards of a duplicate game."""
    sums = [_draw_sum(_("Total"), sheet.totals), _draw_sum(_("Best results"), sheet.best)]
    return _TABLE(
        title=_("The same hands"),
        caption=_(
            "Each line is one hand: what each player bid, took and scored with it. Most points "
            "in bold. The points link to the review."
        ),
        hand=_("Hand"),
        names=join([_HEAD(who=who_link(who)) for who in sheet.players]),
        boards=join([_draw_board(board, sheet.code) for board in sheet.boards]),
        sums=join(sums),
    )


def _draw_board(board: Board, code: str) -> Html:
    return _BOARD(
        title=board.title,
        hands=join([_draw_hand(line, code) for line in board.hands]),
        sums=_draw_sum(_("Together"), board.sums),
    )


def _draw_hand(line: HandLine, code: str) -> Html:
    cells = [_draw_result(result, code) if result else _NUMBER(number="–") for result in line.results]
    return _ROW(sum=NOTHING, title=line.position, cells=join(cells))


def _draw_result(result: Result, code: str) -> Html:
    points = _BEST(points=result.points) if result.is_best else result.points
    return _RESULT(how=result.how, points=review_link(code, result.deal, points))


def _draw_sum(title: str, numbers: Sequence[object]) -> Html:
    return _ROW(sum=_IS_SUM, title=title, cells=join([_NUMBER(number=number) for number in numbers]))
