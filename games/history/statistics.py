"""A player's statistics: the figures at the top of the page, and the charts below."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine import is_made
from games.history.queries import TallySummary
from games.history.words import HAND_WORDS
from games.results.services import Hand
from games.words import charts
from games.words.charts import LEFT, TOP, Chart, Drawing
from games.words.names import capital, decimal, percent, signed

MOST_BAGS: Final = 5
PERCENT_TOP: Final = 112
GRID_HEIGHT: Final = 300
"""The height of the chart of bids and tricks."""


class Totals(NamedTuple):
    """The sums over some deals; `bids` are the contracts."""

    deals: int = 0
    made: int = 0
    points: int = 0
    bids: int = 0
    tricks: int = 0
    bags: int = 0
    penalties: int = 0

    @property
    def per_deal(self) -> float:
        """The points of a deal on average."""
        return self.points / self.deals

    @property
    def share_made(self) -> str:
        """The share of contracts made, as a percentage."""
        return percent(self.made, self.deals)

    def average(self, total: int) -> str:
        """Return one of these sums for each deal, with one decimal in the format of the active language."""
        return decimal(total / self.deals)


def totals(tallies: Iterable[TallySummary]) -> Totals:
    """Return the sums over the deals of these tallies."""
    rows = [
        (
            *(of.deals, of.deals * of.made, of.points),
            *(of.deals * of.contract, of.deals * of.tricks, of.deals * of.overtricks, of.penalties),
        )
        for of in tallies
    ]
    return Totals(*map(sum, zip(Totals(), *rows, strict=True)))


def figures(tallies: Sequence[TallySummary]) -> tuple[tuple[str, str], ...]:
    """Return the figures over all deals, each with its label."""
    of, declared = totals(tallies), totals(tally for tally in tallies if tally.declarer)
    nils = [nil for tally in tallies for nil in tally.nils.values()]
    return (
        (str(of.deals), _("deals")),
        (signed(round(of.per_deal)) if of.deals else "–", _("points a deal")),
        (of.share_made, _("contracts made")),
        (percent(declared.deals, of.deals), _("deals as declarer")),
        (percent(sum(made for made, _failed in nils), sum(map(sum, nils))), _("nils made")),
        (of.average(of.bags) if of.deals else "–", _("bags a deal")),
    )


def all_charts(tallies: Sequence[TallySummary]) -> tuple[Chart, ...]:
    """Return the charts of the tallies."""
    return bid_against_tricks(tallies), contracts_made(tallies), nils_made(tallies), bags_per_deal(tallies)


def bid_against_tricks(tallies: Sequence[TallySummary]) -> Chart:
    """Return a grid of bid against tricks: darker squares are more deals, and steps separate made from failed."""
    bids = sorted({tally.contract for tally in tallies})
    by_bid = {bid: totals(tally for tally in tallies if tally.contract == bid) for bid in bids}
    return Chart(
        name="bids",
        title=_("Tricks bid and tricks taken"),
        summary=_bids_summary(totals(tallies), by_bid),
        head=(_("Bid"), _("Deals"), _("Made"), _("Tricks on average"), _("Points on average")),
        rows=tuple(
            (str(bid), str(of.deals), of.share_made, of.average(of.tricks), signed(round(of.per_deal)))
            for bid, of in by_bid.items()
        ),
        drawing=_squares(tallies),
    )


def _bids_summary(all_deals: Totals, by_bid: dict[int, Totals]) -> str:
    if not all_deals.deals:
        return _("No deal is finished yet.")
    sentence = _("%(bid)s tricks bid on average, %(taken)s taken; %(made)s of the contracts made.") % {
        "bid": all_deals.average(all_deals.bids),
        "taken": all_deals.average(all_deals.tricks),
        "made": all_deals.share_made,
    }
    often = max(5, all_deals.deals / 50)
    losing = [str(bid) for bid, of in by_bid.items() if of.deals >= often and of.points < 0]
    if losing:
        sentence += " " + _("Bids of %(bids)s have lost points.") % {"bids": ", ".join(losing)}
    return sentence


def _squares(tallies: Sequence[TallySummary]) -> Drawing:
    counts = Counter[tuple[int, int]]()
    for tally in tallies:
        counts[tally.contract, tally.tricks] += tally.deals
    highest, most = max([7, *(max(pair) for pair in counts)]), max(counts.values(), default=1)
    x, y = charts.x_scale(0, highest + 1), charts.y_scale(0, highest + 1, GRID_HEIGHT)
    width, tall = x(1) - x(0) - 1, y(0) - y(1) - 1
    boxes = tuple(
        charts.Box(
            *(x(bid) + 0.5, y(tricks + 1) + 0.5, width, tall),
            kind="made" if is_made(bid, tricks) else "missed",
            strength=0.18 + 0.82 * count / most,
        )
        for (bid, tricks), count in sorted(counts.items())
    )
    numbers = range(highest + 1)
    texts = (
        *(charts.Text(x(bid + 0.5), GRID_HEIGHT - 9, str(bid)) for bid in numbers),
        *(charts.Text(LEFT - 6, y(tricks + 0.5) + 4, str(tricks), "end") for tricks in numbers),
        charts.Text(4, TOP - 2, _("tricks"), "start"),
        charts.Text(4, GRID_HEIGHT - 9, _("bid"), "start"),
    )
    stairs = [place for bid in numbers for place in ((x(bid), y(bid)), (x(bid + 1), y(bid)))]
    return Drawing(texts=texts, lines=(charts.Line(3, stairs),), boxes=boxes, height=GRID_HEIGHT)


def contracts_made(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of contracts made, by role and by position in the bidding."""
    declared, defended = (totals(tally for tally in tallies if tally.declarer == role) for role in (True, False))
    positions = (totals(tally for tally in tallies if tally.position == position) for position in range(3))
    names = _("Declarer"), _("Defender"), _("Bids first"), _("second"), _("last")
    groups = zip(names, (declared, defended, *positions), strict=True)
    summary = _("Contracts made: %(declarer)s as declarer, %(defender)s as defender.")
    return _chart_of_shares(
        name="contracts",
        title=_("Contracts made, by role and by turn to bid"),
        summary=summary % {"declarer": declared.share_made, "defender": defended.share_made},
        head=("", _("Deals")),
        groups=[(name, of.made, of.deals) for name, of in groups],
    )


