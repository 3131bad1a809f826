"""A player's statistics: the figures at the top of the page and the charts below."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.history.queries import TallySummary
from games.presenters.history import percent

from . import pictures
from .charts import Chart
from .words import signed


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its label."""

    value: str
    label: str


def figures(tallies: Sequence[TallySummary]) -> tuple[Figure, ...]:
    """Return the six figures over all deals."""
    deals = sum(tally.deals for tally in tallies)
    made = sum(tally.deals for tally in tallies if tally.made)
    declared = sum(tally.deals for tally in tallies if tally.declarer)
    points = sum(tally.points for tally in tallies)
    bags = sum(tally.overtricks * tally.deals for tally in tallies)
    nils = [nil for tally in tallies for nil in tally.nils.values()]
    return (
        Figure(str(deals), _("deals")),
        Figure(signed(round(points / deals)) if deals else "–", _("points a deal")),
        Figure(percent(made, deals), _("contracts made")),
        Figure(percent(declared, deals), _("as declarer")),
        Figure(percent(sum(made for made, _failed in nils), sum(map(sum, nils))), _("nils made")),
        Figure(pictures.decimal(bags / deals) if deals else "–", _("bags a deal")),
    )


def all_charts(tallies: Sequence[TallySummary]) -> tuple[Chart, ...]:
    """Return the charts of the tallies."""
    return (
        pictures.bid_against_tricks(tallies),
        pictures.contracts_made(tallies),
        pictures.nils_made(tallies),
        pictures.bags_per_deal(tallies),
    )
