"""Addresses of the games."""

from django.urls import include, path, register_converter

from games.addresses import TableCode
from games.views import gathering, lobby, pages, table, talk, together

app_name = "games"
register_converter(TableCode, "table")

moves = [
    path("peek/", table.peek, name="peek"),
    path("bid/", table.bid, name="bid"),
    path("play/", table.play, name="play"),
    path("claim/", table.claim, name="claim"),
    path("answer/", table.answer, name="answer"),
    path("ready/", table.ready, name="ready"),
    path("end/", together.end, name="end"),
    path("call-bot/", together.call_bot, name="call_bot"),
    path("take-seat/", together.take_seat, name="take_seat"),
    path("propose/", together.propose, name="propose"),
    path("reply/", together.reply, name="reply"),
    path("rematch/", together.rematch, name="rematch"),
]

gatherings = [
    path("sit/", gathering.sit, name="sit"),
    path("leave/", gathering.leave, name="leave"),
    path("remove/", gathering.remove, name="remove"),
    path("bot/", gathering.seat_bot, name="seat_bot"),
    path("start/", gathering.start, name="start"),
    path("invite/", gathering.invite, name="invite"),
    path("options/", gathering.options, name="options"),
]

talks = [
    path("say/", talk.say, name="say"),
    path("hush/", talk.hush, name="hush"),
    path("report/", talk.report, name="report"),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", lobby.play_now, name="play_now"),
    path("rules/", pages.rules, name="rules"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/<table:code>/", table.table, name="table"),
    path("tables/<table:code>/sheet/", table.sheet, name="sheet"),
    path("tables/<table:code>/", include([*moves, *gatherings])),
    path("tables/<table:code>/talk/", include(talks)),
]
