"""The ready phrases of the chat, which staff edit."""

from accounts.site_config.settings_cache import cached
from games.models import ReadyPhrase


def offered() -> list[ReadyPhrase]:
    """Return the phrases that can be sent now, in their order."""
    return [phrase for phrase in _all().values() if phrase.offered]


def words_of(text: str, code: str) -> str:
    """Return a message's text, or the phrase with this code in the active language: plain text, never markup."""
    if not code:
        return text
    phrase = _all().get(code)
    return code if phrase is None else phrase.words


def _all() -> dict[str, ReadyPhrase]:
    return cached(ReadyPhrase.cache_name, lambda: {phrase.code: phrase for phrase in ReadyPhrase.objects.all()})
