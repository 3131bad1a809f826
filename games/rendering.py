"""The one rendering of a table: for the page, for the answer to a move and for the live push alike."""

from __future__ import annotations

from django.template.loader import render_to_string

from games.presenters import table_page
from games.presenters.talk import TalkPanel
from games.snapshot import TableSnapshot


def render_table(
    snapshot: TableSnapshot,
    *,
    csrf_token: str = "",
    notice: str = "",
    signed_in: bool = True,
    link: str = "",
    talk: TalkPanel | None = None,
) -> str:
    """The inside of the table's page for the viewer of `snapshot`, in the active language.

    `csrf_token` goes into the forms; a live push has none: its forms go with the header
    that the page around them sends along.
    `notice` is a sentence for this viewer alone, such as why a move was refused.
    Whoever is not `signed_in` gives a name with a seat. `link` is the table's whole address, where it is known.
    `talk` is the talk at the table; only the page itself has it, and what comes later leaves it alone.
    """
    context = {
        "page": table_page(snapshot),
        "csrf_token": csrf_token,
        "notice": notice,
        "signed_in": signed_in,
        "link": link,
        "talk": talk,
    }
    return render_to_string("games/_table.html", context)


def render_talk(talk: TalkPanel | None, *, csrf_token: str = "", notice: str = "", is_refusal: bool = False) -> str:
    """What has been said, for one reader, with a sentence about what the reader has just done."""
    context = {"talk": talk, "csrf_token": csrf_token, "notice": notice, "is_refusal": is_refusal}
    return render_to_string("games/_talk_messages.html", context)
