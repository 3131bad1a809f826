"""What pairing plugs into the site: the page on which players wait for others."""

from collections.abc import Iterator
from typing import Final

from django.urls import path

from accounts.models import User
from games.pairing import opened_tables, operations, views
from games.subjects import Subject, Task
from games.web.blocks import Block, Visit
from games.web.shortcuts import form_view, page_view


def _on_play(visit: Visit) -> Iterator[Block]:
    """Yield the way to the players who wait for others."""
    if isinstance(visit.user, User):
        context = {"seekers": views.seekers_in_words(visit.user)}
        yield Block(area="ways", template="pairing/_way.html", context=context)


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("play/people/", page_view(views.find_players), name="find_players"),
        path("play/people/leave/", form_view(views.leave, "games:find_players"), name="stop_waiting"),
        path("play/people/meanwhile/", form_view(views.meanwhile, "games:find_players"), name="meanwhile"),
    ],
    on_play=_on_play,
    tasks=[Task("pairing", opened_tables.EVERY, opened_tables.serve)],
)
