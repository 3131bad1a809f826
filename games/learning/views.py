"""Pages that teach: two interactive lessons; hints in games with bots only; and the trainer.

The learner's step is stored only in the URL and in the forms. Players' answers to exercises are stored, those of
visitors are not.
"""

import random
from functools import partial
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from accounts.base.rate_limits import TooManyRequests, check_limit
from accounts.models import User
from games import lessons
from games.components.context import TableContext
from games.components.html import Html
from games.engine import IllegalAction
from games.learning import training
from games.learning.exercise_answers import answer
from games.learning.exercise_words import progress_lines, puzzle_result, question
from games.learning.exercises import GENERATED, Exercise, Kind, Option, exercise
from games.learning.hints import hint as hint_for
from games.lessons import Lesson
from games.lobby.queries import has_played
from games.play import game_rows, queries as table_queries
from games.play.errors import NotUnderstood, NumberMissing
from games.web import actions
from games.web.shortcuts import by_htmx, find, present_player

FIRST_STEPS = 200
"""A visitor to the trainer, of whom nothing is known, begins at one of so many exercises."""


def step(request: HttpRequest, number: int = 0, *, lesson: Lesson) -> HttpResponse:
    """Show a step of a lesson."""
    if number > lesson.last:
        raise Http404
    return _step(request, lesson, number)


def move(request: HttpRequest, *, kind: str, lesson: Lesson) -> HttpResponse:
    """Make a move of the learner: "bid", "play" or "claim".

    Respond with the next step, or with this one and a notice why the move is not accepted.
    """
    answered = lessons.answer(lesson, kind, actions.fields_of(request.POST))
    if answered.refusal is not None:
        return _step(request, lesson, answered.number, answered.notice, _status_of(answered.refusal))
    address = reverse(f"games:{lesson.page}", args=[answered.number])
    if by_htmx(request):
        return push_url(_step(request, lesson, answered.number), address)
    return HttpResponseRedirect(address)


def _status_of(refusal: Exception) -> HTTPStatus:
    """Return the status of a step that is shown again. A move that the page offers and the lesson does not ask for, or
    one that is not complete, is answered like any other, and is no error of the request.
    """
    if isinstance(refusal, IllegalAction):
        return HTTPStatus.CONFLICT
    is_unclear = isinstance(refusal, NotUnderstood) and not isinstance(refusal, NumberMissing)
    return HTTPStatus.BAD_REQUEST if is_unclear else HTTPStatus.OK


def _step(
    request: HttpRequest, lesson: Lesson, number: int, notice: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    way_on = partial(_way_on, request, lesson, number)
    step = lessons.draw(lesson, number, way_on, notice, get_token(request))
    if by_htmx(request):
        return HttpResponse(step, status=status)
    return render(request, "learning/lesson.html", {"lesson": lesson, "step": step}, status=status)


def _way_on(request: HttpRequest, lesson: Lesson, number: int) -> Html:
    address = reverse(f"games:{lesson.page}")
    context = {
        "address": address,
        "next_step": "" if number == lesson.last else f"{address}{number + 1}/",
        "following": lessons.lesson_after(lesson),
    }
    return Html(render_to_string("learning/_way_on.html", context, request))


def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Show the player's legal choices, needs and a suggestion; redirect to the table if it is not their turn.

    The first hint of a game has to be asked for with a form, because it makes the game unrated; after a scored deal,
    a win only. The form says which, and is shown again if that has changed meanwhile. In a player's first game
    that is no news worth a question, and a script sends the form at once.
    """
    player = present_player(code, request)
    game = find(code)
    page = TableContext(table_queries.full_snapshot_of(game).of(player))
    if not page.may_have_hints:
        raise PermissionDenied(_("Hints are for games against bots, and not for sets of deals."))
    is_part = by_htmx(request)
    try:
        check_limit(request, "hint")
    except TooManyRequests as refusal:
        if not is_part:
            raise
        return HttpResponse(escape(refusal.sentence()), status=refusal.status)
    hint = hint_for(page.view, page.names) if page.view and page.prompt else None
    if hint is None:
        return HttpResponseRedirect(reverse("games:table", args=[code]))
    is_late = not game.hinted and game_rows.has_scored_deal(game)
    if request.method == "POST" and is_late == ("late" in request.POST):
        game_rows.mark_hinted(game)
    elif not game.hinted:
        hint = None
    is_first_game = hint is None and not has_played(request.user)
    template = "learning/_hint.html" if is_part else "learning/hint.html"
    about = {"hint": hint, "code": code, "version": page.snapshot.version}
    return render(request, template, {**about, "is_first_game": is_first_game, "is_late": is_late})


def learn(request: HttpRequest, notice: str = "") -> HttpResponse:
    """Show the lessons, the puzzle, the kinds of exercises with the player's progress in each, and what to read."""
    user = _player(request)
    kinds = progress_lines(training.progress(user) if user else {}, is_player=user is not None)
    context = {
        "kinds": kinds,
        "notice": notice,
        "has_played": has_played(request.user),
        "next_puzzle": training.next_puzzle(timezone.now()),
        "puzzle_result": puzzle_result(training.answer_to_puzzle(user, timezone.now()) if user else None),
    }
    return render(request, "learning/learn.html", context)


def next_exercise(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect to the visitor's next exercise of a kind."""
    following = _following(request, _kind(kind))
    if not following:
        return learn(
            request, _("No cards to find right now. New ones come from the deals you play, once they are analysed.")
        )
    return redirect(following)


def puzzle(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, or its answer. A page that was open at midnight names the puzzle that it answers."""
    today = training.day_of(timezone.now())
    named = training.puzzle_numbered(request.POST.get("number", ""), today)
    return _show(request, *(named or training.puzzle_of(today)))


def show_exercise(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show an exercise, or its answer to a player who has given one. Today's puzzle has a page of its own."""
    if request.method != "POST" and (kind, number) == training.puzzle_of(training.day_of(timezone.now())):
        return redirect("games:puzzle")
    return _show(request, kind, number)


def _show(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show an exercise, or its answer to a player who has given one. A POST answers it; only the first one counts."""
    check_limit(request, "exercise")
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
    if number > training.HIGHEST:
        return None
    if kind is Kind.PLAYED:
        return training.played(number)
    if kind is Kind.OWN:
        return training.own(user, number) if user else None
    return exercise(kind, number) if training.is_open(kind, number, training.day_of(timezone.now())) else None


def _page(
    request: HttpRequest, exercise: Exercise, chosen: Option | None = None, notice: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {
        "question": question(exercise),
        "number": exercise.number,
        "is_puzzle": exercise.kind in GENERATED and exercise.number >= training.FIRST_OF_DAYS,
        "is_todays": (exercise.kind, exercise.number) == training.puzzle_of(training.day_of(timezone.now())),
        "next_puzzle": training.next_puzzle(timezone.now()),
        "has_number": exercise.kind in GENERATED and exercise.number <= training.MOST,
        "notice": notice,
    }
    if chosen:
        context["answer"] = answer(exercise, chosen, training.choices(exercise))
        user = _player(request)
        context["streak"] = training.puzzle_streak(user, timezone.now()) if user and context["is_puzzle"] else 0
        context["address"] = request.build_absolute_uri(reverse("games:puzzle"))
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
        own = training.next_own(user) if user else None
        return reverse("games:exercise", args=[kind, own]) if own else ""
    if kind in (Kind.CARD, Kind.PLAYED):
        played = training.next_played(user)
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
