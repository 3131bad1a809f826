"""The chat of a table in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.chat.queries import Chat, Person
from games.models import Phrase

PHRASES: Final[Mapping[Phrase, Any]] = {
    Phrase.HELLO: _("Hello!"),
    Phrase.GOOD_LUCK: _("Good luck!"),
    Phrase.WELL_PLAYED: _("Well played!"),
    Phrase.THANK_YOU: _("Thank you!"),
    Phrase.SORRY: _("Sorry!"),
    Phrase.ONE_MOMENT: _("One moment, please."),
    Phrase.GOOD_GAME: _("Good game!"),
}
"""The text of each phrase, translated when it is rendered for a reader."""


class ChatLine(NamedTuple):
    """A message as shown. `words` is plain text, never markup."""

    number: int
    author: str
    words: str
    is_own: bool
    may_be_reported: bool


class ChatPanel(NamedTuple):
    """Everything the chat panel shows.

    `phrases` are (code, text) pairs for the phrase buttons; `draft` is the text of a message that was refused.
    """

    code: str
    may_write: bool
    lines: tuple[ChatLine, ...]
    newest: int
    people: tuple[Person, ...]
    phrases: tuple[tuple[str, str], ...]
    draft: str = ""


def chat_panel(chat: Chat, draft: str = "") -> ChatPanel:
    """Return the panel in the active language."""
    lines = (
        ChatLine(
            number=message.number,
            author=message.author,
            words=words_of(message.text, message.phrase or ""),
            is_own=message.is_own,
            may_be_reported=chat.may_write and not message.is_own,
        )
        for message in chat.messages
    )
    phrases = tuple((phrase.value, str(words)) for phrase, words in PHRASES.items())
    return ChatPanel(chat.code, chat.may_write, tuple(lines), chat.newest, chat.people, phrases, draft)


def words_of(text: str, phrase: str) -> str:
    """Return a message's text, or its phrase in the active language."""
    return str(PHRASES[Phrase(phrase)]) if phrase else text
