"""Views of joint reviews: the page that follows the leader, and the forms to lead, to show a step and to stop."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.play import joint_reviews, loading
from games.play.errors import NotPossible
from games.review.log import ReviewSelection
from games.review.lookups import finished_deals
from games.review.queries import ReviewedDeal
from games.review.together import bar_above, shown_in, shown_of
from games.review.views import hold_next_deal, selection, show_review
from games.web.shortcuts import by_htmx, note_heartbeat, present_player


def look_together(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Review a finished deal at its leader's position, or at the step in the address, for everyone who may review
    it.
    """
    (deal,) = finished_deals(request.user, code, number)
    assert deal.game is not None, "the deal is one of a table"
    note_heartbeat(deal.game, request)
    hold_next_deal(deal)
    path = reverse("games:look_together", args=[code, number])
    review = None if "at" in request.GET else loading.joint_review(deal.game)
    chosen = selection(request.GET, deal, path)
    if review is not None and review.deal_number == number:
        chosen = ReviewSelection(path, {}, *shown_in(review))
    return show_review(request, deal, chosen, bar_above(deal, follows=True))


def lead(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin to look at the deal together, or take the lead, at the step in the form; without one before the play."""
    player, (deal,) = present_player(code, request), finished_deals(request.user, code, number)
    try:
        joint_reviews.lead(code=code, player=player, number=number, shown=shown_of(_selected(request, deal)))
    except NotPossible as refusal:
        messages.error(request, refusal.sentence())
        return redirect("games:review", code, number)
    return redirect("games:look_together", code, number)


def show(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show the others the step in the form; 409 for a player who no longer leads."""
    player, (deal,) = present_player(code, request), finished_deals(request.user, code, number)
    chosen = _selected(request, deal)
    try:
        joint_reviews.show(code=code, player=player, number=number, shown=shown_of(chosen))
    except NotPossible as refusal:
        if by_htmx(request):
            return HttpResponse(refusal.sentence(), status=HTTPStatus.CONFLICT)
        messages.error(request, refusal.sentence())
        return redirect("games:look_together", code, number)
    return HttpResponse(status=HTTPStatus.NO_CONTENT) if by_htmx(request) else redirect(chosen.address(chosen.at))


def stop(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Stop looking together, and go back to the table."""
    player = present_player(code, request)
    try:
        joint_reviews.stop(code=code, player=player, number=number)
    except NotPossible as refusal:
        messages.error(request, refusal.sentence())
    return redirect("games:table", code)


def _selected(request: HttpRequest, deal: ReviewedDeal) -> ReviewSelection:
    return selection(request.POST, deal, reverse("games:look_together", args=[deal.code, deal.number]))
