"""What readers of a table's chat see."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.chat import queries as chat_queries
from games.play import loading


def messages_seen(code: str, reader: User | AnonymousUser) -> list[str]:
    """Return the messages that `reader` sees, oldest first; phrases as their codes."""
    chat = chat_queries.chat_for(loading.game_by_code(code), reader)
    return [message.phrase or message.words for message in chat.messages] if chat else []


def people(code: str, reader: User | AnonymousUser) -> dict[str, tuple[bool, bool]]:
    """Return whom `reader` can mute or block, and whether they are muted and blocked."""
    chat = chat_queries.chat_for(loading.game_by_code(code), reader)
    assert chat is not None
    return {person.name: (person.muted, person.blocked) for person in chat.people}
