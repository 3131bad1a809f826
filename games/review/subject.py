"""What reviews plug into the site: finished deals, their files, replays, and imported records."""

from collections.abc import Sequence
from typing import Final

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe

from games.review import embeds, imported, operations, replays, together_views, views
from games.subjects import Subject
from games.web.shortcuts import form_view, page_view, spectators_refused
from games.web.strangers import public_page

_DEAL: Final = [
    path("", public_page(views.deal), name="review"),
    path("analysis/", form_view(views.analyse_again, "games:review"), name="analyse_again"),
    path("again/", form_view(replays.play_again, "games:review"), name="play_again"),
    path("embed/", public_page(embeds.embed), name="embed"),
    path("together/", page_view(together_views.look_together), name="look_together"),
    path("together/lead/", form_view(together_views.lead, "games:look_together"), name="lead_review"),
    path("together/show/", form_view(together_views.show, "games:look_together"), name="show_step"),
    path("together/stop/", form_view(together_views.stop, "games:look_together"), name="stop_review"),
]

_OF_TABLE: Final[Sequence[URLPattern | URLResolver]] = [
    path("deals/<int:number>/", include(_DEAL)),
    path("deals/<int:number>.png", require_safe(spectators_refused()(views.picture)), name="deal_picture"),
    path("deals/<int:number>.json", page_view(views.download), {"form_of": "json"}, name="deal_json"),
    path("deals/<int:number>.pbn", page_view(views.download), {"form_of": "pbn"}, name="deal_pbn"),
    path("deals.jsonl", page_view(views.download), {"form_of": "jsonl"}, name="game_json"),
    path("deals.pbn", page_view(views.download), {"form_of": "pbn"}, name="game_pbn"),
    path("comparison/", page_view(replays.compare), name="comparison"),
]

SUBJECT: Final = Subject(
    operations=[operations.router, operations.account],
    addresses=[
        path("tables/<table:code>/", include(_OF_TABLE)),
        path("review/", page_view(imported.import_record, "POST"), name="import_record"),
        path("review/analysis/", form_view(imported.analyse_again, "games:import_record"), name="analyse_imported"),
        path("review/again/", form_view(replays.play_imported, "games:import_record"), name="play_imported"),
        path("oembed/", public_page(embeds.oembed), name="oembed"),
    ],
)
