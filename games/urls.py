"""The URLs of the games."""

from functools import partial

from django.urls import include, path, re_path, register_converter

from games.forms import actions
from games.learning.first_deal import CODE as LESSON
from games.url_converters import TableCode
from games.views import chat, gathering, learning, lobby, pages, players, records, review, table, table_actions
from games.views.shortcuts import form_view

app_name = "games"
register_converter(TableCode, "table")

moves = [
    path(f"{kind}/", form_view(partial(table.move, read=read)), name=kind) for kind, read in actions.READERS.items()
]

table_forms = [
    path("end/", form_view(table_actions.end), name="end"),
    path("call-bot/", form_view(table_actions.call_bot), name="call_bot"),
    path("take-seat/", form_view(table_actions.take_seat), name="take_seat"),
    path("propose/", form_view(table_actions.propose), name="propose"),
    path("reply/", form_view(table_actions.reply), name="reply"),
    path("rematch/", form_view(table_actions.rematch), name="rematch"),
    path("sit/", form_view(gathering.sit), name="sit"),
    path("leave/", form_view(gathering.leave), name="leave"),
    path("remove/", form_view(gathering.remove), name="remove"),
    path("bot/", form_view(gathering.seat_bot), name="seat_bot"),
    path("start/", form_view(gathering.start), name="start"),
    path("invite/", form_view(gathering.invite), name="invite"),
    path("decline/", form_view(gathering.decline), name="decline"),
    path("options/", gathering.options, name="options"),
    path("chat/send/", form_view(chat.send), name="send_message"),
    path("chat/mute/", form_view(chat.mute), name="mute"),
    path("chat/report/", form_view(chat.report), name="report"),
]

deals = [
    path("deals/<int:number>/", review.deal, name="review"),
    path("deals/<int:number>.json", records.download, {"form_of": "json"}, name="deal_json"),
    path("deals/<int:number>.pbn", records.download, {"form_of": "pbn"}, name="deal_pbn"),
    path("deals.jsonl", records.download, {"form_of": "jsonl"}, name="game_json"),
    path("deals.pbn", records.download, {"form_of": "pbn"}, name="game_pbn"),
]

profiles = [
    path("", players.profile, name="player"),
    path("statistics/", players.statistics, name="player_statistics"),
    re_path("^(?P<kind>games|deals)/$", players.listing, name="player_list"),
    re_path(r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$", players.download, name="player_download"),
]

# The lesson reuses the components of tables, whose forms post to the URLs of a table with this code.
lesson_moves = [
    path("bid/", form_view(partial(learning.move, read=actions.bid), "games:first_deal")),
    path("play/", form_view(partial(learning.move, read=actions.play), "games:first_deal")),
    path("claim/", form_view(partial(learning.move, read=actions.claim), "games:first_deal")),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/", form_view(lobby.play_now, "games:home"), name="play_now"),
    path("rules/", pages.page, {"template": "games/rules.html"}, name="rules"),
    path("leaders/", players.leaders, name="leaders"),
    path("players/<str:name>/", include(profiles)),
    path("review/", records.import_record, name="import_record"),
    path("offline/", pages.page, {"template": "offline.html"}, name="offline"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("service-worker.js", pages.service_worker, name="service_worker"),
    path("learn/bidding/", pages.page, {"template": "games/bidding_notes.html"}, name="bidding_notes"),
    path("learn/first-deal/", learning.lesson, name="first_deal"),
    path("learn/first-deal/<int:number>/", learning.lesson, name="first_deal"),
    path(f"tables/{LESSON}/", include(lesson_moves)),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/<table:code>/", table.table, name="table"),
    path("tables/<table:code>/hint/", learning.hint, name="hint"),
    path("tables/<table:code>/sheet/", table.sheet, name="sheet"),
    path("tables/<table:code>/", include([*moves, *table_forms, *deals])),
]
