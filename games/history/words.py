"""Finished deals and games in words and line charts, for pages and for downloads; ratings too."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

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


def deal_record(deal: DealSummary) -> dict[str, object]:
    """Return the deal for a download: plain values by column name."""
    result, score = deal.result, deal.result.score
    return {
        **_which_game(deal, result.at),
        "deal": deal.number,
        "left": deal.opponents[0].name,
        "right": deal.opponents[1].name,
        "role": "declarer" if result.declarer else "defender",
        "bidding_position": result.position + 1,
        "bid": score.bid,
        "contract": score.contract,
        "side_tricks": score.side_tricks,
        "nils": " ".join(f"{_HANDS_IN_FILES[hand]}:{'made' if holds else 'failed'}" for hand, holds in deal.nils),
        "points": score.total,
        "bags": score.bags,
        "bag_penalty": score.bag_penalty,
        "points_after": score.points_after,
        "bags_after": score.bags_after,
    }


def game_record(game: GameSummary) -> dict[str, object]:
    """Return the game for a download: plain values by column name."""
    result, (before, after) = game.result, game.rating or (None, None)
    return {
        **_which_game(game, result.at),
        "left": game.opponents[0].name,
        "right": game.opponents[1].name,
        "deals": result.deals,
        "points": result.points,
        "bags": result.bags,
        "stage": str(game.stage),
        "place": result.place,
        "void": game.void,
        "rating_before": before,
        "rating_after": after,
    }


def _which_game(summary: ResultSummary, at: datetime) -> dict[str, object]:
    return {
        "date": at.isoformat(timespec="seconds"),
        "table": unisolated(summary.table),
        "code": summary.code,
        "bidding": str(summary.rules.bidding),
        "peek": str(summary.rules.peek),
        "target": None if summary.mode.planned else summary.rules.target,
        "duplicate": summary.mode.planned,
    }
