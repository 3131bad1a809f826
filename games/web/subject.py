"""Pages of text only, and the files that browsers and robots request."""

from typing import Final

from django.urls import path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from games.subjects import Subject
from games.web import pages, solo, strangers
from games.web.shortcuts import page_view
from games.web.strangers import public_page

SUBJECT: Final = Subject(
    addresses=[
        path("offline/", pages.page, {"template": "offline.html"}, name="offline"),
        path("token/", page_view(strangers.token), name="token"),
        path("picture.png", require_safe(pages.picture), name="picture"),
        path("robots.txt", require_safe(pages.robots), name="robots"),
        path(".well-known/security.txt", require_safe(pages.security), name="security"),
        path(".well-known/change-password", RedirectView.as_view(pattern_name="account_change_password")),
        path("manifest.webmanifest", pages.manifest, name="manifest"),
        path("solo/", public_page(solo.offer), name="solo"),
        path("me/without-a-connection/", public_page(solo.games), name="solo_games"),
        path("solo/play/", solo.play, name="solo_play"),
        path("solo/files/bundle.json", solo.listing, name="solo_listing"),
        path("solo/files/<slug:folder>/worker.js", solo.worker, name="solo_worker"),
        path("solo/files/<path:path>", solo.file, name="solo_file"),
        path("service-worker.js", page_view(pages.service_worker), name="service_worker"),
    ],
    pages=[
        path("rules/", public_page(pages.page), {"template": "web/rules.html"}, name="rules"),
        path("learn/bidding/", public_page(pages.page), {"template": "web/bidding_notes.html"}, name="bidding_notes"),
    ],
)
