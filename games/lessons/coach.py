"""The markup of a lesson: the coach, who says what to do at this step, and the table beside it."""

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from games.components.html import NOTHING, Html, Template, url
from games.components.picture import felt
from games.lessons.lesson import Lesson, LessonStep

_LESSON: Final = Template(
    '<div class="game lesson is-{stage} is-{phase}" data-viewer="{viewer}">'
    '<span id="state" data-version="{version}" hidden></span>'
    '<span id="tab" data-title="{title} · Dummy Hand Spades" hidden></span>'
    '<section class="coach panel" id="coach" aria-labelledby="coach-title">{head}{notice}'
    '<div id="coach-says" aria-live="polite">{heading}<p>{text}</p>{task}</div>{way_on}</section>'
    '{table}<p class="sr" id="live-region" role="status"></p></div>'
)
_HEAD: Final = Template(
    '<header><a class="brand" href="{home}" aria-label="Dummy Hand Spades"><span class="pip s" aria-hidden="true">'
    '</span></a><progress max="{count}" value="{number}" aria-hidden="true"></progress>'
    '<p class="small"><span aria-hidden="true">{number}/{count}</span><span class="sr">{words}</span></p></header>'
)
_NOTICE: Final = Template('<p class="notice" id="notice" role="alert">{words}</p>')
_HEADING: Final = Template('<h2 id="coach-title" tabindex="-1">{title}</h2>')
_LAST_HEADING: Final = Template('<h1 id="coach-title" tabindex="-1">{title}</h1>')
"""The table of all steps but the last has the heading of the page."""
_TASK: Final = Template('<p class="task" data-asks="{elements}">{words}</p>')


def draw(lesson: Lesson, number: int, way_on: Callable[[], Html], notice: str = "", token: str = "") -> Html:
    """Draw a step of a lesson. `way_on` draws what leads on where nothing is asked for, `notice` is about the learner's
    last move, and forms carry the token.
    """
    snapshot, step = lesson.table_at(number), lesson.steps[number]
    assert snapshot.view is not None, "the learner has a seat"
    heading = _LAST_HEADING if number == lesson.last else _HEADING
    return _LESSON(
        stage=snapshot.stage,
        phase=snapshot.view.phase,
        viewer=snapshot.viewer,
        version=snapshot.version,
        title=lesson.title,
        head=_head(lesson, number),
        notice=_NOTICE(words=notice) if notice else NOTHING,
        heading=heading(title=step.title),
        text=step.text,
        task=_task(step),
        way_on=way_on() if step.asks is None else NOTHING,
        table=felt(snapshot, token),
    )


def _head(lesson: Lesson, number: int) -> Html:
    place = {"number": number + 1, "count": len(lesson.steps)}
    return _HEAD(home=url("home"), words=_("Step %(number)s of %(count)s") % place, **place)


def _task(step: LessonStep) -> Html:
    return _TASK(elements=step.asked_elements, words=step.task) if step.task else NOTHING
