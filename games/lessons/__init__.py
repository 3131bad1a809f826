"""Lessons, each a fixed deal that is played step by step with a coach. They need neither the site nor a database: what
shows them asks for a step and draws it, and `answer` says what a learner's move leads to.
"""

from games.lessons.answers import Answer, answer
from games.lessons.coach import draw
from games.lessons.first_deal import FIRST_DEAL
from games.lessons.lesson import Lesson
from games.lessons.nils_and_bags import NILS_AND_BAGS

__all__ = ["LESSONS", "Answer", "Lesson", "answer", "draw", "lesson_after"]

LESSONS = (FIRST_DEAL, NILS_AND_BAGS)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the lesson that follows this one; None after the last."""
    following = LESSONS.index(lesson) + 1
    return LESSONS[following] if following < len(LESSONS) else None
