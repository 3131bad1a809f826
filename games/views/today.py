"""The page Today: what everybody plays today, and what came of the days before."""

from datetime import UTC
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.subjects import all_subjects
from games.web.blocks import Visit, arranged

AREAS: Final = ("streak", "next_deals", "lines", "days", "columns", "end")
"""Where subjects may put blocks: two beside the rings, the list of what can be played, and what is below."""

_WIDEST, _STEP = 45, 12
"""The radius of the outer ring, and how much smaller each further one is."""


def today(request: HttpRequest) -> HttpResponse:
    """Show what the subjects have for today, with a ring for each thing that can be finished in a day."""
    visit = Visit(request.user, timezone.now(), request.GET)
    areas = arranged((block for subject in all_subjects() for block in subject.on_today(visit)), AREAS)
    rings = [block.ring for block in areas["lines"] if block.ring]
    context = {
        "in_utc": visit.now.astimezone(UTC).date(),
        "rings": [(ring, _WIDEST - _STEP * at) for at, ring in enumerate(rings)],
        "closed": sum(ring.percent == 100 for ring in rings),
        **areas,
    }
    return render(request, "web/today.html", context)
