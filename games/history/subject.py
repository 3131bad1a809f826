"""What the history plugs into the site: players' pages, their lists of games and deals, and the watch for collusion."""

from typing import Final

from django.urls import include, path, re_path

from accounts.signals import exporting
from games.history import data_export, views
from games.results import collusion
from games.subjects import Subject
from games.web import pages
from games.web.shortcuts import page_view

_PROFILE: Final = [
    path("", page_view(views.profile), name="player"),
    re_path("^(?P<tab>games|deals|statistics)/$", page_view(views.results), name="player_list"),
    re_path(r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$", page_view(views.download), name="player_download"),
]

SUBJECT: Final = Subject(
    addresses=[
        path("players/<str:name>/", include(_PROFILE)),
        path("me/", page_view(views.me), name="me"),
        re_path("^me/(?P<tab>games|deals|statistics)/$", page_view(views.own_results), name="own_results"),
    ],
    site_maps={"profiles": pages.Profiles()},
    daily={"collusion": collusion.watch_new},
    receivers=[(exporting, data_export.games_of)],
)
