"""The URLs of the games."""

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
from games.views.decorators import form_view

app_name = "games"
register_converter(TableCode, "table")

moves = [
    path("peek/", form_view(table.peek), name="peek"),
    path("bid/", form_view(table.bid), name="bid"),
    path("play/", form_view(table.play), name="play"),
    path("claim/", form_view(table.claim), name="claim"),
    path("answer/", form_view(table.answer), name="answer"),
    path("ready/", form_view(table.ready), name="ready"),
    path("end/", form_view(table_actions.end), name="end"),
    path("call-bot/", form_view(table_actions.call_bot), name="call_bot"),
    path("take-seat/", form_view(table_actions.take_seat), name="take_seat"),
    path("propose/", form_view(table_actions.propose), name="propose"),
    path("reply/", form_view(table_actions.reply), name="reply"),
    path("rematch/", form_view(table_actions.rematch), name="rematch"),
]

open_table_actions = [
    path("sit/", form_view(gathering.sit), name="sit"),
    path("leave/", form_view(gathering.leave), name="leave"),
    path("remove/", form_view(gathering.remove), name="remove"),
    path("bot/", form_view(gathering.seat_bot), name="seat_bot"),
    path("start/", form_view(gathering.start), name="start"),
    path("invite/", form_view(gathering.invite), name="invite"),
    path("decline/", form_view(gathering.decline), name="decline"),
    path("options/", gathering.options, name="options"),
]

chat_actions = [
    path("send/", form_view(chat.send), name="send_message"),
    path("mute/", form_view(chat.mute), name="mute"),
    path("report/", form_view(chat.report), name="report"),
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

# The lesson reuses the components of tables, whose forms post to the URLs of a table with this code.
lesson_moves = [
    path("bid/", form_view(first_deal.bid, "games:first_deal")),
    path("play/", form_view(first_deal.play, "games:first_deal")),
    path("claim/", form_view(first_deal.claim, "games:first_deal")),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", form_view(lobby.play_now, "games:home"), name="play_now"),
    path("rules/", pages.rules, name="rules"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("players/<str:name>/", include(profiles)),
    path("review/", records.import_record, name="import_record"),
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
    path("tables/<table:code>/", include([*moves, *open_table_actions, *deals])),
    path("tables/<table:code>/chat/", include(chat_actions)),
]
