"""The door for HTTP and WebSocket traffic."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http_application = get_asgi_application()

# Consumers import models, which exist only after the line above.
from games.sockets.routing import websocket_urlpatterns  # noqa: E402
from games.sockets.turnstile import Turnstile  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(Turnstile(URLRouter(websocket_urlpatterns)))),
    }
)
