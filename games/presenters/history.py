"""Finished deals and games in words, for pages and for downloads."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Rules
from games.history.queries import DealSummary, GameSummary
from games.history.ratings import RatingSummary
from games.history.result_rows import Hand
from games.models.values import Stage, TableOptions, Who
from games.presenters.options import brief
from games.presenters.words import plain, signed

HANDS: Final = {
    Hand.OWN: gettext_lazy("own hand"),
    Hand.PARTNER: gettext_lazy("partner’s hand"),
    Hand.DUMMY: gettext_lazy("the dummy"),
}
POSITIONS: Final = (gettext_lazy("first"), gettext_lazy("second"), gettext_lazy("last"))


@dataclass(frozen=True, slots=True)
class DealRow:
    """A row of the list of deals.

    `tone` is good, bad or nought; `penalty` is the bag penalty, "" if there is none; `contract` is "" if it equals the
    bid.
    """

    at: datetime
    code: str
    table: str
    rules: str
    number: int
    opponents: tuple[Who, Who]
    role: str
    position: str
    bid: int
    contract: str
    nils: tuple[str, ...]
    tricks: int
    points: str
    tone: str
    bags: int
    penalty: str
    total: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of the list of games. `rating` is the rating change, such as "+12"; "" if the game was not rated."""

    at: datetime
    code: str
    table: str
    rules: str
    opponents: tuple[Who, Who]
    deals: int
    points: str
    bags: int
    end: str
    won: bool
    void: str
    rating: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A row of a ladder. `value` is the rating, such as "1623 ± 84"."""

    name: str
    value: str
    lower_bound: str
    games: int
    wins: int
    share: str
    provisional: bool


def deal_row(deal: DealSummary) -> DealRow:
    """Return the row of a deal."""
    return DealRow(
        at=deal.at,
        code=deal.code,
        table=deal.table,
        rules=rules_in_brief(deal.rules),
        number=deal.number,
        opponents=deal.opponents,
        role=_("declarer") if deal.declarer else _("defender"),
        position=str(POSITIONS[deal.position]),
        bid=deal.bid,
        contract=str(deal.contract) if deal.contract != deal.bid else "",
        nils=tuple(_nil(nil.hand, nil.made) for nil in deal.nils),
        tricks=deal.tricks,
        points=signed(deal.points),
        tone="good" if deal.points > 0 else "bad" if deal.points < 0 else "nought",
        bags=deal.bags,
        penalty=signed(deal.bag_penalty) if deal.bag_penalty else "",
        total=plain(deal.total),
    )


_HANDS_IN_FILES: Final = {Hand.OWN: "own", Hand.PARTNER: "mate", Hand.DUMMY: "dummy"}
"""The names of a nil's hand in downloads. Players' programs read them, so they must not change."""


def _nil(hand: Hand, made: bool) -> str:
    template = _("nil on %(hand)s made") if made else _("nil on %(hand)s failed")
    return template % {"hand": HANDS[hand]}


def game_row(game: GameSummary) -> GameRow:
    """Return the row of a game."""
    return GameRow(
        at=game.at,
        code=game.code,
        table=game.table,
        rules=rules_in_brief(game.rules),
        opponents=game.opponents,
        deals=game.deals,
        points=plain(game.points),
        bags=game.bags,
        end=_end(game),
        won=game.place == 1 and not game.void,
        void=game.void,
        rating="" if game.rating is None else signed(game.rating[1] - game.rating[0]),
    )


def _end(game: GameSummary) -> str:
    if game.void:
        return _("void")
    if game.place is not None:
        return (_("won"), _("second"), _("third"))[game.place - 1]
    return _("ended early") if game.stage is Stage.CLOSED else _("being played")


def rules_in_brief(rules: Rules) -> str:
    """Return the rules of a game in one line, such as "Flip 1 · Standard · to 500"."""
    return brief(rules, TableOptions())


def rating_line(rating: RatingSummary) -> RatingLine:
    """Return the row of a rating."""
    return RatingLine(
        name=rating.name,
        value=f"{rating.points} ± {rating.give_or_take}",
        lower_bound=plain(rating.lower_bound),
        games=rating.games,
        wins=rating.wins,
        share=percent(rating.wins, rating.games),
        provisional=rating.provisional,
    )


def percent(part: int, whole: int) -> str:
    """Return a percentage without decimals, such as "37%"; a dash if `whole` is 0."""
    return _("%(share)d%%") % {"share": round(100 * part / whole)} if whole else "–"


def deals_counted(count: int) -> str:
    """Return a number of deals, such as "37 deals"."""
    return ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count}


def deal_record(deal: DealSummary) -> dict[str, object]:
    """Return the deal for a download: plain values by column name."""
    return {
        "date": deal.at.isoformat(timespec="seconds"),
        "table": deal.table,
        "code": deal.code,
        **_rules_record(deal.rules),
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
        "date": game.at.isoformat(timespec="seconds"),
        "table": game.table,
        "code": game.code,
        **_rules_record(game.rules),
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


def _rules_record(rules: Rules) -> dict[str, object]:
    return {"bidding": str(rules.bidding), "peek": str(rules.peek), "target": rules.target}
