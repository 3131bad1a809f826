"""The sockets of the site."""

from django.urls import path

from games.consumers import LobbyConsumer, TableConsumer, TalkConsumer, TurnsConsumer

websocket_urlpatterns = [
    path("ws/tables/<str:code>/", TableConsumer.as_asgi()),
    path("ws/tables/<str:code>/talk/", TalkConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/turns/", TurnsConsumer.as_asgi()),
]
