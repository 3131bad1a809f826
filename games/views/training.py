"""The trainer: exercises with an answer at once. Players' answers are stored, those of visitors are not."""

import random
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rate_limits import is_within_limit
from accounts.views import too_many_requests
from games.learning import training
from games.learning.exercise_answers import answer
from games.learning.exercise_words import progress_lines, question
from games.learning.exercises import Exercise, Kind, Option, exercise
from games.presenters import error_messages

FIRST_STEPS = 200
"""A visitor, of whom nothing is known, begins at one of so many exercises."""


def menu(request: HttpRequest) -> HttpResponse:
    """Show the kinds of exercises, with the player's progress in each."""
    user = request.user if isinstance(request.user, User) else None
    progress = training.progress(user) if user else {}
    return render(request, "games/train.html", {"kinds": progress_lines(progress)})


def start(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect to the visitor's next exercise of a kind."""
    return redirect("games:exercise", kind, _next(request, _kind(kind)))


def today(_request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day."""
    return redirect("games:exercise", *training.puzzle_of(timezone.now().date()))


def show(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show an exercise, or its answer to a player who has given one. A POST answers it; only the first one counts."""
    if not training.is_open(_kind(kind), number, timezone.now().date()):
        raise Http404(_("There is no such exercise."))
    if not is_within_limit(request, "exercise"):
        return too_many_requests(request, PermissionDenied(error_messages.too_fast()))
    found = exercise(_kind(kind), number)
    user = request.user if isinstance(request.user, User) else None
    chosen = training.answered(user, found) if user else None
    if chosen is None and request.method == "POST":
        chosen = found.option(request.POST.get("choice", ""))
        if chosen is None:
            return _page(request, found, notice=_("Choose one of the answers offered."), status=HTTPStatus.BAD_REQUEST)
        if user:
            stored = training.answer(user, found, chosen)
            chosen = found.option(stored.choice) or chosen
    return _page(request, found, chosen)


def _page(
    request: HttpRequest, found: Exercise, chosen: Option | None = None, notice: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {
        "question": question(found),
        "kind": found.kind,
        "number": found.number,
        "is_puzzle": found.number >= training.FIRST_OF_DAYS,
        "notice": notice,
    }
    if chosen:
        context["answer"] = answer(found, chosen, training.choices(found))
        context["following"] = _next(request, found.kind, found.number)
    return render(request, "games/exercise.html", context, status=status)


def _kind(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        raise Http404(_("There is no such exercise.")) from None


def _next(request: HttpRequest, kind: Kind, last: int = 0) -> int:
    """Return the number of the next exercise for the visitor who has just seen `last`, if any."""
    if isinstance(request.user, User):
        return training.next_number(request.user, kind)
    if 0 < last < training.MOST:
        return last + 1
    return random.randint(1, FIRST_STEPS)  # no secret
