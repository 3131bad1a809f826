"""What the engine's package offers (docs/engine.md), read from its source: names, signatures and docstrings.

Nothing is imported, as the environment for programs that learn needs what no site has.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

PACKAGES: Final = ("engine", "bots", "bots.protocol", "match", "environment", "analysis.best_play")
"""The packages and modules from which programs import, as `make reference` has them."""

LONGEST_VALUE: Final = 200
"""A constant is shown without its value if that takes more characters."""


class Block(NamedTuple):
    """Lines of a docstring: a paragraph (`p`), the items of a list (`ul`), or code (`pre`)."""

    kind: str
    lines: list[str]


class Entry(NamedTuple):
    """A name that is offered, how it is written, what is said of it, and, of a class, its fields and methods."""

    name: str
    signature: str
    text: list[Block]
    members: list["Entry"]


class Package(NamedTuple):
    """A package or a module, what is said of it, and all that it offers."""

    name: str
    text: list[Block]
    entries: list[Entry]


@cache
def package(name: str) -> Package:
    """Return what one of the packages offers, by name."""
    source = _file(settings.BASE_DIR.joinpath("games", *name.split(".")))
    tree = _tree(source)
    (offered,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and _name(node) == "__all__")
    entries = [_entry(source, one) for one in sorted(ast.literal_eval(offered), key=str.casefold)]
    return Package(name, _docstring(tree), entries)


def _file(path: Path) -> Path:
    """Return the file of a package or a module."""
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _tree(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


def _entry(source: Path, name: str) -> Entry:
    """Return a name as the module defines it, or the one from which the module imports it."""
    if entry := _defined(source).get(name):
        return entry
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return _entry(_file(source.parents[node.level - 1].joinpath(*(node.module or "").split("."))), name)
    raise LookupError(f"{source} does not define {name}")


@cache
def _defined(source: Path) -> dict[str, Entry]:
    """Return what a module defines, by name."""
    return {entry.name: entry for entry in _entries(_tree(source))}


def _entries(owner: ast.Module | ast.ClassDef) -> Iterator[Entry]:
    """Yield what a module or a class defines."""
    for node, after in zip_longest(owner.body, owner.body[1:]):
        match node:
            case ast.ClassDef():
                members = [member for member in _entries(node) if _is_public(member.name)]
                yield Entry(node.name, _class(node), _docstring(node), members)
            case ast.FunctionDef():
                yield Entry(node.name, _function(node), _docstring(node), [])
            case ast.Assign() | ast.AnnAssign():
                yield Entry(_name(node), _constant(node), _text_below(after), [])


def _is_public(name: str) -> bool:
    return name == "__init__" or not name.startswith("_")


def _name(node: ast.Assign | ast.AnnAssign) -> str:
    return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def _class(node: ast.ClassDef) -> str:
    bases = ", ".join(map(ast.unparse, node.bases))
    return f"class {node.name}({bases})" if bases else f"class {node.name}"


def _function(node: ast.FunctionDef) -> str:
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if any(ast.unparse(decorator).endswith("property") for decorator in node.decorator_list):
        return node.name + returned.replace(" -> ", ": ")
    return f"{node.name}({ast.unparse(node.args)}){returned}"


def _constant(node: ast.Assign | ast.AnnAssign) -> str:
    """Return how a constant or a field is written, without a value that is long."""
    whole = ast.unparse(node)
    if len(whole) <= LONGEST_VALUE:
        return whole
    return f"{_name(node)}: {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else _name(node)


def _text_below(node: ast.stmt | None) -> list[Block]:
    """Return the text below a constant, which it has for a docstring."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return blocks(cleandoc(text))
    return []


def _docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> list[Block]:
    return blocks(ast.get_docstring(node) or "")


def blocks(text: str) -> list[Block]:
    """Return the parts of a docstring in their order."""
    parts = [Block(kind, list(lines)) for kind, lines in groupby(text.splitlines(), key=_kind)]
    return [_block(part) for part in parts if part.kind]


def _kind(line: str) -> str:
    """Return of what a line of a docstring is part, "" for an empty one."""
    if not line.strip():
        return ""
    return "pre" if line.startswith("    ") else "ul" if line.startswith(("- ", "  ")) else "p"


def _block(part: Block) -> Block:
    """Return code without its indentation, a paragraph as one line, and each item of a list as one."""
    if part.kind == "pre":
        return Block("pre", [line.removeprefix("    ") for line in part.lines])
    text = " ".join(line.strip() for line in part.lines)
    return Block(part.kind, re.split(r"(?:^| )- ", text)[1:] if part.kind == "ul" else [text])
