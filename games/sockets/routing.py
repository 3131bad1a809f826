"""The sockets of the site."""

from django.urls import re_path

from games.sockets.consumers import UnknownPath
from games.sockets.fragments import (
    DelayedConsumer,
    FeaturedConsumer,
    JointReviewConsumer,
    LobbyConsumer,
    OwnGamesConsumer,
    PeopleConsumer,
    TurnsConsumer,
)
from games.sockets.table_consumer import TableConsumer
from games.web.shortcuts import TableCode

websocket_urlpatterns = [
    re_path(rf"^ws/tables/(?P<code>{TableCode.regex})/$", TableConsumer.as_asgi()),
    re_path(rf"^ws/tables/(?P<code>{TableCode.regex})/behind/(?P<number>\d{{1,6}})/$", DelayedConsumer.as_asgi()),
    re_path(
        rf"^ws/tables/(?P<code>{TableCode.regex})/deals/(?P<number>\d{{1,6}})/(?P<mode>along|alone)/$",
        JointReviewConsumer.as_asgi(),
    ),
    re_path(r"^ws/featured/$", FeaturedConsumer.as_asgi()),
    re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi()),
    re_path(r"^ws/games/$", OwnGamesConsumer.as_asgi()),
    re_path(r"^ws/people/$", PeopleConsumer.as_asgi()),
    re_path(r"^ws/turns/$", TurnsConsumer.as_asgi()),
    re_path("", UnknownPath.as_asgi()),
]
