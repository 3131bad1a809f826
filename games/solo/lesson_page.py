"""The page of a lesson without the site: the step that it shows, and what its forms do."""

from functools import partial
from typing import Final
from urllib.parse import parse_qs

from django.utils.translation import gettext as _

from games import lessons
from games.components.html import NOTHING, Html, Template
from games.lessons import Lesson
from games.play.moves import Fields

READ: Final = "read"
"""The kind of the form that leads on from a step that is just to read."""

_GO_ON: Final = Template(
    '<form method="post" action="/tables/{code}/read/"><input type="hidden" name="version" value="{number}">'
    '<button class="btn turn" id="go-on">{words}</button></form>'
)
_AT_END: Final = Template(
    '<div class="actions"><a class="btn turn" href="index.html">{play}</a>{following}'
    '<a class="btn" href="{code}.html">{again}</a></div>'
)
_FOLLOWING: Final = Template('<a class="btn" href="{code}.html">{words}</a>')


class LessonPage:
    """A page that shows a lesson, from its first step."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._number = 0

    def table(self, notice: str = "") -> str:
        """Return the whole step."""
        way_on = partial(_way_on, self._lesson, self._number)
        return lessons.draw(self._lesson, self._number, way_on, notice)

    def receive(self, kind: str, form: str) -> str:
        """Do what a form of the page asks for, by its kind and its fields as browsers send them; return the step that
        is shown then.
        """
        fields = parse_qs(form, keep_blank_values=True)
        if kind == READ:
            self._go_on(fields)
            return self.table()
        answered = lessons.answer(self._lesson, kind, fields)
        self._number = answered.number
        return self.table(answered.notice)

    def _go_on(self, fields: Fields) -> None:
        """Go on from a step that is just to read; a second click on the same one changes nothing."""
        is_to_read = self._lesson.steps[self._number].asks is None and self._number < self._lesson.last
        if is_to_read and fields.get("version") == [str(self._number)]:
            self._number += 1


def _way_on(lesson: Lesson, number: int) -> Html:
    if number < lesson.last:
        return _GO_ON(code=lesson.code, number=number, words=_("Go on"))
    following = lessons.lesson_after(lesson)
    words = following and _("Next lesson: %(title)s") % {"title": following.title}
    return _AT_END(
        play=_("Play with two bots"),
        following=_FOLLOWING(code=following.code, words=words) if following else NOTHING,
        code=lesson.code,
        again=_("Play it again"),
    )
