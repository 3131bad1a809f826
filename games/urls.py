"""Addresses of the games."""

from django.urls import include, path

from games.views import lobby, pages, table

app_name = "games"

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
    path("tables/<str:code>/", table.table, name="table"),
    path("tables/<str:code>/sheet/", table.sheet, name="sheet"),
    path("tables/<str:code>/", include(moves)),
]
