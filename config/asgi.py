"""The door for HTTP and WebSocket traffic."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter

from config.handler import ThreadedHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# These import models, which exist only after the line above.
from accounts.sockets import SameOriginOnly, SessionMiddleware  # noqa: E402
from config.probes import Probes  # noqa: E402
from config.request_ids import RequestIds  # noqa: E402
from games.sockets.limits import ConnectionLimit  # noqa: E402
from games.sockets.routing import websocket_urlpatterns  # noqa: E402

application = RequestIds(
    ProtocolTypeRouter(
        {
            "http": Probes(ThreadedHandler()),
            "websocket": SameOriginOnly(SessionMiddleware(ConnectionLimit(URLRouter(websocket_urlpatterns)))),
        }
    )
)
