"""The texts to translate, found in the sources as makemessages finds them, for machines without xgettext."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from django.utils.translation.template import templatize

Text: TypeAlias = tuple[str | None, str, str]
"""A context, if there is one, a text, and its plural, or an empty one."""

CALLS: Final = {
    "gettext": ("text",),
    "pgettext": ("context", "text"),
    "ngettext": ("text", "plural"),
    "npgettext": ("context", "text", "plural"),
}
"""What a function that translates is called, and what its first arguments are."""

MARKED: Final = re.compile(r"""\b(?:_|n?p?gettext)\((?:u?"(?:[^"\\]|\\.)*"|u?'(?:[^'\\]|\\.)*'|, *|count)+\)""")
"""A call in what Django makes of a template, where everything else has become noise."""


@cache
def texts(root: Path) -> frozenset[Text]:
    """All texts of the project in this folder; one that has a plural somewhere has it everywhere, as in a catalogue."""
    in_sources = set[Text]()
    for folder in ("accounts", "config", "games"):
        for path in (root / folder).rglob("*.py"):
            in_sources.update(_of_module(path.read_text()))
    for path in (root / "templates").rglob("*.*"):
        in_sources.update(_of_template(path.read_text()))
    return frozenset(in_sources) - {(context, text, "") for context, text, plural in in_sources if plural}


def _of_module(source: str) -> Iterator[Text]:
    """The texts of a module, by whatever names it has imported the functions that translate."""
    tree = ast.parse(source)
    imported = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    return _called(tree, {alias.asname: alias.name for alias in imported if alias.asname})


def _of_template(source: str) -> Iterator[Text]:
    for call in MARKED.findall(templatize(source)):
        yield from _called(ast.parse(call), {"_": "gettext"})


def _called(tree: ast.AST, imported_as: dict[str, str]) -> Iterator[Text]:
    """The texts in calls of `CALLS`, of lazy ones and those that only mark a text too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            wanted = CALLS.get(re.sub("_(lazy|noop)$", "", imported_as.get(name, name)), ())
            given = [argument.value for argument in node.args[: len(wanted)] if isinstance(argument, ast.Constant)]
            if wanted and len(given) == len(wanted):
                said = dict(zip(wanted, map(str, given), strict=True))
                yield said.get("context"), said["text"], said.get("plural", "")
