"""Markup that says nothing of a table but its code: made once in each language, for all tables."""

from __future__ import annotations

from typing import Final

from games.components.stamps import VERSION, rendered
from games.play.snapshot import Stage
from games.presenters import TablePage
from games.presenters.i18n_cache import remembered

_CODE: Final = "-this-table-"
"""Stands for the code until it is known whose table is drawn."""


def menu(page: TablePage) -> str:
    """The menu of a table."""
    has_sheet = page.stage != Stage.OPEN
    drawn = _menu(has_sheet, page.is_player, page.may_leave, page.may_propose_end, page.leaves_others)
    return drawn.replace(_CODE, page.code)


@remembered
def _menu(has_sheet: bool, is_player: bool, may_leave: bool, may_propose_end: bool, leaves_others: bool) -> str:
    page = {"code": _CODE, "has_sheet": has_sheet, "is_player": is_player, "may_leave": may_leave}
    page |= {"may_propose_end": may_propose_end, "leaves_others": leaves_others}
    return rendered("games/_menu.html", {"page": page})


def form(name: str, code: str) -> str:
    """A Django template with a form that prints nothing of the page but the table's code."""
    return _form(name).replace(_CODE, code)


@remembered
def _form(name: str) -> str:
    return rendered(name, {"page": {"code": _CODE, "version": VERSION}})
