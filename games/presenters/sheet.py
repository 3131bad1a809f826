"""Scores explained: where every point of a deal came from, and the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import (
    DUMMY,
    BidMade,
    HandId,
    NilResult,
    Player,
    PlayerScore,
    Rules,
    bags_before,
    clockwise_from,
    partner,
)
from games.play.snapshot import FinishedDeal, Snapshot, Who
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext, remembered

from .scores import bags
from .words import Names, plain, signed


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: "Bid 5, side took 7", "5 × 10, and 2 bags", "+52"; `tone` is good, bad or nought."""

    text: str
    detail: str
    points: str
    tone: str


@dataclass(frozen=True, slots=True)
class Explained:
    """One player's deal, line by line, with the total before and after it."""

    name: str
    role: str
    lines: tuple[Line, ...]
    total: str
    before: str
    after: str
    bags: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's deal on the score sheet: "5 nil · 7" and "+152"; `penalty` is what the bags cost, "" if nothing."""

    how: str
    points: str
    penalty: str
    declared: bool


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One deal on the score sheet. There is one for each order of the players and each language, and it is compared by
    identity.
    """

    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All finished deals of the table with this code, with the totals and bags as they stand.

    Names lead to pages only once the game has ended: a slip of the finger takes nobody away from it.
    """

    code: str
    players: tuple[Who, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    bags: tuple[str, ...]


def explain(snapshot: Snapshot, deal: FinishedDeal, names: Names) -> tuple[Explained, ...]:
    """The deal as each player lived it, the viewer first (RULES section 7)."""
    return tuple(_explained(snapshot, deal, player, names) for player in clockwise_from(snapshot.viewer or 0))


def _explained(snapshot: Snapshot, deal: FinishedDeal, player: Player, names: Names) -> Explained:
    score = deal.scores[player]
    lines = [_contract_line(snapshot, score), *(_nil_line(nil, player, names) for nil in score.nils)]
    lines += _ignored_lines(deal, player, names)
    if score.bag_penalty:
        lines.append(_bag_line(score, snapshot.rules))
    return Explained(
        name=names.label(player),
        role=_role(deal, player, names),
        lines=tuple(lines),
        total=signed(score.total),
        before=plain(score.points_after - score.total),
        after=plain(score.points_after),
        bags=bags(score.bags_after, snapshot.rules.bag_limit),
    )


def _role(deal: FinishedDeal, player: Player, names: Names) -> str:
    if player == deal.declarer:
        return _("Declarer, with the dummy")
    return names.defender(partner(player, deal.declarer))


def _contract_line(snapshot: Snapshot, score: PlayerScore) -> Line:
    counted = snapshot.rules.bidding.counts_spades
    template = _("Contract %(bid)d, side took %(tricks)d") if counted else _("Bid %(bid)d, side took %(tricks)d")
    text = template % {"bid": score.contract, "tricks": score.side_tricks}
    return _line(text, _contract_detail(score), score.contract_points)


def _contract_detail(score: PlayerScore) -> str:
    facts = {"bid": score.contract, "short": score.contract - score.side_tricks, "bags": score.bags}
    if not score.made:
        return (
            ngettext("%(short)d short: minus %(bid)d × 10", "%(short)d short: minus %(bid)d × 10", facts["short"])
            % facts
        )
    if not score.bags:
        return _("%(bid)d × 10") % facts
    return ngettext("%(bid)d × 10, and %(bags)d bag", "%(bid)d × 10, and %(bags)d bags", score.bags) % facts


def _nil_line(nil: NilResult, player: Player, names: Names) -> Line:
    hand = _nil_hand(nil.hand, player, names)
    if nil.made:
        text, detail = _("Nil on %(hand)s made"), _("it took no trick")
    else:
        text, detail = _("Nil on %(hand)s failed"), _("it took a trick")
    return _line(text % {"hand": hand}, detail, nil.points)


def _nil_hand(hand: HandId, player: Player, names: Names) -> str:
    return _("own hand") if hand == player else names.hand(hand)


def _ignored_lines(deal: FinishedDeal, player: Player, names: Names) -> list[Line]:
    applied = {nil.hand for nil in deal.scores[player].nils}
    ignored = sorted(deal.bids[player].nils - applied)
    return [
        _line(
            _("Nil on %(hand)s") % {"hand": names.hand(hand)},
            _("ignored: %(reason)s") % {"reason": _why_ignored(deal, hand, names)},
            0,
        )
        for hand in ignored
    ]


def _why_ignored(deal: FinishedDeal, hand: HandId, names: Names) -> str:
    """A nil is ignored when the hand it names was on the other side (RULES section 5)."""
    if hand == deal.declarer or hand == DUMMY:
        return names.say(deal.declarer, _("you declared"), _("%(name)s declared"))
    return names.say(hand, _("you defended"), _("%(name)s defended"))


def _bag_line(score: PlayerScore, rules: Rules) -> Line:
    before = bags_before(score, rules)
    text = _("Bag penalty")
    detail = _("bags went from %(before)d to %(after)d") % {"before": before, "after": before + score.bags}
    return _line(text, detail, score.bag_penalty)


def _line(text: str, detail: str, points: int) -> Line:
    return Line(text, detail, signed(points), "good" if points > 0 else "bad" if points < 0 else "nought")


@remembered
def deal_headline(deal: FinishedDeal, names: Names) -> str:
    """How the deal went in one line: "Ben’s 7 fails: the defence takes 7 tricks"."""
    score = deal.scores[deal.declarer]
    tricks, defence = score.side_tricks, 13 - score.side_tricks
    if score.made:
        you = ngettext(
            "You make your %(bid)d with %(tricks)d trick", "You make your %(bid)d with %(tricks)d tricks", tricks
        )
        about = ngettext(
            "%(name)s makes %(bid)d with %(tricks)d trick", "%(name)s makes %(bid)d with %(tricks)d tricks", tricks
        )
    else:
        you = ngettext(
            "Your %(bid)d fails: the defence takes %(defence)d trick",
            "Your %(bid)d fails: the defence takes %(defence)d tricks",
            defence,
        )
        about = ngettext(
            "%(name)s’s %(bid)d fails: the defence takes %(defence)d trick",
            "%(name)s’s %(bid)d fails: the defence takes %(defence)d tricks",
            defence,
        )
    return names.say(deal.declarer, you, about, bid=score.contract, tricks=tricks, defence=defence)


def score_sheet(snapshot: Snapshot) -> ScoreSheet | None:
    """The whole sheet, players in seat order from the viewer; None before the first deal is scored."""
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


@remembered
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
