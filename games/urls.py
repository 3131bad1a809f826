"""Addresses of the games."""

from django.urls import include, path, register_converter

from games.addresses import TableCode
from games.views import lobby, pages, table

app_name = "games"
register_converter(TableCode, "table")

moves = [
    path("peek/", table.peek, name="peek"),
    path("bid/", table.bid, name="bid"),
    path("play/", table.play, name="play"),
    path("claim/", table.claim, name="claim"),
    path("answer/", table.answer, name="answer"),
    path("ready/", table.ready, name="ready"),
    path("end/", table.end, name="end"),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", lobby.play_now, name="play_now"),
    path("rules/", pages.rules, name="rules"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/<table:code>/", table.table, name="table"),
    path("tables/<table:code>/sheet/", table.sheet, name="sheet"),
    path("tables/<table:code>/", include(moves)),
]
