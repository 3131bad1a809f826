"""The sockets of the site."""

from django.urls import re_path

from games.addresses import TableCode
from games.consumers import Nowhere, TableConsumer

websocket_urlpatterns = [
    re_path(rf"^ws/tables/(?P<code>{TableCode.regex})/$", TableConsumer.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
