"""The talk at a table as one reader hears it. Nothing in it was said where its reader may not listen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Phrase(StrEnum):
    """Something to say at the table that every reader reads in their own language."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANK_YOU = "thank_you"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    GOOD_GAME = "good_game"


@dataclass(frozen=True, slots=True)
class Said:
    """A message: `text` in the author's words, or a phrase. `number` grows with time."""

    number: int
    author: str
    text: str
    phrase: Phrase | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody else at the table or in the talk, and whether the reader hears them: nowhere if `blocked`."""

    name: str
    muted: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk at a table as one reader hears it, oldest first. `newest` is the number of the last message there is,
    heard or not. `people` are those whom the reader may hush, none for a reader who is not signed in.
    """

    code: str
    may_write: bool
    said: tuple[Said, ...]
    newest: int
    people: tuple[Person, ...]
