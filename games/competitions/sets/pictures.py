"""Pictures of the field of a board: how its results are distributed, and what its bids have brought."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.competitions.sets import scoring
from games.competitions.sets.queries import BidOfField
from games.competitions.sets.scoring import Bin, Distribution
from games.competitions.sets.words import bid_words
from games.results import fields
from games.results.fields import Field
from games.words import charts
from games.words.charts import Box, Chart, Drawing, Mark, Rule, Text
from games.words.names import difference, plain, signed

HEIGHT: Final = 190
HEADROOM: Final = 1.3
"""How much higher than its highest bar the picture is: the names of two bars have room above them."""

LETTERS_APART: Final = 60
"""How far apart two names have to be to stand at the same height."""


def distribution_chart(field: Field, yours: int | None, experts: int | None, practised: int | None = None) -> Chart:
    """Return the results of a board as bars, in which the reader's own and that of the Expert are marked.

    Without a result of the reader's, it marks where the points that they have `practised` would be.
    """
    shown = scoring.distribution(field, yours=practised if yours is None else yours, experts=experts)
    rows = [(_range(one), str(one.results), _whose(shown, number)) for number, one in enumerate(shown.bins)]
    return Chart(
        name="field",
        title=_("The field"),
        summary=_summary(field, yours, practised),
        head=(_("Points"), _("Results"), ""),
        rows=tuple(rows),
        drawing=_drawing(shown),
    )


def _range(one: Bin) -> str:
    if one.least == one.most:
        return plain(one.least)
    return _("%(least)s to %(most)s") % {"least": plain(one.least), "most": plain(one.most)}


def _whose(shown: Distribution, number: int) -> str:
    names = [_("you")] if number == shown.yours else []
    return ", ".join([*names, *([_("Expert")] if number == shown.experts else [])])


def _summary(field: Field, yours: int | None, practised: int | None) -> str:
    if not field:
        return _("Nobody has finished this deal.")
    results = fields.results_in(field)
    facts = {"results": results, "least": signed(min(field)), "most": signed(max(field))}
    facts["mean"] = difference(fields.mean(field))
    whole = ngettext(
        "One result: %(most)s.", "%(results)d results from %(least)s to %(most)s, on average %(mean)s.", results
    )
    if yours is not None and results > 1:
        own = _("Yours, %(points)s, is better than %(lower)d of the other %(others)d and equal to %(equal)d.")
        others = {"others": results - 1, "equal": field.get(yours, 1) - 1}
        return f"{whole % facts} {own % (others | _below(field, yours))}"
    if yours is None and practised is not None:
        own = _("Your practice, %(points)s, is better than %(lower)d of them and equal to %(equal)d.")
        return f"{whole % facts} {own % ({'equal': field.get(practised, 0)} | _below(field, practised))}"
    return whole % facts


def _below(field: Field, points: int) -> dict[str, object]:
    """Return the points in words, and how many results of the field are lower."""
    return {"points": signed(points), "lower": sum(count for other, count in field.items() if other < points)}


def _drawing(shown: Distribution) -> Drawing:
    y = charts.y_scale(0, HEADROOM * max((one.results for one in shown.bins), default=1), HEIGHT)
    slot = (charts.WIDTH - 2 * charts.RIGHT) / max(1, len(shown.bins))
    middles = [charts.RIGHT + slot * (number + 0.5) for number in range(len(shown.bins))]
    width = min(40.0, slot * 0.82)
    boxes = [
        Box(x - width / 2, y(one.results), width, y(0) - y(one.results), "yours" if number == shown.yours else "bar")
        for number, (x, one) in enumerate(zip(middles, shown.bins, strict=True))
        if one.results
    ]
    tops = [y(one.results) for one in shown.bins]
    marks = () if shown.experts is None else (Mark(1, middles[shown.experts], tops[shown.experts]),)
    return Drawing(
        texts=(*_edges(shown.bins, middles), *_names(shown, middles, tops)),
        rules=(Rule(y(0), base=True),),
        boxes=tuple(boxes),
        marks=marks,
        height=HEIGHT,
        left=charts.RIGHT,
    )


def _edges(bins: Sequence[Bin], middles: Sequence[float]) -> list[Text]:
    """Return the least points of some of the bins, below them."""
    every = -(-len(bins) // 6) or 1
    numbered = list(enumerate(zip(bins, middles, strict=True)))
    return [Text(x, HEIGHT - 9, plain(one.least)) for _number, (one, x) in numbered[::every]]


def _names(shown: Distribution, middles: Sequence[float], tops: Sequence[float]) -> list[Text]:
    """Return the names above the marked bars, without overlaps."""
    names = []
    if shown.yours is not None:
        names.append(_name(middles, tops[shown.yours] - 8, shown.yours, _("you")))
    if shown.experts is not None:
        top = tops[shown.experts] - 12
        if shown.yours is not None and abs(middles[shown.yours] - middles[shown.experts]) < LETTERS_APART:
            top = min(top, tops[shown.yours] - 8 - charts.LINE)
        names.append(_name(middles, top, shown.experts, _("Expert")))
    return names


def _name(middles: Sequence[float], y: float, number: int, name: str) -> Text:
    """Return a name above a bar, within the picture."""
    half = len(name) * charts.LETTER / 2
    return Text(min(max(middles[number], half), charts.WIDTH - half), max(y, charts.TOP), name)


class BidBar(NamedTuple):
    """A bid of the field: its number of plays, how long its bar is in per cent, and the mean of its points."""

    words: str
    plays: int
    length: str
    mean: str
    is_own: bool


def bid_bars(bids: Sequence[BidOfField], bidding: str, own: tuple[int | None, int | None] | None) -> list[BidBar]:
    """Return the bids of a field in this bidding style; `own` are the reader's bid and number of nils."""
    most = max((made.plays for made in bids), default=1)
    return [
        BidBar(
            words=bid_words(made.bid, made.nils, bidding),
            plays=made.plays,
            length=charts.number(100 * made.plays / most),
            mean=difference(made.mean),
            is_own=(made.bid, made.nils) == own,
        )
        for made in bids
    ]
