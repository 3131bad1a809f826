"""The ASGI application, for HTTP and WebSockets."""

import os
import sys

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
try:
    django.setup(set_prefix=False)
except ImproperlyConfigured as error:
    sys.exit(str(error))

# These import models, which exist only now.
from accounts.base import db_limits, db_threads
from accounts.base.sockets import SameOriginOnly
from accounts.sessions.sockets import SessionMiddleware
from accounts.site_config import processes
from config.handler import ThreadedHandler
from config.preload import load_all
from config.probes import CountAnswers, Probes
from config.request_ids import RequestIds
from config.request_limits import RequestLimits
from games.management.checks import SITE
from games.sockets.limits import ConnectionLimit
from games.sockets.routing import websocket_urlpatterns

sys.stderr.writelines(f"{message.msg}\n" for message in run_checks(tags=[SITE]))
db_limits.apply()
load_all()
processes.report(answers=True)
sockets = ConnectionLimit(URLRouter(websocket_urlpatterns))
application = RequestIds(
    ProtocolTypeRouter(
        {
            "http": Probes(CountAnswers(RequestLimits(ThreadedHandler()))),
            "websocket": SameOriginOnly(SessionMiddleware(sockets, db_threads.in_thread)),
        }
    )
)
