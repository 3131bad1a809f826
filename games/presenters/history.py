"""Finished deals and games in words and line charts, for pages and for downloads; ratings too."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import PLAYERS
from games.history.queries import DealSummary, GameSummary
from games.history.ratings import RatingAfterGame, RatingSummary
from games.history.result_rows import Hand
from games.models import Company, Stage, TableOptions
from games.play.snapshot import Snapshot

from . import charts
from .charts import HEIGHT, LEFT, RIGHT, WIDTH, Chart, Drawing
from .options import brief
from .words import Names, plain, signed

HANDS: Final = {
    Hand.OWN: gettext_lazy("own hand"),
    Hand.PARTNER: gettext_lazy("partner’s hand"),
    Hand.DUMMY: gettext_lazy("the dummy"),
}

_HANDS_IN_FILES: Final = {Hand.OWN: "own", Hand.PARTNER: "mate", Hand.DUMMY: "dummy"}
"""The names of a nil's hand in downloads. Players' programs read them, so they must not change."""

NAME_SPACE: Final = 74
FOOT: Final = HEIGHT - 9
"""The space on the right of a chart for the players' names, and the y coordinate of the labels below it."""


class DealRow(NamedTuple):
    """A row of the list of deals.

    `tone` is good, bad or nought; `penalty` is the bag penalty, "" if there is none; `contract` is "" if it equals the
    bid.
    """

    deal: DealSummary
    rules: str
    role: str
    position: str
    contract: str
    nils: tuple[str, ...]
    points: str
    tone: str
    penalty: str
    total: str


class GameRow(NamedTuple):
    """A row of the list of games. `rating` is the rating change, such as "+12"; "" if the game was not rated."""

    game: GameSummary
    rules: str
    points: str
    end: str
    won: bool
    rating: str


class RatingLine(NamedTuple):
    """A row of a ladder. `value` is the rating, such as "1623 ± 84"; `share` that of the games won."""

    rating: RatingSummary
    value: str
    lower_bound: str
    share: str


def deal_row(deal: DealSummary) -> DealRow:
    """Return the row of a deal."""
    made, failed = _("nil on %(hand)s made"), _("nil on %(hand)s failed")
    return DealRow(
        deal=deal,
        rules=brief(deal.rules, TableOptions()),
        role=_("declarer") if deal.declarer else _("defender"),
        position=(_("first"), _("second"), _("last"))[deal.position],
        contract=str(deal.contract) if deal.contract != deal.bid else "",
        nils=tuple((made if nil.made else failed) % {"hand": HANDS[nil.hand]} for nil in deal.nils),
        points=signed(deal.points),
        tone="good" if deal.points > 0 else "bad" if deal.points < 0 else "nought",
        penalty=signed(deal.bag_penalty) if deal.bag_penalty else "",
        total=plain(deal.total),
    )


def game_row(game: GameSummary) -> GameRow:
    """Return the row of a game."""
    return GameRow(
        game=game,
        rules=brief(game.rules, TableOptions()),
        points=plain(game.points),
        end=_end(game),
        won=game.place == 1 and not game.void,
        rating="" if game.rating is None else signed(game.rating[1] - game.rating[0]),
    )


def _end(game: GameSummary) -> str:
    if game.void:
        return _("void")
    if game.place is not None:
        return (_("won"), _("second"), _("third"))[game.place - 1]
    return _("ended early") if game.stage is Stage.CLOSED else _("being played")


def rating_line(rating: RatingSummary) -> RatingLine:
    """Return the row of a rating."""
    value = f"{rating.points} ± {rating.give_or_take}"
    return RatingLine(rating, value, plain(rating.lower_bound), percent(rating.wins, rating.games))


def percent(part: int, whole: int) -> str:
    """Return a percentage without decimals, such as "37%"; a dash if `whole` is 0."""
    return _("%(share)d%%") % {"share": round(100 * part / whole)} if whole else "–"


def points_over_game(snapshot: Snapshot) -> Chart | None:
    """Return a chart with one line per player; None before the first deal is scored."""
    if not snapshot.finished:
        return None
    names = Names(snapshot.seats, snapshot.viewer)
    labels = [names.label(player) for player in PLAYERS]
    runs = [[0, *(deal.scores[player].points_after for deal in snapshot.finished)] for player in PLAYERS]
    return Chart(
        name="points",
        title=_("Points, deal by deal"),
        summary=_points_summary(names, runs),
        head=(_("Deal"), *labels),
        rows=tuple((str(deal), *(plain(run[deal]) for run in runs)) for deal in range(1, len(runs[0]))),
        drawing=_three_lines(runs, labels, snapshot.rules.target),
    )


def _points_summary(names: Names, runs: Sequence[Sequence[int]]) -> str:
    deals = len(runs[0]) - 1
    leaders = [max(PLAYERS, key=lambda player: runs[player][deal]) for deal in range(1, deals + 1)]
    changes = sum(one != other for one, other in pairwise(leaders))
    return names.say(
        leaders[-1],
        _("After %(deals)s you lead with %(points)s points; the lead has changed %(changes)s."),
        _("After %(deals)s %(name)s leads with %(points)s points; the lead has changed %(changes)s."),
        deals=ngettext("%(count)d deal", "%(count)d deals", deals) % {"count": deals},
        points=plain(runs[leaders[-1]][-1]),
        changes=ngettext("%(count)d time", "%(count)d times", changes) % {"count": changes},
    )


