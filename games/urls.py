"""Addresses of the games."""

from django.urls import include, path, re_path, register_converter

from games.learning.fixed_deal import CODE as LESSON
from games.url_converters import TableCode
from games.views import (
    chat,
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
    table_actions,
)
from games.views.decorators import takes_forms

app_name = "games"
register_converter(TableCode, "table")

moves = [
    path("peek/", takes_forms(table.peek), name="peek"),
    path("bid/", takes_forms(table.bid), name="bid"),
    path("play/", takes_forms(table.play), name="play"),
    path("claim/", takes_forms(table.claim), name="claim"),
    path("answer/", takes_forms(table.answer), name="answer"),
    path("ready/", takes_forms(table.ready), name="ready"),
    path("end/", takes_forms(table_actions.end), name="end"),
    path("call-bot/", takes_forms(table_actions.call_bot), name="call_bot"),
    path("take-seat/", takes_forms(table_actions.take_seat), name="take_seat"),
    path("propose/", takes_forms(table_actions.propose), name="propose"),
    path("reply/", takes_forms(table_actions.reply), name="reply"),
    path("rematch/", takes_forms(table_actions.rematch), name="rematch"),
]

gatherings = [
    path("sit/", takes_forms(gathering.sit), name="sit"),
    path("leave/", takes_forms(gathering.leave), name="leave"),
    path("remove/", takes_forms(gathering.remove), name="remove"),
    path("bot/", takes_forms(gathering.seat_bot), name="seat_bot"),
    path("start/", takes_forms(gathering.start), name="start"),
    path("invite/", takes_forms(gathering.invite), name="invite"),
    path("decline/", takes_forms(gathering.decline), name="decline"),
    path("options/", gathering.options, name="options"),
]

talks = [
    path("say/", takes_forms(chat.say), name="say"),
    path("hush/", takes_forms(chat.hush), name="hush"),
    path("report/", takes_forms(chat.report), name="report"),
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
    path("bid/", takes_forms(first_deal.bid, "games:first_deal")),
    path("play/", takes_forms(first_deal.play, "games:first_deal")),
    path("claim/", takes_forms(first_deal.claim, "games:first_deal")),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", takes_forms(lobby.play_now, "games:home"), name="play_now"),
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
