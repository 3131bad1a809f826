"""The trainer: exercises with an answer at once. Players' answers are stored, those of visitors are not."""

import random
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from games.learning import played_deals, training
from games.learning.exercise_answers import answer
from games.learning.exercise_words import progress_lines, question
from games.learning.exercises import GENERATED, Exercise, Kind, Option, exercise
from games.words import errors as error_messages

FIRST_STEPS = 200
"""A visitor, of whom nothing is known, begins at one of so many exercises."""


def menu(request: HttpRequest, notice: str = "") -> HttpResponse:
    """Show the kinds of exercises, with the player's progress in each."""
    user = _player(request)
    kinds = progress_lines(training.progress(user) if user else {}, is_player=user is not None)
    context = {"kinds": kinds, "notice": notice, "next_puzzle": training.next_puzzle(timezone.now())}
    return render(request, "learning/train.html", context)


def start(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect to the visitor's next exercise of a kind."""
    following = _following(request, _kind(kind))
    if not following:
        return menu(request, _("There is no such card left. The review of a deal finds them, once it is analysed."))
    return redirect(following)


def today(_request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day."""
    return redirect("games:exercise", *training.puzzle_of(training.day_of(timezone.now())))


def show(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show an exercise, or its answer to a player who has given one. A POST answers it; only the first one counts."""
    if not is_within_limit(request, "exercise"):
        return too_many_requests(request, error_messages.too_fast())
    user = _player(request)
    exercise = _find(user, _kind(kind), number)
    if exercise is None:
        raise Http404(_("There is no such exercise."))
    chosen = training.answered(user, exercise) if user else None
    if chosen is None and request.method == "POST":
        chosen = exercise.option(request.POST.get("choice", ""))
        if chosen is None:
            return _page(
                request, exercise, notice=_("Choose one of the answers offered."), status=HTTPStatus.BAD_REQUEST
            )
        if user:
            stored = training.answer(user, exercise, chosen)
            chosen = exercise.option(stored.choice) or chosen
    return _page(request, exercise, chosen)


def _player(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _find(user: User | None, kind: Kind, number: int) -> Exercise | None:
    """Return an exercise that is open to this visitor."""
    if number > played_deals.HIGHEST:
        return None
    if kind is Kind.PLAYED:
        return played_deals.played(number)
    if kind is Kind.OWN:
        return played_deals.own(user, number) if user else None
    return exercise(kind, number) if training.is_open(kind, number, training.day_of(timezone.now())) else None


def _page(
    request: HttpRequest, exercise: Exercise, chosen: Option | None = None, notice: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {
        "question": question(exercise),
        "number": exercise.number,
        "is_puzzle": exercise.kind in GENERATED and exercise.number >= training.FIRST_OF_DAYS,
        "next_puzzle": training.next_puzzle(timezone.now()),
        "has_number": exercise.kind in GENERATED and exercise.number <= training.MOST,
        "notice": notice,
    }
    if chosen:
        context["answer"] = answer(exercise, chosen, training.choices(exercise))
        context["following"] = _following(request, exercise.kind, exercise.number)
    return render(request, "learning/exercise.html", context, status=status)


def _kind(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        raise Http404(_("There is no such exercise.")) from None


def _following(request: HttpRequest, kind: Kind, last: int = 0) -> str:
    """Return the address of the visitor's next exercise after `last`, if any; "" if there is none.

    A card is asked of a deal that was played here, or of a generated one if there are too few.
    """
    user = _player(request)
    if kind is Kind.OWN:
        own = played_deals.next_own(user) if user else None
        return reverse("games:exercise", args=[kind, own]) if own else ""
    if kind in (Kind.CARD, Kind.PLAYED):
        played = played_deals.next_played(user)
        if played is not None:
            return reverse("games:exercise", args=[Kind.PLAYED, played])
        last, kind = last if kind is Kind.CARD else 0, Kind.CARD
    return reverse("games:exercise", args=[kind, _next(user, kind, last)])


def _next(user: User | None, kind: Kind, last: int) -> int:
    """Return the number of the next generated exercise for the visitor who has just seen `last`, if any."""
    if user:
        return training.next_number(user, kind)
    if 0 < last < training.MOST:
        return last + 1
    return random.randint(1, FIRST_STEPS)  # no secret
