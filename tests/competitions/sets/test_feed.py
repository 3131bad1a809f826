"""The Atom feed of deals of the day: opened days with their rules, and no cards."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from games.competitions.sets import services
from games.engine import DECK
from games.models import DealSet, SetKind

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def test_feed_has_the_days_that_have_opened(client: Client) -> None:
    today = timezone.now().date()
    for days in (-1, 0, 1):
        services.open_sets_of_day(today + timedelta(days=days))
    DealSet.objects.filter(kind=SetKind.DAY, day=today - timedelta(days=1)).update(void_reason="A mistake.")
    answer = client.get("/sets/day.atom", headers={"Accept-Language": "en"})
    assert answer["Content-Type"].startswith("application/atom+xml")
    (entry,) = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.attrib["href"] == f"http://testserver/sets/day-{today}/"
    assert "Rules: " in (entry.findtext(f"{ATOM}summary") or "")
    assert [card for card in DECK if f" {card}" in answer.text] == []


def test_page_of_sets_names_the_feed(client: Client) -> None:
    assert 'type="application/atom+xml"' in client.get("/today/").text
