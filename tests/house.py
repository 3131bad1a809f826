"""Figures of the code, counted from the source: `python -m tests.house`.

The figures are those by which the work on its structure is measured, with what they should come to. `--list` names what
was counted, `--root` counts another copy of the project, and `--since COMMIT` says which packages have grown.
"""

import ast
import re
import subprocess
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).resolve().parent.parent

PURPOSES: Final = frozenset(
    ("board_id", "round_id", "replayed", "replay_of", "is_replay", "has_one_deal", "duplicate", "practises")
)
"""The names by which code asks what a game is for."""

MAY_ASK: Final = ("play/modes", "models", "values", "competitions", "engine")
"""The packages of `games/` that may ask it; in the engine these names say how cards are dealt."""

COMPARING: Final = tuple(f"games/{folder}/" for folder in ("clubs", "competitions", "history", "play", "results"))
"""The packages in which a place is one among results."""

PRIVATE: Final = {
    "allauth": re.compile(r"allauth\.core\.internal"),
    "Django's SQL compiler and querysets": re.compile(
        r"\b(SQLCompiler|klass_info|get_related_populators|_result_cache|_prefetched_objects_cache)\b"
    ),
    "Django's ASGI handler": re.compile(r"\bASGIHandler\b"),
    "Django's transactions": re.compile(r"\b_from_testcase\b"),
    "the channel layer over Redis": re.compile(r"\b(_brpop_with_clean|_clean_receive_backup|_group_key)\b"),
}
"""Parts of libraries that are private, by a name that begins with an underscore or because no document has them."""

Found: TypeAlias = Iterable[str]


class Module(NamedTuple):
    """A module, by its path from the root, with its text and all nodes of its syntax."""

    path: str
    text: str
    nodes: tuple[ast.AST, ...]

    @property
    def lines(self) -> int:
        return self.text.count("\n")


@cache
def modules(root: Path, *folders: str) -> tuple[Module, ...]:
    """Return the modules in these folders, without migrations."""
    paths = sorted(path for folder in folders for path in (root / folder).rglob("*.py"))
    return tuple(
        Module(path.relative_to(root).as_posix(), text, tuple(ast.walk(ast.parse(text))))
        for path in paths
        if "migrations" not in path.parts
        for text in [path.read_text()]
    )


def _names(module: Module) -> Iterator[str]:
    """Yield the names in the code of a module: of variables, attributes and arguments, and those in lookups."""
    for node in module.nodes:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield from (name, name.partition("__")[0])
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield from (text, text.partition("__")[0])


def asking(root: Path) -> Found:
    """Yield the modules outside of `MAY_ASK` that ask what a game is for."""
    allowed = tuple(f"games/{folder}/" for folder in MAY_ASK)
    for module in modules(root, "games"):
        if not module.path.startswith(allowed) and PURPOSES.intersection(_names(module)):
            yield module.path


def matchpoints(root: Path) -> Found:
    """Yield where per cents of matchpoints are computed: each is 50 times them, divided by the number of others."""
    for module in modules(root, "games"):
        for node in module.nodes:
            match node:
                case ast.BinOp(left=ast.Constant(value=50), op=ast.Mult()):
                    yield f"{module.path}:{node.lineno}"


def places(root: Path) -> Found:
    """Yield where places are given: one more than there are higher results, in or for something that is called so."""
    for module in modules(root, *COMPARING):
        for node in module.nodes:
            match node:
                case ast.FunctionDef(name=name) if re.fullmatch("_?places?", name):
                    parts: Iterable[ast.AST] = node.body
                case ast.Assign(targets=[ast.Name(id="place")]):
                    parts = [node.value]
                case _:
                    continue
            if any(_adds_one(each) for part in parts for each in ast.walk(part)):
                yield f"{module.path}:{node.lineno}"


