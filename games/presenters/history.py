"""Finished deals and games in words, for tables and for files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Rules
from games.history.summaries import (
    Hand,
    PastDeal,
    PastGame,
    Rated,
)
from games.play.snapshot import Stage, TableOptions, Who
from games.presenters.options import brief
from games.presenters.words import plain, signed

HANDS: Final = {
    Hand.OWN: gettext_lazy("own hand"),
    Hand.MATE: gettext_lazy("partner’s hand"),
    Hand.DUMMY: gettext_lazy("the dummy"),
}
POSITIONS: Final = (gettext_lazy("first"), gettext_lazy("second"), gettext_lazy("last"))


@dataclass(frozen=True, slots=True)
class DealRow:
    """A line of the list of deals. `tone` is good, bad or nought; `penalty` what the bags cost, "" if nothing;
    `contract` is "" where it was what the player bid."""

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
    """A line of the list of games. `rating` is the change: "+12", "" where none was made."""

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
    """A rating in words: "1623 ± 84"."""

    name: str
    value: str
    sure: str
    games: int
    wins: int
    share: str
    provisional: bool


def deal_row(deal: PastDeal) -> DealRow:
    """The deal as its player's history shows it."""
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


def _nil(hand: Hand, made: bool) -> str:
    template = _("nil on %(hand)s made") if made else _("nil on %(hand)s failed")
    return template % {"hand": HANDS[hand]}


def game_row(game: PastGame) -> GameRow:
    """The game as its player's history shows it."""
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


def _end(game: PastGame) -> str:
    if game.void:
        return _("void")
    if game.place is not None:
        return (_("won"), _("second"), _("third"))[game.place - 1]
    return _("ended early") if game.stage is Stage.CLOSED else _("being played")


def rules_in_brief(rules: Rules) -> str:
    """The rules of a game in one line: "Flip 1 · Standard · to 500"."""
    return brief(rules, TableOptions())


def rating_line(rated: Rated) -> RatingLine:
    """The rating as ladders show it."""
    return RatingLine(
        name=rated.name,
        value=f"{rated.points} ± {rated.give_or_take}",
        sure=plain(rated.sure),
        games=rated.games,
        wins=rated.wins,
        share=percent(rated.wins, rated.games),
        provisional=rated.provisional,
    )


def percent(part: int, whole: int) -> str:
    """A share in whole per cent: "37%"; a dash where there is nothing to share."""
    return _("%(share)d%%") % {"share": round(100 * part / whole)} if whole else "–"


def deals_counted(count: int) -> str:
    """A number of deals: "1 deal", "37 deals"."""
    return ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count}


def deal_record(deal: PastDeal) -> dict[str, object]:
    """The deal for a file: fields with fixed names, as plain values."""
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
        "nils": " ".join(f"{nil.hand}:{'made' if nil.made else 'failed'}" for nil in deal.nils),
        "points": deal.points,
        "bags": deal.bags,
        "bag_penalty": deal.bag_penalty,
        "points_after": deal.total,
        "bags_after": deal.bags_after,
    }


def game_record(game: PastGame) -> dict[str, object]:
    """The game for a file."""
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
