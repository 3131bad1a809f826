"""What sets of deals show on Play and Today."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.competitions.sets import archive as archives, front
from games.competitions.sets.challenges import challenges_between_deals, own_challenges
from games.competitions.sets.front import SetOfToday, Today
from games.competitions.sets.lookups import day_in_address
from games.web.blocks import Block, Ring, Visit

_LAST: Final = 9
"""The rank of what comes after the lines of other subjects."""

IN_SIGHT: Final = 3
"""How many of the visitor's challenges are not in a fold."""


def on_play(visit: Visit) -> Iterator[Block]:
    """Yield the streak, the tile of the deal of the day, and the visitor's challenges that go on with another deal; one
    whose deal is under way is among the running games.
    """
    today = front.today(visit.user, visit.now)
    if today.streak:
        yield Block(area="heading", template="competitions/sets/_flame.html", context={"days": today.streak})
    if today.day:
        tile = "competitions/sets/_tile_of_today.html"
        yield Block(area="tiles", template=tile, context={"day": today.day}, may_lead=True)
    if begun := challenges_between_deals(visit.user, visit.now):
        template = "competitions/sets/_begun_challenges.html"
        yield Block(area="waiting", template=template, context={"challenges": begun}, rank=2)


def on_today(visit: Visit) -> Iterator[Block]:
    """Yield the sets that are open, each with its ring, and what came of the days before."""
    today = front.today(visit.user, visit.now)
    archive = archives.archive(visit.user, _month(visit, today.in_utc), today.in_utc)
    yesterday = archives.podium_of(today.in_utc - timedelta(days=1), visit.user)
    yield from _streak(today, archive.longest)
    yield from _lines(today)
    if challenges := own_challenges(visit.user, visit.now):
        context = {"challenges": challenges[:IN_SIGHT], "earlier": challenges[IN_SIGHT:]}
        yield Block(area="lines", template="competitions/sets/_own_challenges.html", context=context, rank=_LAST + 1)
    if yesterday.rows:
        yield Block(area="days", template="competitions/sets/_yesterday.html", context={"yesterday": yesterday})
    yield Block(area="days", template="competitions/sets/_month.html", context={"month": archive.month}, rank=1)
    if archive.sets:
        yield Block(area="end", template="competitions/sets/_earlier.html", context={"sets": archive.sets})


def _streak(today: Today, longest: int) -> Iterator[Block]:
    context = {"streak": today.streak, "longest": longest}
    if today.streak:
        yield Block(area="streak", template="competitions/sets/_streak.html", context=context)
    if today.day:
        yield Block(area="next_deals", template="competitions/sets/_until_next.html", context=context)


def _lines(today: Today) -> Iterator[Block]:
    """Yield a line for each set that is open, and the way to a challenge."""
    if today.day:
        yield _line("_day_line", {"day": today.day}, _ring("day", today.day))
    if today.eight:
        yield _line("_of_today", {"of_today": today.eight, "title": _("Eight a day")}, _ring("eight", today.eight))
    for other in today.others:
        yield _line("_of_today", {"of_today": other, "title": other.title})
    yield Block(area="lines", template="competitions/sets/_challenge_line.html", rank=_LAST)


def _line(template: str, context: dict[str, object], ring: Ring | None = None) -> Block:
    may_lead = ring is not None and ring.percent < 100
    path = f"competitions/sets/{template}.html"
    return Block(area="lines", template=path, context=context, ring=ring, may_lead=may_lead)


def _ring(name: str, of_today: SetOfToday) -> Ring:
    return Ring(name, 100 * of_today.own // of_today.boards)


def _month(visit: Visit, in_utc: date) -> date:
    """Return the first day of the month that the address names, by default of this one."""
    chosen = day_in_address(f"{visit.query['month']}-01") if "month" in visit.query else in_utc
    return min(chosen, in_utc).replace(day=1)