def _three_lines(runs: Sequence[Sequence[int]], names: Sequence[str], target: int) -> Drawing:
    values = charts.ticks(min(map(min, runs)), max(target, *map(max, runs)))
    y, x = charts.y_scale(values[0], values[-1]), charts.x_scale(0, len(runs[0]) - 1, WIDTH - NAME_SPACE)
    rules, texts = charts.grid(values, y)
    heights = charts.spread([y(run[-1]) for run in runs], 15)
    labels = [
        charts.text(WIDTH - NAME_SPACE + 7, height + 4, name if len(name) <= 9 else f"{name[:8]}…", "start")
        for height, name in zip(heights, names, strict=True)
    ]
    lines = tuple(
        charts.line(kind, [(x(deal), y(points)) for deal, points in enumerate(run)], label)
        for kind, (run, label) in enumerate(zip(runs, labels, strict=True))
    )
    feet = (charts.text(x(deal), FOOT, str(deal)) for deal in sorted({1, len(runs[0]) - 1}))
    return Drawing(texts=(*texts, *feet), rules=rules, lines=lines)


def rating_over_time(history: Sequence[RatingAfterGame], company: Company) -> Chart | None:
    """Return a player's rating as a line in the band of its uncertainty; None with fewer than two games."""
    if len(history) < 2:
        return None
    last, best = history[-1], max(history, key=lambda at: at.points)
    summary = _(
        "After %(games)d games the rating is %(now)d, give or take %(sigma)d; at its best it was %(best)d, on %(day)s."
    )
    facts = {"games": last.number, "now": last.points, "sigma": last.give_or_take, "best": best.points}
    return Chart(
        name=f"rating-{company}",
        title=_("Rating over time, %(company)s") % {"company": company.label},
        summary=summary % {**facts, "day": _day(best)},
        head=(_("Game"), _("Date"), _("Rating")),
        rows=tuple((str(at.number), _day(at), f"{at.points} ± {at.give_or_take}") for at in history),
        drawing=_line_in_band(history),
    )


def _line_in_band(history: Sequence[RatingAfterGame]) -> Drawing:
    lows, highs = [at.points - at.give_or_take for at in history], [at.points + at.give_or_take for at in history]
    values = charts.ticks(min(lows), max(highs))
    y, x = charts.y_scale(values[0], values[-1]), charts.x_scale(history[0].number, history[-1].number)
    middle = [(x(at.number), y(at.points)) for at in history]
    above = [(x(at.number), y(high)) for at, high in zip(history, highs, strict=True)]
    below = [(x(at.number), y(low)) for at, low in zip(history, lows, strict=True)]
    rules, texts = charts.grid(values, y)
    feet = (
        charts.text(LEFT, FOOT, _day(history[0]), "start"),
        charts.text(WIDTH - RIGHT, FOOT, _day(history[-1]), "end"),
    )
    band = charts.curve([*above, *reversed(below)])
    return Drawing(texts=(*texts, *feet), rules=rules, band=band, lines=(charts.line(0, middle),))


def _day(at: RatingAfterGame) -> str:
    return date_format(at.at, "SHORT_DATE_FORMAT")


def deal_record(deal: DealSummary) -> dict[str, object]:
    """Return the deal for a download: plain values by column name."""
    return {
        **_which_game(deal),
        "deal": deal.number,
        "left": deal.opponents[0].name,
        "right": deal.opponents[1].name,
        "role": "declarer" if deal.declarer else "defender",
        "bidding_position": deal.position + 1,
        "bid": deal.bid,
        "contract": deal.contract,
        "side_tricks": deal.tricks,
        "nils": " ".join(f"{_HANDS_IN_FILES[nil.hand]}:{'made' if nil.made else 'failed'}" for nil in deal.nils),
        "points": deal.points,
        "bags": deal.bags,
        "bag_penalty": deal.bag_penalty,
        "points_after": deal.total,
        "bags_after": deal.bags_after,
    }


def game_record(game: GameSummary) -> dict[str, object]:
    """Return the game for a download: plain values by column name."""
    before, after = game.rating or (None, None)
    return {
        **_which_game(game),
        "left": game.opponents[0].name,
        "right": game.opponents[1].name,
        "deals": game.deals,
        "points": game.points,
        "bags": game.bags,
        "stage": str(game.stage),
        "place": game.place,
        "void": game.void,
        "rating_before": before,
        "rating_after": after,
    }


def _which_game(result: DealSummary | GameSummary) -> dict[str, object]:
    return {
        "date": result.at.isoformat(timespec="seconds"),
        "table": result.table,
        "code": result.code,
        "bidding": str(result.rules.bidding),
        "peek": str(result.rules.peek),
        "target": result.rules.target,
    }
