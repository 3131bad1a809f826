"""Bar charts and grids of a player's statistics."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine import is_made
from games.history.queries import TallySummary
from games.history.result_rows import Hand
from games.presenters.history import HANDS, percent

from . import charts
from .charts import LEFT, TOP, Chart, Drawing
from .words import capital, signed

MOST_BAGS: Final = 5
PERCENT_TOP: Final = 112
GRID_HEIGHT: Final = 300
"""The height of the chart of bids and tricks."""


def bid_against_tricks(tallies: Sequence[TallySummary]) -> Chart:
    """Return a grid of bid against tricks: darker squares are more deals, and steps separate made from failed."""
    counts: Counter[tuple[int, int]] = Counter()
    for tally in tallies:
        counts[tally.contract, tally.tricks] += tally.deals
    bids = sorted({bid for bid, _tricks in counts})
    return Chart(
        name="bids",
        title=_("Tricks bid and tricks taken"),
        summary=_bids_summary(tallies, bids),
        head=(_("Bid"), _("Deals"), _("Made"), _("Tricks on average"), _("Points on average")),
        rows=tuple(_bid_row(bid, [tally for tally in tallies if tally.contract == bid]) for bid in bids),
        drawing=_squares(counts),
    )


def _squares(counts: Counter[tuple[int, int]]) -> Drawing:
    highest, most = max([7, *(max(pair) for pair in counts)]), max(counts.values(), default=1)
    x, y = charts.x_scale(0, highest + 1), charts.y_scale(0, highest + 1, GRID_HEIGHT)
    width, tall = x(1) - x(0) - 1, y(0) - y(1) - 1
    boxes = tuple(
        charts.box(
            *(x(bid) + 0.5, y(tricks + 1) + 0.5, width, tall),
            kind="made" if is_made(bid, tricks) else "missed",
            strength=0.18 + 0.82 * count / most,
        )
        for (bid, tricks), count in sorted(counts.items())
    )
    numbers = range(highest + 1)
    texts = (
        *(charts.text(x(bid + 0.5), GRID_HEIGHT - 9, str(bid)) for bid in numbers),
        *(charts.text(LEFT - 6, y(tricks + 0.5) + 4, str(tricks), "end") for tricks in numbers),
        charts.text(4, TOP - 2, _("tricks"), "start"),
        charts.text(4, GRID_HEIGHT - 9, _("bid"), "start"),
    )
    stairs = [
        place for one, next_one in pairwise(range(highest + 2)) for place in ((x(one), y(one)), (x(next_one), y(one)))
    ]
    return Drawing(texts=texts, lines=(charts.line(3, stairs),), boxes=boxes, height=GRID_HEIGHT)


def _bid_row(bid: int, tallies: Sequence[TallySummary]) -> tuple[str, ...]:
    deals = _deals(tallies)
    tricks = sum(tally.tricks * tally.deals for tally in tallies)
    points = sum(tally.points for tally in tallies)
    return str(bid), str(deals), percent(_made(tallies), deals), decimal(tricks / deals), signed(round(points / deals))


def _bids_summary(tallies: Sequence[TallySummary], bids: Sequence[int]) -> str:
    deals = _deals(tallies)
    if not deals:
        return _("No deal is finished yet.")
    bid = sum(tally.contract * tally.deals for tally in tallies) / deals
    taken = sum(tally.tricks * tally.deals for tally in tallies) / deals
    text = _("%(bid)s tricks bid on average, %(taken)s taken; %(made)s of the contracts made.")
    sentence = text % {"bid": decimal(bid), "taken": decimal(taken), "made": percent(_made(tallies), deals)}
    often = [of for of in bids if _deals([tally for tally in tallies if tally.contract == of]) >= max(5, deals / 50)]
    losing = [of for of in often if sum(tally.points for tally in tallies if tally.contract == of) < 0]
    if losing:
        sentence += " " + _("Bids of %(bids)s have lost points.") % {"bids": ", ".join(map(str, losing))}
    return sentence


def contracts_made(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of contracts made, by role and by position in the bidding."""
    kinds: list[tuple[str, Callable[[TallySummary], bool]]] = [
        (_("Declarer"), lambda tally: tally.declarer),
        (_("Defender"), lambda tally: not tally.declarer),
        (_("Bids first"), lambda tally: tally.position == 0),
        (_("second"), lambda tally: tally.position == 1),
        (_("last"), lambda tally: tally.position == 2),
    ]
    groups = [(name, [tally for tally in tallies if belongs(tally)]) for name, belongs in kinds]
    (_d, declared), (_e, defended), *_positions = groups
    summary = _("Contracts made: %(declarer)s as declarer, %(defender)s as defender.")
    return Chart(
        name="contracts",
        title=_("Contracts made, by role and by turn to bid"),
        summary=summary % {"declarer": _share(declared), "defender": _share(defended)},
        head=("", _("Deals"), _("Made"), _("Percentage")),
        rows=tuple((name, str(_deals(of)), str(_made(of)), _share(of)) for name, of in groups),
        drawing=_percent_bars([(name, _made(of), _deals(of)) for name, of in groups]),
    )


