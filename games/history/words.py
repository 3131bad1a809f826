"""Finished deals and games in words and line charts, for pages and for downloads; ratings too."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.base.names import unisolated
from games.history.queries import DealSummary, GameSummary, Portrait, ResultSummary
from games.models import Company
from games.results.ratings import RatingAfterGame, RatingSummary
from games.results.services import Hand
from games.values import Stage, TableOptions
from games.words import charts
from games.words.charts import HEIGHT, LEFT, RIGHT, WIDTH, Chart, Drawing
from games.words.names import percent, plain, signed, tone
from games.words.options import brief, variant
from games.words.ratings import sureness

HAND_WORDS: Final = {
    Hand.OWN: gettext_lazy("own hand"),
    Hand.PARTNER: gettext_lazy("partner’s hand"),
    Hand.DUMMY: gettext_lazy("the dummy"),
}

Columns: TypeAlias = dict[str, Callable[[Any], object]]
"""The columns of a download by name, each with the function that returns its value for a row."""

_HANDS_IN_FILES: Final = {Hand.OWN: "own", Hand.PARTNER: "mate", Hand.DUMMY: "dummy"}
"""The names of a nil's hand in downloads. Players' programs read them, so they must not change."""

FOOT: Final = HEIGHT - 9
"""The y coordinate of the labels below a chart."""


def deal_row(deal: DealSummary) -> dict[str, object]:
    """Return the deal for a list.

    `tone` is good, bad or nought; `penalty` is the bag penalty, "" if there is none; `contract` is "" if it equals the
    bid.
    """
    score, made, failed = deal.result.score, _("nil on %(hand)s made"), _("nil on %(hand)s failed")
    return {
        "deal": deal,
        "rules": brief(deal.rules, TableOptions(duplicate=deal.mode.planned)),
        "role": _("declarer") if deal.result.declarer else _("defender"),
        "position": (_("first"), _("second"), _("last"))[deal.result.position],
        "contract": str(score.contract) if score.contract != score.bid else "",
        "nils": [(made if holds else failed) % {"hand": HAND_WORDS[hand]} for hand, holds in deal.nils],
        "points": signed(score.total),
        "tone": tone(score.total),
        "penalty": signed(score.bag_penalty) if score.bag_penalty else "",
        "total": plain(score.points_after),
    }


def game_row(game: GameSummary) -> dict[str, object]:
    """Return the game for a list. `rating` is the rating change, such as "+12"; "" if the game was not rated."""
    return {
        "game": game,
        "rules": brief(game.rules, TableOptions(duplicate=game.mode.planned)),
        "points": plain(game.result.points),
        "end": _end(game),
        "won": game.result.place == 1 and not game.void,
        "rating": "" if game.rating is None else signed(game.rating[1] - game.rating[0]),
    }


def _end(game: GameSummary) -> str:
    if game.void:
        return _("void")
    if game.result.place is not None:
        return (_("won"), _("second"), _("third"))[game.result.place - 1]
    return _("ended early") if game.stage is Stage.CLOSED else _("being played")


def portrait(shown: Portrait, latest: Sequence[GameSummary]) -> dict[str, object]:
    """Return the portrait for the player's page. `form` are codes and places, also in words, of the latest games."""
    ended = [game for game in reversed(latest) if game.result.place is not None and not game.void]
    return {
        "rules": [(variant(peek, bidding), _games(count)) for peek, bidding, count in shown.rules],
        "opponents": [(opponent, _games(count)) for opponent, count in shown.opponents],
        "form": [(game.code, game.result.place, _end(game)) for game in ended],
        "best": [deal_row(deal) for deal in shown.best],
    }


def _games(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def rating_row(rating: RatingSummary) -> dict[str, object]:
    """Return the rating for a page. `sure` says how sure it is, `exact` is "1623 ± 84"; `share` of the games won."""
    return {
        "rating": rating,
        "sure": sureness(rating.games, rating.give_or_take),
        "exact": f"{rating.points} ±\N{NO-BREAK SPACE}{rating.give_or_take}",
        "lower_bound": plain(rating.lower_bound),
        "share": percent(rating.wins, rating.games),
    }


def rating_over_time(history: Sequence[RatingAfterGame], company: Company) -> Chart | None:
    """Return a player's rating as a line in the band of its uncertainty; None with fewer than two games."""
    if len(history) < 2:
        return None
    last, best = history[-1], max(history, key=lambda at: at.points)
    summary = _("After %(games)d games the rating is %(now)d, %(sure)s; at its best it was %(best)d, on %(day)s.")
    sure = sureness(last.number, last.give_or_take)
    facts = {"games": last.number, "now": last.points, "sure": sure, "best": best.points}
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
        charts.Text(LEFT, FOOT, _day(history[0]), "start"),
        charts.Text(WIDTH - RIGHT, FOOT, _day(history[-1]), "end"),
    )
    band = charts.curve([*above, *reversed(below)])
    return Drawing(texts=(*texts, *feet), rules=rules, band=band, lines=(charts.Line(0, middle),))


def _day(at: RatingAfterGame) -> str:
    return date_format(localtime(at.at), "SHORT_DATE_FORMAT")


def record(row: ResultSummary, columns: Columns) -> dict[str, object]:
    """Return a deal or game for a download: plain values by column name."""
    return {name: value(row) for name, value in columns.items()}


_BOTH: Final[Columns] = {
    "date": lambda row: row.result.at.isoformat(timespec="seconds"),
    "table": lambda row: unisolated(row.table),
    "code": lambda row: row.code,
    "bidding": lambda row: str(row.rules.bidding),
    "peek": lambda row: str(row.rules.peek),
    "target": lambda row: None if row.mode.planned else row.rules.target,
    "duplicate": lambda row: row.mode.planned,
}
_OPPONENTS: Final[Columns] = {"left": lambda row: row.opponents[0].name, "right": lambda row: row.opponents[1].name}

DEAL_COLUMNS: Final[Columns] = {
    **_BOTH,
    "deal": lambda deal: deal.number,
    **_OPPONENTS,
    "role": lambda deal: "declarer" if deal.result.declarer else "defender",
    "bidding_position": lambda deal: deal.result.position + 1,
    "bid": lambda deal: deal.result.score.bid,
    "contract": lambda deal: deal.result.score.contract,
    "side_tricks": lambda deal: deal.result.score.side_tricks,
    "nils": lambda deal: " ".join(
        f"{_HANDS_IN_FILES[hand]}:{'made' if holds else 'failed'}" for hand, holds in deal.nils
    ),
    "points": lambda deal: deal.result.score.total,
    "bags": lambda deal: deal.result.score.bags,
    "bag_penalty": lambda deal: deal.result.score.bag_penalty,
    "points_after": lambda deal: deal.result.score.points_after,
    "bags_after": lambda deal: deal.result.score.bags_after,
    "player": lambda deal: deal.result.score.player,
}
"""The columns of a deal in a download, in order. Programs of players read them: new ones come last."""

GAME_COLUMNS: Final[Columns] = {
    **_BOTH,
    **_OPPONENTS,
    "deals": lambda game: game.result.deals,
    "points": lambda game: game.result.points,
    "bags": lambda game: game.result.bags,
    "stage": lambda game: str(game.stage),
    "place": lambda game: game.result.place,
    "void": lambda game: game.void,
    "rating_before": lambda game: None if game.rating is None else game.rating[0],
    "rating_after": lambda game: None if game.rating is None else game.rating[1],
    "player": lambda game: game.result.player,
}
"""The columns of a game in a download, as those of a deal."""
