"""Addresses of the games."""

from django.urls import include, path, re_path, register_converter

from games.addresses import TableCode
from games.learning.fixed_deal import CODE as LESSON
from games.views import (
    first_deal,
    gathering,
    hints,
    leaders,
    lobby,
    pages,
    players,
    records,
    review,
    table,
    talk,
    together,
)

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
    path("decline/", gathering.decline, name="decline"),
    path("options/", gathering.options, name="options"),
]

talks = [
    path("say/", talk.say, name="say"),
    path("hush/", talk.hush, name="hush"),
    path("report/", talk.report, name="report"),
]

profiles = [
    path("", players.profile, name="player"),
    path("statistics/", players.statistics, name="player_statistics"),
    re_path("^(?P<kind>games|deals)/$", players.listing, name="player_list"),
    re_path(r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$", players.download, name="player_download"),
]

deals = [
    path("deals/<int:number>/", review.deal, name="review"),
    path("deals/<int:number>.json", records.deal_json, name="deal_json"),
    path("deals/<int:number>.pbn", records.deal_pbn, name="deal_pbn"),
    path("deals.jsonl", records.game_json, name="game_json"),
    path("deals.pbn", records.game_pbn, name="game_pbn"),
]

# The lesson's table is made of the parts of any table, so its forms go where a table of this code would have them.
lesson_moves = [
    path("bid/", first_deal.bid),
    path("play/", first_deal.play),
    path("claim/", first_deal.claim),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", lobby.play_now, name="play_now"),
    path("rules/", pages.rules, name="rules"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("players/<str:name>/", include(profiles)),
    path("review/", records.bring, name="bring"),
    path("offline/", pages.offline, name="offline"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("service-worker.js", pages.service_worker, name="service_worker"),
    path("learn/bidding/", pages.bidding_notes, name="bidding_notes"),
    path("learn/first-deal/", first_deal.lesson, name="first_deal"),
    path("learn/first-deal/<int:number>/", first_deal.lesson, name="first_deal"),
    path(f"tables/{LESSON}/", include(lesson_moves)),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/<table:code>/", table.table, name="table"),
    path("tables/<table:code>/hint/", hints.hint, name="hint"),
    path("tables/<table:code>/sheet/", table.sheet, name="sheet"),
    path("tables/<table:code>/", include([*moves, *gatherings, *deals])),
    path("tables/<table:code>/talk/", include(talks)),
]
