"""What tables plug into the site: the table and its forms, its chat, planned cards, and the places Play and Today."""

from functools import partial
from typing import Final

from django.urls import include, path
from django.views.decorators.http import require_safe

from games.play import moves, plans
from games.subjects import Subject
from games.views import chat, link_picture, lobby, planning, table
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view, spectators_refused
from games.web.strangers import public_page

_MOVES: Final = [
    path(f"{kind}/", form_view(table.play if kind == "play" else partial(table.move, kind=kind)), name=kind)
    for kind in moves.MOVES
]

_FORMS: Final = [
    path("end/", form_view(table.end), name="end"),
    path("call-bot/", form_view(table.call_bot), name="call_bot"),
    path("take-seat/", form_view(table.take_seat), name="take_seat"),
    path("mark/", form_view(table.mark), name="mark"),
    path("pause/", form_view(table.pause), name="pause"),
    path("wait/", form_view(table.wait_for), name="wait_for"),
    path("back/", form_view(table.come_back), name="come_back"),
    path("propose/", form_view(table.propose), name="propose"),
    path("reply/", form_view(table.reply), name="reply"),
    path("rematch/", form_view(table.rematch), name="rematch"),
    path("sit/", form_view(table.sit), name="sit"),
    path("leave/", form_view(table.leave), name="leave"),
    path("remove/", form_view(table.remove), name="remove"),
    path("bot/", form_view(table.seat_bot), name="seat_bot"),
    path("start/", form_view(table.start), name="start"),
    path("hold/", form_view(table.hold), name="hold"),
    path("seed/", form_view(table.seed), name="seed"),
    path("invite/", form_view(table.invite), name="invite"),
    path("decline/", form_view(table.decline), name="decline"),
    path("options/", page_view(table.options, "POST"), name="options"),
    path("chat/send/", form_view(chat.send), name="send_message"),
    path("chat/mute/", form_view(chat.mute), name="mute"),
    path("chat/report/", form_view(chat.report), name="report"),
    path("picture.png", require_safe(spectators_refused()(link_picture.picture)), name="table_picture"),
]

SUBJECT: Final = Subject(
    addresses=[
        path("tables/new/", page_view(lobby.new_table, "POST"), name="new_table"),
        path("tables/new/summary/", form_view(lobby.new_table_summary, "games:new_table"), name="new_table_summary"),
        path("tables/<table:code>/", include([*_MOVES, *_FORMS])),
        path("tables/<table:code>/", page_view(table.table), name="table"),
        path("tables/<table:code>/latest/", page_view(table.latest), name="latest"),
        path("tables/<table:code>/link.svg", page_view(table.link_as_qr_code), name="link_as_qr_code"),
        path("tables/<table:code>/planned/", page_view(planning.planned, "POST"), name="planned"),
        path("tables/<table:code>/sheet/", page_view(table.sheet), name="sheet"),
        path("play/", form_view(lobby.play_now, "games:home"), name="play_now"),
        path("lobby/", leads_to("home")),
    ],
    pages=[path("", public_page(lobby.home), name="home"), path("today/", page_view(lobby.today), name="today")],
    daily={"plans": plans.remove_old},
)
