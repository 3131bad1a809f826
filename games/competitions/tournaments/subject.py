"""What tournaments plug into the site: their pages, files and direction."""

from collections.abc import Sequence
from typing import Final

from django.urls import URLPattern, URLResolver, include, path

from accounts.signals import deleting, exporting, merging
from games.competitions.tournaments import account_receivers, announce_views, file_views, rounds, views
from games.competitions.tournaments.standard_kinds import STANDARD_KINDS
from games.subjects import Subject, Task
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view

_PBN, _RECORDS, _CSV, _JSON = ({"form_of": form} for form in ("pbn", "jsonl", "csv", "json"))

_ROUND: Final = [
    path("", leads_to("tournament", kept=("code",), named={"number": "round"})),
    path("deals.pbn", page_view(file_views.deals), _PBN, name="round_pbn"),
    path("deals.jsonl", page_view(file_views.deals), _RECORDS, name="round_records"),
]

_TOURNAMENT: Final[Sequence[URLPattern | URLResolver]] = [
    path("", page_view(views.tournament), name="tournament"),
    path("enter/", form_view(views.enter, "games:tournament"), name="enter_tournament"),
    path("withdraw/", form_view(views.withdraw, "games:tournament"), name="withdraw_from_tournament"),
    path("leave/", form_view(views.leave, "games:tournament"), name="leave_tournament"),
    path("check-in/", form_view(views.check_in, "games:tournament"), name="check_in"),
    path("direct/", page_view(views.direct, "POST"), name="direct_tournament"),
    path("rounds/<int:number>/", include(_ROUND)),
    path("calendar.ics", page_view(file_views.calendar), name="tournament_calendar"),
    path("results.csv", page_view(file_views.results), _CSV, name="tournament_csv"),
    path("results.json", page_view(file_views.results), _JSON, name="tournament_json"),
    path("deals.pbn", page_view(file_views.deals), _PBN, name="tournament_pbn"),
    path("deals.jsonl", page_view(file_views.deals), _RECORDS, name="tournament_records"),
]

SUBJECT: Final = Subject(
    addresses=[
        path("tournaments/", leads_to("today", "coming")),
        path("tournaments/new/", page_view(announce_views.announce, "POST"), name="announce_tournament"),
        path("tournaments/<str:code>/", include(_TOURNAMENT)),
    ],
    tournament_kinds=STANDARD_KINDS,
    tasks=[Task("tournaments", rounds.EVERY, rounds.serve)],
    receivers=[
        (exporting, account_receivers.export),
        (deleting, account_receivers.withdraw_all),
        (merging, account_receivers.take_over),
    ],
    lock=account_receivers.lock_tournaments,
)