def nils_made(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of nils made, by hand."""
    counts = {hand: [sum(tally.nils[hand][place] for tally in tallies) for place in (0, 1)] for hand in Hand}
    made, declared = sum(made for made, _failed in counts.values()), sum(map(sum, counts.values()))
    summary = _("%(made)d of %(all)d nils made, not counting those that did not apply.") % {
        "made": made,
        "all": declared,
    }
    return _chart_of_shares(
        name="nils",
        title=_("Nils made, by hand"),
        summary=summary if declared else _("No nil has counted yet."),
        head=(_("Nil on"), _("Declared")),
        groups=[(capital(str(HAND_WORDS[hand])), good, good + bad) for hand, (good, bad) in counts.items()],
    )


def _chart_of_shares(
    name: str, title: str, summary: str, head: tuple[str, str], groups: Sequence[tuple[str, int, int]]
) -> Chart:
    """Return a percentage bar for each group: its name, how many were made, and of how many; a gap where that is 0."""
    names = [group for group, _made, _whole in groups]
    values = [100 * made / whole if whole else None for _group, made, whole in groups]
    shares = [percent(made, whole) for _group, made, whole in groups]
    bars = charts.bars(values, shares, names, PERCENT_TOP)
    rules, texts = charts.grid([0, 50, 100], charts.y_scale(0, PERCENT_TOP))
    return Chart(
        name=name,
        title=title,
        summary=summary,
        head=(*head, _("Made"), _("Percentage")),
        rows=tuple((group, str(whole), str(made), percent(made, whole)) for group, made, whole in groups),
        drawing=bars._replace(texts=(*bars.texts, *texts), rules=rules),
    )


def bags_per_deal(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of deals with no bags, one, two and so on."""
    counts = [0] * (MOST_BAGS + 1)
    for tally in tallies:
        counts[min(tally.overtricks, MOST_BAGS)] += tally.deals
    deals = sum(counts)
    names = [*map(str, range(MOST_BAGS)), f"{MOST_BAGS}+"]
    values = [count / deals * 100 if deals else 0 for count in counts]
    shares = [percent(count, deals) for count in counts]
    summary = _("No deal is finished yet.")
    if deals:
        text, of = _("%(bags)s bags a deal on average; %(none)s of the deals bring none."), totals(tallies)
        summary = text % {"bags": of.average(of.bags), "none": shares[0]}
    return Chart(
        name="bags",
        title=_("Bags a deal"),
        summary=summary,
        head=(_("Bags"), _("Deals"), _("Percentage")),
        rows=tuple(zip(names, map(str, counts), shares, strict=True)),
        drawing=charts.bars(values, shares, names, max([20, *values]) * 1.1),
    )
