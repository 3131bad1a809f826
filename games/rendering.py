"""The one rendering of a table: for the page, for the answer to a move and for the live push alike."""

from __future__ import annotations

from django.template.loader import render_to_string

from games.presenters import table_page
from games.snapshot import TableSnapshot


def render_table(snapshot: TableSnapshot, *, csrf_token: str = "", notice: str = "") -> str:
    """The inside of the table's page for the viewer of `snapshot`, in the active language.

    `csrf_token` goes into the forms; a live push has none: its forms go with the header
    that the page around them sends along.
    `notice` is a sentence for this viewer alone, such as why a move was refused.
    """
    context = {"page": table_page(snapshot), "csrf_token": csrf_token, "notice": notice}
    return render_to_string("games/_table.html", context)
