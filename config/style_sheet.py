"""The site's style sheets: files by subject, joined into one file for all pages, one for reviews, one for exercises.

`static/css/site.css` lists the files as `@import` rules, in their order, and names the screens as `@custom-media`
rules; `reviews.css` and `exercises.css` beside it list those that only such pages load. A browser would follow the
imports one after another, and does not know such names yet. So the finder below puts each file in place of its rule,
and the condition of each screen in place of its name, wherever static files are looked for: by `collectstatic`, by
the development server and in tests.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

SHEET: Final = "css/site.css"
SHEETS: Final = (SHEET, "css/reviews.css", "css/exercises.css")
_IMPORT: Final = re.compile(r'^@import url\("([\w-]+\.css)"\) layer\(([\w-]+)\);$', re.MULTILINE)
_SCREEN: Final = re.compile(r"^@custom-media (--[\w-]+) (.+);.*\n", re.MULTILINE)
_MEDIA: Final = re.compile(r"@media [^{]+")
_COMMENT: Final = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
_TEXT: Final = re.compile(r'("[^"\n]*")')
_SPACES: Final = re.compile(r"(?<=[:;,{}>])\s+|\s+(?=[;{}]|>(?!=))|;\s*(?=\})")
"""Spaces that say nothing beside these signs, and the last semicolon of a rule: not before a colon, where a space makes
another selector, and not around plus and minus, which need it."""


def joined(sheet: Path) -> str:
    """Return a style sheet with the rules of the files beside it that it imports, each file in its layer."""
    text = sheet.read_text()
    screens = _SCREEN.findall(sheet.with_name(Path(SHEET).name).read_text())
    rules = _IMPORT.sub(
        lambda rule: f"@layer {rule[2]} {{\n{sheet.with_name(rule[1]).read_text()}}}", _SCREEN.sub("", text)
    )
    return _compact(_MEDIA.sub(lambda rule: _spelled_out(rule[0], screens), _COMMENT.sub("", rules)))


def _compact(rules: str) -> str:
    """Return rules without the spaces that only people read, of which texts in quotation marks keep theirs."""
    pieces = _TEXT.split(rules)
    pieces[::2] = [_SPACES.sub("", re.sub(r"\s+", " ", piece)) for piece in pieces[::2]]
    return "".join(pieces).strip()


def _spelled_out(rule: str, screens: list[tuple[str, str]]) -> str:
    """Return a media rule with the conditions of the screens that it names."""
    for name, condition in reversed(screens):  # a screen may be described by those before it
        rule = rule.replace(f"({name})", f"({condition})")
    return rule


def parts(sheet: Path) -> list[Path]:
    """Return the files that a style sheet imports, in their order."""
    return [sheet.with_name(name) for name, _ in _IMPORT.findall(sheet.read_text())]


class StyleSheetFinder(FileSystemFinder):
    """Finds the files of STATICFILES_DIRS, of the style sheets and their parts only the joined files."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        location: str | None = super().find_location(root, path, prefix)
        return str(_store(Path(location))) if location and path in SHEETS else location

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        files: dict[str, FileSystemStorage] = dict(super().list(ignore_patterns))
        for name in filter(files.__contains__, SHEETS):
            sheet = Path(files[name].path(name))
            for part in parts(sheet):
                del files[str(Path(name).with_name(part.name))]
            files[name] = FileSystemStorage(location=_store(sheet).parents[1])
        yield from files.items()


def _store(sheet: Path) -> Path:
    """Return the joined file, written anew if a part has changed: finders pass on files, not texts."""
    stored, text = settings.VAR_DIR / "style" / "css" / sheet.name, joined(sheet)
    if not stored.exists() or stored.read_text() != text:
        stored.parent.mkdir(parents=True, exist_ok=True)
        draft = stored.with_name(f"{stored.name}.{os.getpid()}")  # several processes may write it at once
        draft.write_text(text)
        draft.replace(stored)
    return Path(stored)
