"""Leaderboards: the ladders on which players are rated."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.history import LadderForm
from games.history import ratings
from games.models import Company
from games.presenters.history import rating_line


@never_cache
@require_safe
def leaders(request: HttpRequest) -> HttpResponse:
    """Show the best players of a ladder."""
    months = ratings.months()
    form = LadderForm(request.GET, months=months)
    valid = form.is_valid()
    data = form.cleaned_data if valid else {"company": "", "bidding": "", "month": ""}
    ladder = ratings.ladder(data["company"] or Company.PEOPLE, data["bidding"], data["month"], request.user)
    context = {"form": form, "rows": [rating_line(rating) for rating in ladder]}
    return render(request, "games/leaders.html", context, status=200 if valid else HTTPStatus.BAD_REQUEST)
