"""The talk at a table in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.chat.messages import (
    Person,
    Phrase,
    Said,
    Talk,
)

PHRASES: Final[Mapping[Phrase, Any]] = {
    Phrase.HELLO: _("Hello!"),
    Phrase.GOOD_LUCK: _("Good luck!"),
    Phrase.WELL_PLAYED: _("Well played!"),
    Phrase.THANK_YOU: _("Thank you!"),
    Phrase.SORRY: _("Sorry!"),
    Phrase.ONE_MOMENT: _("One moment, please."),
    Phrase.GOOD_GAME: _("Good game!"),
}
"""Lazy translations: each reader's own language decides."""


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A message as it is shown; `words` are text, never markup."""

    number: int
    author: str
    words: str
    is_own: bool
    may_be_reported: bool


@dataclass(frozen=True, slots=True)
class TalkPanel:
    """All that the panel shows. `phrases` are (code, words) to press; `draft` is a message that was not taken."""

    code: str
    may_write: bool
    lines: tuple[TalkLine, ...]
    newest: int
    people: tuple[Person, ...]
    phrases: tuple[tuple[str, str], ...]
    draft: str = ""


def talk_panel(talk: Talk, draft: str = "") -> TalkPanel:
    """The panel in the active language."""
    return TalkPanel(
        code=talk.code,
        may_write=talk.may_write,
        lines=tuple(_line(said, may_report=talk.may_write) for said in talk.said),
        newest=talk.newest,
        people=talk.people,
        phrases=tuple((phrase.value, str(words)) for phrase, words in PHRASES.items()),
        draft=draft,
    )


def words_of(text: str, phrase: str) -> str:
    """What a message says: its text, or the phrase in the active language."""
    return str(PHRASES[Phrase(phrase)]) if phrase else text


def _line(said: Said, *, may_report: bool) -> TalkLine:
    return TalkLine(
        number=said.number,
        author=said.author,
        words=words_of(said.text, said.phrase or ""),
        is_own=said.is_own,
        may_be_reported=may_report and not said.is_own,
    )
