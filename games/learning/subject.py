"""What learning plugs into the site: lessons, hints, the trainer and the puzzle of the day."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from django.urls import path

from accounts.models import User
from games.learning import training, views
from games.learning.exercise_words import puzzle_result
from games.lessons import LESSONS
from games.subjects import Subject, kept
from games.web.blocks import Block, Ring, Visit
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view

# Lessons reuse the components of tables, whose forms post to the URLs of a table with the code of the lesson.
_MOVES: Final = [
    path(
        f"tables/{lesson.code}/{kind}/",
        form_view(partial(views.move, kind=kind, lesson=lesson), f"games:{lesson.page}"),
    )
    for lesson in LESSONS
    for kind in ("bid", "play", "claim")
]
_STEPS: Final = [
    path(f"learn/{lesson.code}/<int:number>/", page_view(views.step), {"lesson": lesson}, name=lesson.page)
    for lesson in LESSONS
]


def _on_today(visit: Visit) -> Iterator[Block]:
    """Yield the line of the puzzle, after the sets of today."""
    attempt = training.answer_to_puzzle(visit.user, visit.now) if isinstance(visit.user, User) else None
    context, is_open = {"puzzle_result": puzzle_result(attempt)}, attempt is None
    template, ring = "learning/_puzzle_line.html", Ring("puzzle", 0 if is_open else 100)
    yield Block(area="lines", template=template, context=context, rank=1, may_lead=is_open, ring=ring)


SUBJECT: Final = Subject(
    addresses=[
        *_MOVES,
        *_STEPS,
        path("tables/<table:code>/hint/", page_view(views.hint, "POST"), name="hint"),
        path("today/puzzle/", page_view(views.puzzle, "POST"), name="puzzle"),
        path("learn/train/", leads_to("learn")),
        path("learn/train/today/", leads_to("puzzle")),
        path("learn/train/<str:kind>/", page_view(views.next_exercise), name="train_kind"),
        path("learn/train/<str:kind>/<int:number>/", page_view(views.show_exercise, "POST"), name="exercise"),
    ],
    pages=[
        *(
            path(f"learn/{lesson.code}/", page_view(views.step), {"lesson": lesson}, name=lesson.page)
            for lesson in LESSONS
        ),
        path("learn/", page_view(views.learn), name="learn"),
    ],
    daily={"attempts": kept("KEEP_ATTEMPTS_DAYS", training.remove_before)},
    on_today=_on_today,
)