def _adds_one(node: ast.AST) -> bool:
    """Return whether this is `1 + something` or `something + 1`."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ()
    return any(isinstance(side, ast.Constant) and side.value == 1 for side in sides)


def importing(library: str) -> Callable[[Path], Found]:
    """Return what yields the modules that import this library."""

    def importers(root: Path) -> Found:
        for module in modules(root, "accounts", "config", "games"):
            if any(name.split(".")[0] == library for name in _imports(module)):
                yield module.path

    return importers


def _imports(module: Module) -> Iterator[str]:
    """Yield what a module imports, with its whole name."""
    for node in module.nodes:
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                package = module.path.split("/")[:-level] if level else ()
                start = ".".join([*package, *([source] if source else [])])
                yield from (f"{start}.{each.name}" for each in names)


def loggers_of_failures(root: Path) -> Found:
    """Yield where a failure of any kind is caught and logged by hand, so that others go on: `Attempts` does so."""
    for module in modules(root, "accounts", "games"):
        for node in module.nodes:
            match node:
                case ast.ExceptHandler(type=ast.Name(id="Exception")) if _logs(node):
                    yield f"{module.path}:{node.lineno}"


def _logs(handler: ast.ExceptHandler) -> bool:
    calls = (node.func for node in ast.walk(handler) if isinstance(node, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in {"exception", "failed"} for call in calls)


def views_in_api(root: Path) -> Found:
    """Yield the modules of the API that import views of pages."""
    for module in modules(root, "games/api"):
        for name in _imports(module):
            if re.match(r"games\.(views\b|\w+\.(\w+_)?views\b)", name) and not name.startswith("games.api"):
                yield f"{module.path}: {name}"


def private_parts(root: Path) -> Found:
    """Yield the private parts of libraries that are used, with where that is; those of the tests count too."""
    paths = sorted(
        path for folder in ("accounts", "config", "games", "tests") for path in (root / folder).rglob("*.py")
    )
    texts = {path.relative_to(root).as_posix(): path.read_text() for path in paths if path.name != "house.py"}
    for library, names in PRIVATE.items():
        if using := [path for path, text in texts.items() if names.search(text)]:
            yield f"{library}: {', '.join(using)}"


def frameworks_of_actions(root: Path) -> Found:
    """Yield the classes of what may be done to a row by a form: those with the fields `do` and `form`."""
    for module in modules(root, "accounts", "games"):
        for node in module.nodes:
            match node:
                case ast.ClassDef(name=name, body=body) if {"do", "form"} <= set(map(_field, body)):
                    yield f"{module.path}: {name}"


def _field(node: ast.stmt) -> str:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def small_modules(root: Path) -> Found:
    """Yield the modules under 60 lines that exactly one other module imports."""
    by_name = {_dotted(module.path): module for module in modules(root, "games")}
    readers: dict[str, set[str]] = {name: set() for name in by_name}
    for reader in modules(root, "accounts", "config", "games"):
        for name in _imports(reader):
            for imported in (name, name.rpartition(".")[0]):
                if imported in readers:
                    readers[imported].add(reader.path)
                    break
    for name, module in by_name.items():
        if module.lines < 60 and len(readers[name]) == 1 and not module.path.endswith("__init__.py"):
            yield f"{module.path} ({module.lines} lines): {min(readers[name])}"


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def migrations(root: Path) -> Found:
    """Yield the files of migrations of all apps."""
    for path in sorted([*root.glob("*/migrations/0*.py"), *root.glob("*/*/migrations/0*.py")]):
        yield path.relative_to(root).as_posix()


@dataclass(frozen=True, slots=True)
class Figure:
    """What is counted, how many there should be at most (None where nothing was agreed), and what finds them."""

    name: str
    most: int | None
    find: Callable[[Path], Found]


FIGURES: Final = (
    Figure("modules outside of modes, models and competitions that ask what a game is for", 12, asking),
    Figure("formulas of per cents of matchpoints", 1, matchpoints),
    Figure("formulas of places", 1, places),
    Figure("frameworks of actions with a reason", 1, frameworks_of_actions),
    Figure("writers of CSV", 1, importing("csv")),
    Figure("writers of calendar files", 1, importing("icalendar")),
    Figure("failures of one caught and logged by hand, so that others go on", None, loggers_of_failures),
    Figure("imports of views in the API", 0, views_in_api),
    Figure("private parts of libraries", 1, private_parts),
    Figure("modules under 60 lines that one other module imports", None, small_modules),
    Figure("migration files", 10, migrations),
)


def sizes(root: Path) -> Mapping[str, int]:
    """Return how many lines and modules `games/` has without migrations."""
    counted = modules(root, "games")
    return {"lines of games/ without migrations": sum(one.lines for one in counted), "modules of games/": len(counted)}


MOST: Final = {"lines of games/ without migrations": 42_500, "modules of games/": 330}


def table(root: Path, *, lists: bool = False) -> Iterator[str]:
    """Yield the lines of the table of all figures."""
    yield f"{'figure':84} {'now':>7} {'aim':>7}"
    for name, count in sizes(root).items():
        yield f"{name:84} {count:7,} {MOST[name]:7,}"
    for figure in FIGURES:
        places = list(figure.find(root))
        yield f"{figure.name:84} {len(places):7,} {'' if figure.most is None else figure.most:>7}"
        yield from (f"    {each}" for each in places if lists)


FORMER: Final = {"sets": "competitions", "tournaments": "competitions", "seasons": "competitions"}
"""Packages of earlier versions, by where they are now."""


def growth(root: Path, commit: str) -> Iterator[str]:
    """Yield how many lines each package of `games/` had at a commit and has now, those that have grown most first."""
    command = ["git", "-C", str(root), "grep", "--count", "", commit, "--", "games/*.py"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    before, now = Counter[str](), Counter[str]()
    for _commit, path, lines in (line.split(":") for line in listed):
        if "migrations" not in path:
            before[_package(path)] += int(lines)
    for module in modules(root, "games"):
        now[_package(module.path)] += module.lines
    yield f"{'lines of a package':40} {commit[:10]:>10} {'now':>7} {'more':>7}"
    for name in sorted(before | now, key=lambda name: before[name] - now[name]):
        yield f"{name:40} {before[name]:10,} {now[name]:7,} {now[name] - before[name]:+7,}"


def _package(path: str) -> str:
    name = path.split("/")[1].removesuffix(".py")
    return FORMER.get(name, name)


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m tests.house", description="Count figures of the code.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the copy of the project to count")
    parser.add_argument("--list", action="store_true", help="also name what is counted")
    parser.add_argument("--since", metavar="COMMIT", help="also say which packages have grown since then")
    options = parser.parse_args()
    print("\n".join(table(options.root.resolve(), lists=options.list)))
    if options.since:
        print("", *growth(options.root.resolve(), options.since), sep="\n")


if __name__ == "__main__":
    main()
