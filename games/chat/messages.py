"""The chat of a table as one reader may see it: plain values, read by `games.chat.queries`."""

from dataclasses import dataclass

from games.models import Phrase


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message: either `text` in the author's words or a phrase. Later messages have higher numbers."""

    number: int
    author: str
    text: str
    phrase: Phrase | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Another person at the table or in the chat: muted at this table, blocked everywhere, or neither."""

    name: str
    muted: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat of a table as one reader may see it, oldest message first.

    `newest` is the number of the latest message in the reader's channels, including messages of muted or blocked
    authors; 0 without one. `people` are the people the reader can mute or block; it is empty for anonymous readers.
    """

    code: str
    may_write: bool
    messages: tuple[ChatMessage, ...]
    newest: int
    people: tuple[Person, ...]
