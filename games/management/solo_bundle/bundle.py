"""Makes the bundle: Python for browsers with its library, the modules of a game, and the page with its files.

It is two folders, each named after what is in it: the core, which changes with Pyodide, and the app, which changes with
the site. All addresses in them are relative, so any file host serves them.
"""

import json
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.base import avatars
from games.bots import Level
from games.lessons import LESSONS
from games.lessons.lesson import SEATS
from games.lobby.forms import TableForm, explained
from games.management.solo_bundle import kernels, modules, pyodide
from games.management.solo_bundle.files import Written, archive, write, write_below
from games.solo.choices import FIELDS
from games.solo.compiled import LIBRARY
from games.solo.snapshots import AVATAR
from games.web.solo import LISTING
from games.words.options import BOTS

STATIC: Final = (
    "cards/court.svg",
    "cards/pips.svg",
    "css/site.css",
    "django_htmx/ext/hx-ws-4.min.js",
    "django_htmx/htmx-4.min.js",
    "fonts/figtree.woff2",
    "icon.svg",
    "js/celebrate.js",
    "js/keys.js",
    "js/lesson.js",
    "js/motion.js",
    "js/panels.js",
    "js/scores.js",
    "js/site.js",
    "js/sounds.js",
    "js/times.js",
)
"""The site's own files that the page uses, as they are."""

NEW_GAME: Final = "new.html"
ADDRESSES: Final = {"avatar": "../avatars/{}.svg", "games:new_table": NEW_GAME}
"""Where the table finds what is in the bundle, and not at the site."""


class NewGameForm(TableForm):
    """The rules and bots of a new game, of the fields of the site's form of a table. Without the search, bots are
    beginners, and the form says so.
    """

    def __init__(self, *, with_experts: bool) -> None:
        super().__init__()
        self.fields = {name: self.fields[name] for name in FIELDS}
        if not with_experts:
            beginner = [option for option in BOTS if option[0] == Level.BEGINNER]
            self.fields["bot_level"] = explained(_("Bots"), beginner)
            self.initial["bot_level"] = Level.BEGINNER


def make(root: Path, work: Path) -> dict[str, Any]:
    """Write the bundle below `root`, with what is fetched and traced below `work`, and return its listing.

    Older folders are removed. Raises RuntimeError if npm or Node is missing, or if a game cannot be played.
    """
    source = pyodide.fetched(work)
    texts = _texts() | _kernels(work)
    traced = _trace(source, work, texts)
    core, core_files = write(root, "core", _core(source, modules.of_library(traced)), work)
    app = modules.compiled(source, {name: path.read_bytes() for name, path in modules.of_app(traced).items()})
    experts = LIBRARY in texts
    folder, app_files = write(root, "app", {"app.zip": archive(app | texts), **_pages(core, experts)}, work)
    listing = _listing(core, folder, [*core_files, *app_files], experts)
    (root / LISTING).write_text(json.dumps(listing))
    for other in root.iterdir():
        if other.is_dir() and other.name not in (core, folder):
            shutil.rmtree(other)
    return listing


def _kernels(work: Path) -> dict[str, bytes]:
    """Return the search of bots, if there is a linker to make it."""
    library = kernels.made(work)
    return {LIBRARY: library.read_bytes()} if library else {}


def _texts() -> dict[str, bytes]:
    """Return the catalogues of the languages and the addresses of the site's pages."""
    packages, base = modules.site_packages(), Path(settings.BASE_DIR)
    languages = [code for code, _name in settings.LANGUAGES]
    ours = [base / f"config/locale/{code}/LC_MESSAGES/django.mo" for code in languages]
    djangos = [packages / f"django/conf/locale/{code}/LC_MESSAGES/django.mo" for code in languages]
    texts = {str(path.relative_to(base)): path.read_bytes() for path in ours if path.exists()}
    texts |= {str(path.relative_to(packages)): path.read_bytes() for path in djangos}
    return texts | {"addresses.json": json.dumps({**modules.addresses(), **ADDRESSES}).encode()}


def _trace(source: Path, work: Path, texts: Mapping[str, bytes]) -> list[str]:
    folder = work / "texts"
    shutil.rmtree(folder, ignore_errors=True)
    write_below(folder, texts)
    return modules.imported(source, folder)


def _core(source: Path, used: Iterable[str]) -> dict[str, bytes]:
    with zipfile.ZipFile(source / pyodide.LIBRARY) as library:
        names = set(library.namelist())
        wanted = {name for name in names if name in set(used) or name.startswith(modules.WHOLE)}
        contents = modules.compiled(source, {name: library.read(name) for name in wanted if name.endswith(".py")})
    core = {name: (source / name).read_bytes() for name in pyodide.CORE}
    lock = json.loads((source / pyodide.LOCK).read_bytes()) | {"packages": {}}  # Pyodide would prepare to load each
    return core | {pyodide.LOCK: json.dumps(lock).encode(), "library.zip": archive(contents)}


def _pages(core: str, experts: bool) -> dict[str, bytes]:
    """Return the pages in each language, their scripts, and the files of the site that they use."""
    context = {"core": f"../{core}", "bot_pace": settings.BOT_PACE, "experts": experts}
    files = {name: _static(name) for name in STATIC}
    for script in ("table.js", "worker.js"):
        files[script] = render_to_string(f"solo/{script}", context).encode()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            files[f"{code}/index.html"] = render_to_string("solo/table.html", context).encode()
            for lesson in LESSONS:
                page = render_to_string("solo/lesson.html", {**context, "lesson": lesson})
                files[f"{code}/{lesson.code}.html"] = page.encode()
            context["form"] = NewGameForm(with_experts=experts)
            files[f"{code}/{NEW_GAME}"] = render_to_string("solo/new.html", context).encode()
    for avatar in {avatars.BOT, AVATAR, *(seat.avatar for seat in SEATS)} - {avatars.NOBODY}:
        files[f"avatars/{avatar}.svg"] = avatars.draw(avatar).encode()
    return files


def _static(name: str) -> bytes:
    found = finders.find(name)
    assert isinstance(found, str), f"{name} is a static file"
    return Path(found).read_bytes()


def _listing(core: str, folder: str, files: list[Written], experts: bool) -> dict[str, Any]:
    pages = {"start": "index.html", "choice": NEW_GAME, "lesson": f"{LESSONS[0].code}.html"}
    return {
        "folders": [core, folder],
        **{
            name: {code: f"{folder}/{code}/{page}" for code, _name in settings.LANGUAGES}
            for name, page in pages.items()
        },
        "files": [{"path": file.path, "size": file.size, "transfer": file.brotli} for file in files],
        "experts": experts,
        "size": sum(file.size for file in files),
        "brotli": sum(file.brotli for file in files),
        "gzip": sum(file.gzip for file in files),
    }
