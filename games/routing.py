"""The sockets of the site."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<str:code>/", TableConsumer.as_asgi()),
]