def nils_made(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of nils made, by hand."""
    counts = {hand: [sum(tally.nils[hand][place] for tally in tallies) for place in (0, 1)] for hand in Hand}
    made, declared = sum(made for made, _failed in counts.values()), sum(map(sum, counts.values()))
    groups = [(capital(str(HANDS[hand])), good, bad) for hand, (good, bad) in counts.items()]
    summary = _("%(made)d of %(all)d nils made, those that did not apply left aside.") % {"made": made, "all": declared}
    return Chart(
        name="nils",
        title=_("Nils made, by hand"),
        summary=summary if declared else _("No nil has counted yet."),
        head=(_("Nil on"), _("Declared"), _("Made"), _("Percentage")),
        rows=tuple((name, str(good + bad), str(good), percent(good, good + bad)) for name, good, bad in groups),
        drawing=_percent_bars([(name, good, good + bad) for name, good, bad in groups]),
    )


def bags_per_deal(tallies: Sequence[TallySummary]) -> Chart:
    """Return bars of the share of deals with no bags, one, two and so on."""
    counts = [0] * (MOST_BAGS + 1)
    total = 0
    for tally in tallies:
        counts[min(tally.overtricks, MOST_BAGS)] += tally.deals
        total += tally.overtricks * tally.deals
    deals = sum(counts)
    names = [*map(str, range(MOST_BAGS)), f"{MOST_BAGS}+"]
    values = [count / deals * 100 if deals else 0 for count in counts]
    shares = [percent(count, deals) for count in counts]
    summary = _("No deal is finished yet.")
    if deals:
        text = _("%(bags)s bags a deal on average; %(none)s of the deals bring none.")
        summary = text % {"bags": decimal(total / deals), "none": shares[0]}
    return Chart(
        name="bags",
        title=_("Bags per deal"),
        summary=summary,
        head=(_("Bags"), _("Deals"), _("Percentage")),
        rows=tuple(zip(names, map(str, counts), shares, strict=True)),
        drawing=charts.bars(values, shares, names, max([20, *values]) * 1.1),
    )


def _percent_bars(groups: Sequence[tuple[str, int, int]]) -> Drawing:
    """Return a percentage bar for each (name, part, whole); a gap where `whole` is 0."""
    values = [100 * part / whole if whole else None for _name, part, whole in groups]
    shares, names = [percent(part, whole) for _name, part, whole in groups], [name for name, *_counts in groups]
    drawn = charts.bars(values, shares, names, PERCENT_TOP)
    rules, texts = charts.grid([0, 50, 100], charts.y_scale(0, PERCENT_TOP), ["0", "50", "100"])
    return replace(drawn, texts=(*drawn.texts, *texts), rules=rules)


def _deals(tallies: Sequence[TallySummary]) -> int:
    return sum(tally.deals for tally in tallies)


def _made(tallies: Sequence[TallySummary]) -> int:
    return sum(tally.deals for tally in tallies if tally.made)


def _share(tallies: Sequence[TallySummary]) -> str:
    return percent(_made(tallies), _deals(tallies))


def decimal(value: float) -> str:
    """Return a number with one decimal in the format of the active language."""
    return number_format(value, 1).replace("-", "\N{MINUS SIGN}")
