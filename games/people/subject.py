"""What the place People plugs into the site: whom a player knows, follows and reports."""

from typing import Final

from django.urls import path

from games.people import views
from games.subjects import Subject
from games.web.shortcuts import form_view, page_view

SUBJECT: Final = Subject(
    addresses=[
        path("people/", page_view(views.people), name="people"),
        path("people/follow/", form_view(views.follow, "games:people"), name="follow"),
        path("people/unfollow/", form_view(views.unfollow, "games:people"), name="unfollow"),
        path("people/note/", form_view(views.note, "games:people"), name="note"),
        path("lobby/answers/", form_view(views.seen, "games:home"), name="answer_seen"),
        path("players/<str:name>/report/", page_view(views.report_player, "POST"), name="report_player"),
        path("tables/<table:code>/report-player/", page_view(views.report_at_table, "POST"), name="report_at_table"),
    ]
)
