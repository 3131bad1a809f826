"""Explained scores: the reason for every point of a deal (docs/rules.md section 7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.components.html import Html, Template, join
from games.engine import DUMMY, HandId, NilResult, Player, PlayerScore, Rules, bags_before, clockwise_from, partner
from games.play.snapshot import FinishedDeal, Snapshot
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext
from games.presenters.words import Names, bags, plain, signed


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: "Bid 5, side took 7", "5 × 10, and 2 bags", "+52"; `tone` is good, bad or nought."""

    text: str
    detail: str
    points: str
    tone: str


@dataclass(frozen=True, slots=True)
class Explained:
    """One player's score of a deal, line by line, with the total before and after it."""

    name: str
    role: str
    lines: tuple[Line, ...]
    total: str
    before: str
    after: str
    bags: str


def explain(snapshot: Snapshot, deal: FinishedDeal, names: Names) -> tuple[Explained, ...]:
    """Return each player's explained score of the deal, the viewer's first (docs/rules.md section 7)."""
    return tuple(_explained(snapshot, deal, player, names) for player in clockwise_from(snapshot.viewer or 0))


def _explained(snapshot: Snapshot, deal: FinishedDeal, player: Player, names: Names) -> Explained:
    score, rules = deal.scores[player], snapshot.rules
    lines = [_contract_line(score, rules), *[_nil_line(nil, player, names) for nil in score.nils]]
    lines += _ignored_lines(deal, player, names)
    if score.bag_penalty:
        lines.append(_bag_line(score, rules))
    declares = player == deal.declarer
    return Explained(
        name=names.label(player),
        role=_("Declarer, with the dummy") if declares else names.defender(partner(player, deal.declarer)),
        lines=tuple(lines),
        total=signed(score.total),
        before=plain(score.points_after - score.total),
        after=plain(score.points_after),
        bags=bags(score.bags_after, rules.bag_limit),
    )


def _contract_line(score: PlayerScore, rules: Rules) -> Line:
    counted = rules.bidding.counts_spades
    template = _("Contract %(bid)d, side took %(tricks)d") if counted else _("Bid %(bid)d, side took %(tricks)d")
    text = template % {"bid": score.contract, "tricks": score.side_tricks}
    return _line(text, _contract_detail(score), score.contract_points)


def _contract_detail(score: PlayerScore) -> str:
    short = score.contract - score.side_tricks
    facts = {"bid": score.contract, "short": short, "bags": score.bags}
    if not score.made:
        return ngettext("%(short)d short: minus %(bid)d × 10", "%(short)d short: minus %(bid)d × 10", short) % facts
    if not score.bags:
        return _("%(bid)d × 10") % facts
    return ngettext("%(bid)d × 10, and %(bags)d bag", "%(bid)d × 10, and %(bags)d bags", score.bags) % facts


def _nil_line(nil: NilResult, player: Player, names: Names) -> Line:
    hand = _("own hand") if nil.hand == player else names.hand(nil.hand)
    if nil.made:
        text, detail = _("Nil on %(hand)s made"), _("it took no trick")
    else:
        text, detail = _("Nil on %(hand)s failed"), _("it took a trick")
    return _line(text % {"hand": hand}, detail, nil.points)


def _ignored_lines(deal: FinishedDeal, player: Player, names: Names) -> list[Line]:
    ignored = sorted(deal.bids[player].nils.difference(nil.hand for nil in deal.scores[player].nils))
    text, detail = _("Nil on %(hand)s"), _("ignored: %(reason)s")
    return [
        _line(text % {"hand": names.hand(hand)}, detail % {"reason": _why_ignored(deal, hand, names)}, 0)
        for hand in ignored
    ]


def _why_ignored(deal: FinishedDeal, hand: HandId, names: Names) -> str:
    """Return why a nil was ignored: its hand was on the other side (docs/rules.md section 5)."""
    if hand == deal.declarer or hand == DUMMY:
        return names.say(deal.declarer, _("you declared"), _("%(name)s declared"))
    return names.say(hand, _("you defended"), _("%(name)s defended"))


def _bag_line(score: PlayerScore, rules: Rules) -> Line:
    before = bags_before(score, rules)
    detail = _("bags went from %(before)d to %(after)d") % {"before": before, "after": before + score.bags}
    return _line(_("Bag penalty"), detail, score.bag_penalty)


def _line(text: str, detail: str, points: int) -> Line:
    return Line(text, detail, signed(points), "good" if points > 0 else "bad" if points < 0 else "nought")


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
