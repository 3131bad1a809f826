"""The sockets of the site."""

from django.urls import re_path

from games.addresses import TableCode
from games.consumers import LobbyConsumer, Nowhere, TableConsumer, TalkConsumer, TurnsConsumer

websocket_urlpatterns = [
    re_path(rf"^ws/tables/(?P<code>{TableCode.regex})/$", TableConsumer.as_asgi()),
    re_path(rf"^ws/tables/(?P<code>{TableCode.regex})/talk/$", TalkConsumer.as_asgi()),
    re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi()),
    re_path(r"^ws/turns/$", TurnsConsumer.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
