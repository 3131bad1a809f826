"""What the place People plugs into the site: whom a player knows, follows and reports."""

from collections.abc import Iterator
from typing import Final

from django.urls import path

from games.people import operations, reports, views
from games.subjects import Subject
from games.web.blocks import Block, Visit
from games.web.shortcuts import form_view, page_view


def _on_play(visit: Visit) -> Iterator[Block]:
    """Yield what staff have answered to the visitor's reports."""
    if answers := reports.answers_for(visit.user):
        yield Block(area="waiting", template="people/_answers.html", context={"answers": answers}, rank=4)


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("people/", page_view(views.people), name="people"),
        path("people/follow/", form_view(views.follow, "games:people"), name="follow"),
        path("people/unfollow/", form_view(views.unfollow, "games:people"), name="unfollow"),
        path("people/note/", form_view(views.note, "games:people"), name="note"),
        path("lobby/answers/", form_view(views.seen, "games:home"), name="answer_seen"),
        path("players/<str:name>/report/", page_view(views.report_player, "POST"), name="report_player"),
        path("tables/<table:code>/report-player/", page_view(views.report_at_table, "POST"), name="report_at_table"),
    ],
    on_play=_on_play,
)
