"""What fairness plugs into the site: the page that verifies deals and has the counts of dealt cards."""

from typing import Final

from django.urls import path

from games.fairness import views
from games.subjects import Subject
from games.web.former import leads_to
from games.web.shortcuts import page_view

SUBJECT: Final = Subject(
    addresses=[
        path("verify/deals/", leads_to("verify", "all-deals")),
        path(
            "tables/<table:code>/deals/<int:number>/verify/",
            leads_to("verify", named={"code": "table", "number": "deal"}),
            name="verify_deal",
        ),
    ],
    pages=[path("verify/", page_view(views.verify), name="verify")],
)
