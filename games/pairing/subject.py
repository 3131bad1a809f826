"""What pairing plugs into the site: the page on which players wait for others."""

from typing import Final

from django.urls import path

from games.pairing import opened_tables, views
from games.subjects import Subject, Task
from games.web.shortcuts import form_view, page_view

SUBJECT: Final = Subject(
    addresses=[
        path("play/people/", page_view(views.find_players), name="find_players"),
        path("play/people/leave/", form_view(views.leave, "games:find_players"), name="stop_waiting"),
        path("play/people/meanwhile/", form_view(views.meanwhile, "games:find_players"), name="meanwhile"),
    ],
    tasks=[Task("pairing", opened_tables.EVERY, opened_tables.serve)],
)
