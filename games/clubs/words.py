"""A standing trio in words: who has won how many games, the score over months, and what each is best at."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import isolated
from games.clubs.together import Month, Together
from games.history.queries import TallySummary
from games.history.statistics import totals
from games.models import ClubSeries, SeriesKind
from games.words import charts
from games.words.charts import Chart
from games.words.names import decimal, listing, percent, plain, signed

Tallies = Sequence[TallySummary]
Figure = tuple[float | None, str]
"""A figure to compare, None if there is nothing to compare, and how it is written."""

NO_FIGURE: Final[Figure] = (None, "–")


@dataclass(frozen=True, slots=True)
class Skill:
    """A figure by which three players are compared: its label, and what the best player is “best at”."""

    label: Any
    best_at: Any
    figure: Callable[[Tallies], Figure]


def _points(tallies: Tallies, *, declarer: bool) -> Figure:
    of = totals(tally for tally in tallies if tally.declarer == declarer)
    return (of.per_deal, signed(round(of.per_deal))) if of.deals else NO_FIGURE


def _contracts(tallies: Tallies) -> Figure:
    of = totals(tallies)
    return (of.made / of.deals, percent(of.made, of.deals)) if of.deals else NO_FIGURE


def _accuracy(tallies: Tallies) -> Figure:
    """Return by how many tricks a deal the side was above or below the contract; the sign lets less be better."""
    deals = sum(tally.deals for tally in tallies)
    if not deals:
        return NO_FIGURE
    beside = sum(tally.deals * abs(tally.contract - tally.tricks) for tally in tallies) / deals
    return -beside, decimal(beside)


def _nils(tallies: Tallies) -> Figure:
    made = sum(good for tally in tallies for good, _bad in tally.nils.values())
    declared = sum(sum(nil) for tally in tallies for nil in tally.nils.values())
    words = _("%(made)d of %(all)d") % {"made": made, "all": declared}
    return (made / declared, words) if declared else NO_FIGURE


SKILLS: Final = (
    Skill(
        gettext_lazy("As declarer, points a deal"),
        gettext_lazy("as declarer"),
        lambda tallies: _points(tallies, declarer=True),
    ),
    Skill(
        gettext_lazy("As defender, points a deal"),
        gettext_lazy("as defender"),
        lambda tallies: _points(tallies, declarer=False),
    ),
    Skill(gettext_lazy("Contracts made"), gettext_lazy("at making contracts"), _contracts),
    Skill(gettext_lazy("Tricks over or under the bid, a deal"), gettext_lazy("at bidding exactly"), _accuracy),
    Skill(gettext_lazy("Nils made"), gettext_lazy("at nils"), _nils),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A line of the table of skills: each player's figure as text, and whether it is the best."""

    label: str
    best_at: str
    cells: tuple[tuple[str, bool], ...]


def comparisons(together: Together) -> list[Comparison]:
    """Return the skills of three players side by side."""
    return [_compare(skill, together.tallies) for skill in SKILLS]


def _compare(skill: Skill, of_players: Sequence[Tallies]) -> Comparison:
    figures = [skill.figure(tallies) for tallies in of_players]
    values = [value for value, _words in figures if value is not None]
    best = max(values) if values and min(values) < max(values) else None
    cells = tuple((words, value is not None and value == best) for value, words in figures)
    return Comparison(str(skill.label), str(skill.best_at), cells)


@dataclass(frozen=True, slots=True)
class Person:
    """A player of a trio: the name, how many games are won, and a sentence about what the player is best at, or ""."""

    name: str
    page: str
    wins: int
    share: str
    best: str


def people_of(together: Together, lines: Collection[Comparison]) -> list[Person]:
    """Return the three players, in their order."""
    return [
        Person(
            isolated(user.get_username()),
            user.get_username(),
            wins,
            percent(wins, together.games),
            _best_at([line.best_at for line in lines if line.cells[place][1]]),
        )
        for place, (user, wins) in enumerate(zip(together.people, together.wins, strict=True))
    ]


def _best_at(skills: Sequence[str]) -> str:
    return _("Best %(skills)s.") % {"skills": listing(skills)} if skills else ""


def score_over_months(together: Together) -> Chart | None:
    """Return the points a game of each player, month by month; None with fewer than two months."""
    months, names = together.months, [isolated(user.get_username()) for user in together.people]
    if len(months) < 2:
        return None
    each = range(len(names))
    runs = [[round(month.points[place] / month.games) for month in months] for place in each]
    last = len(months) - 1
    feet = {place: _short(months[place].month) for place in sorted({0, last})}
    return Chart(
        name="months",
        title=_("Points a game, month by month"),
        summary=_months_summary(months, names),
        head=(_("Month"), _("Games"), *names),
        rows=tuple(
            (_short(month.month), str(month.games), *(plain(run[place]) for run in runs))
            for place, month in enumerate(months)
        ),
        drawing=charts.three_lines(runs, names, feet),
    )


def _months_summary(months: Sequence[Month], names: Sequence[str]) -> str:
    """Say who won most games in the most months, and in how many."""
    ahead = [sum(month.wins[place] == max(month.wins) for month in months) for place, _name in enumerate(names)]
    most = max(ahead)
    leaders = [name for name, count in zip(names, ahead, strict=True) if count == most]
    words = _("%(names)s won most games in %(count)d of %(all)d months.")
    return words % {"names": listing(leaders), "count": most, "all": len(months)}


def _short(month: str) -> str:
    """Return a month such as "2026-11" in words."""
    return date_format(date.fromisoformat(f"{month}-01"), "M Y")


def series_in_words(series: ClubSeries) -> str:
    """Return when a club meets, and for what: "Each Thursday, 20:00 (Europe/Madrid): a tournament"."""
    day, at = WEEKDAYS[series.weekday], time_format(series.at, "TIME_FORMAT")
    zone = series.time_zone.replace("_", " ")
    values = {"day": day, "time": at, "zone": zone, "kind": SeriesKind(series.kind).label}
    return _("Each %(day)s, %(time)s (%(zone)s): %(kind)s") % values
