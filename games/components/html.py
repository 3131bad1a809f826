"""Markup that is escaped by construction.

`Template` makes `Html` and escapes every value that is not `Html`. All other text is a plain `str` and is escaped where
it is inserted, so a mistake escapes text twice instead of not at all.
"""

import re
from collections.abc import Callable, Iterable
from datetime import tzinfo
from functools import lru_cache
from html import escape
from typing import Any, Final, Protocol, TypeAlias

from django.utils.safestring import SafeString

from accounts.base.addresses import address

_FIELD: Final = re.compile(r"\{(\w+)\}")
_find_special: Final = re.compile("[&<>\"']").search


class Html(SafeString):
    """Finished markup. Django's templates don't escape it."""

    __slots__ = ()


class Page(Protocol):
    """The values known only when a page is put together."""

    version: int
    token: str
    link: str
    chat: str
    zone: tzinfo

    def slot(self, slot: Any) -> str:
        """Return the markup of a slot on this page: filled, or an empty element that keeps what the browser shows."""


class Piece(Protocol):
    """A piece of markup that depends on the page."""

    def render(self, page: Page) -> str:
        """Return its markup on this page."""


class Shared(tuple[Html, ...]):
    """Finished markup in pieces that other parts have too, such as cards: each of them is in memory once."""

    __slots__ = ()


Content: TypeAlias = Html | Shared | tuple[Html | Piece, ...]
"""What a part of the page consists of."""

NOTHING: Final = Html("")
_TEXTS: Final = frozenset({Html, str})


class Template:
    """Markup with named fields: `Template('<b class="{kind}">{words}</b>')(kind="s", words="5 < 6")`.

    A field in a tag outside quotes stands for whole attributes and accepts only `Html`.
    """

    def __init__(self, source: str) -> None:
        self._chunks = _FIELD.split(source)
        self._names = self._chunks[1::2]
        self._bare = [name for place, name in enumerate(self._names) if _is_bare(self._chunks[: 2 * place + 1 : 2])]

    def __call__(self, **values: object) -> Html:
        """Return the markup with these values. Raises KeyError if one is missing, TypeError for text in place of
        attributes.
        """
        return Html("".join(self._filled(values)))

    def around(self, **values: object) -> Content:
        """Return the markup with these values, some of which may be pieces that depend on the page."""
        return merge(self._filled(values, keep=True))

    def _filled(self, values: dict[str, object], keep: bool = False) -> list[Any]:
        for name in self._bare:
            if values[name].__class__ is not Html:
                raise TypeError(f"{name} stands between attributes and is no Html")
        chunks: list[Any] = self._chunks.copy()
        named = map(values.__getitem__, self._names)
        chunks[1::2] = [value if value.__class__ is Html else text(value, keep) for value in named]
        return chunks


def cached(source: str) -> Callable[..., Html]:
    """Return a template that is filled once for equal values: for small markup that many tables show again and again.

    Values of different types differ, so that text is never taken for `Html` that reads the same.
    """
    return lru_cache(maxsize=1024, typed=True)(Template(source))


def _is_bare(chunks: list[str]) -> bool:
    """Return whether the text after these chunks is in a tag, outside quotes."""
    before = "".join(chunks)
    tag = before[before.rfind("<") :] if before.rfind("<") > before.rfind(">") else ""
    return bool(tag) and tag.count('"') % 2 == 0


def text(value: object, keep: bool = False) -> Any:
    """Return a value as markup: `Html` unchanged, other values escaped; with `keep`, pieces unchanged too."""
    if value.__class__ is str:
        return escape(value) if _find_special(value) else value
    if value.__class__ is Html:
        return value
    if value.__class__ is int:
        return str(value)
    if keep and (isinstance(value, tuple) or hasattr(value, "render")):
        return value
    return escape(str(value))


def merge(contents: Iterable[Content | Piece]) -> Content:
    """Join contents; without pieces the result is one `Html`.

    With pieces, texts stay apart: most of them belong to a template, and all tables share them.
    """
    pieces: list[Any] = []
    for content in contents:
        if content.__class__ is tuple:
            pieces += content
        elif content:
            pieces.append(content)
    return Html("".join(pieces)) if _TEXTS.issuperset(map(type, pieces)) else tuple(pieces)


def join(contents: Iterable[Html]) -> Html:
    """Join finished markup."""
    return Html("".join(contents))


def fill(content: Content, page: Page) -> str:
    """Return the content's markup on this page."""
    if isinstance(content, str):
        return content
    if isinstance(content, Shared):
        return "".join(content)
    return "".join([piece if isinstance(piece, str) else piece.render(page) for piece in content])


IN_SAME_PAGE: Final = Html(
    ' data-next-table hx-target="#main" hx-select="#main" hx-swap="outerHTML settle:0ms" hx-push-url="true"'
)
"""The attributes of what leads from a table to the next one, which takes its place in the same page (next_table.js).

Without `settle:0ms` it would have the old socket for a moment.
"""


@lru_cache(maxsize=4096)
def url(name: str, *args: str | int) -> str:
    """Return the URL of the view `name` of the games app."""
    return address(f"games:{name}", *args)


@lru_cache(maxsize=4096)
def posts_to(name: str, code: str, move: str = "") -> Html:
    """Return the attributes of a form that posts to a table's view `name`, or sends the move over the socket."""
    action = escape(url(name, code))
    sends = f' data-move="{escape(move)}"' if move else ""
    return Html(f'method="post" action="{action}" hx-post="{action}"{sends}')
